"""With the key of a request is kept what it asked for: the same key with another request is told from a retry."""
import sqlalchemy as sa
from alembic import op

revision = "second"
down_revision = "first"


def upgrade() -> None:
    """Of what was written before it is not known."""
    op.add_column("events", sa.Column("asked", sa.String(64)))


def downgrade() -> None:
    """Keys alone."""
    op.drop_column("events", "asked")
