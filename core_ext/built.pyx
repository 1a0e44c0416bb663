"""What the compiled part was built from, and how: told when it was compiled, so that nothing is asked while it runs."""

cdef extern from "built.h":
    # written by setup.py
    const char* LUDOSOPH_COMMIT
    const char* LUDOSOPH_KIND

cdef extern from *:
    """
    #define LUDOSOPH_TEXT(x) #x
    #define LUDOSOPH_VALUE(x) LUDOSOPH_TEXT(x)
    #if defined(__clang__)
    #define LUDOSOPH_COMPILER "Clang " __clang_version__
    #elif defined(__GNUC__)
    #define LUDOSOPH_COMPILER "GCC " __VERSION__
    #elif defined(_MSC_VER)
    #define LUDOSOPH_COMPILER "MSVC " LUDOSOPH_VALUE(_MSC_VER)
    #else
    #define LUDOSOPH_COMPILER "an unknown compiler"
    #endif
    """
    const char* LUDOSOPH_COMPILER


def commit() -> str:
    """The commit of the sources, with `-dirty` behind it if they were changed; empty where none was known."""
    return LUDOSOPH_COMMIT.decode()


def compiler() -> str:
    """The compiler with its version."""
    return LUDOSOPH_COMPILER.decode().strip()


def kind() -> str:
    """The kind of build, as setup.py explains them: `fast`, or one that is slower."""
    return LUDOSOPH_KIND.decode()
