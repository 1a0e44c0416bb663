"""The atlas of a game's variants: every one of them played in the same passes, estimated together."""
