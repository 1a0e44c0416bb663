"""Alembic's environment: the connection comes from `migrate`."""
from alembic import context

from service.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata,
                  transactional_ddl=False)
context.run_migrations()
