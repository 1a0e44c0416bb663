"""The SQL statements of the store, each built once.

To build one anew and look up its compiled form takes several times as long as the database takes to answer.
"""
from __future__ import annotations

from sqlalchemy import bindparam, func, insert, or_, select, update

from service.schema import events, secrets, tables

# ---- tables ---------------------------------------------------------------------------------------------

TABLE = select(tables).where(tables.c.id == bindparam("id"))
MADE_BY = select(tables).where(tables.c.request == bindparam("request"))
RIGHT = select(secrets.c.table, secrets.c.role, secrets.c.seat).where(secrets.c.hash == bindparam("hash"))
HOLDER = select(secrets.c.role, secrets.c.seat.label("holds"), tables).join(
    tables, tables.c.id == secrets.c.table).where(secrets.c.hash == bindparam("hash"))
COUNT = select(func.count()).select_from(tables)
REVISIONS = select(tables.c.id, tables.c.revision).where(tables.c.id.in_(bindparam("ids", expanding=True)))

# ---- events ---------------------------------------------------------------------------------------------

_EVENTS = select(events.c.number, events.c.batch, events.c.kind, events.c.seat, events.c.text, events.c.asked).where(
    events.c.table == bindparam("table")).order_by(events.c.number)
AFTER = _EVENTS.where(events.c.number > bindparam("number"))
BETWEEN = AFTER.where(events.c.number <= bindparam("most"))
BATCH = _EVENTS.where(events.c.batch == select(events.c.number).where(
    events.c.table == bindparam("table"), events.c.key == bindparam("key")).scalar_subquery())
GO_ON = update(tables).where(tables.c.id == bindparam("of"), tables.c.revision == bindparam("after")).values(
    revision=bindparam("now"), changed=bindparam("at"), due=bindparam("is_due"), owner=bindparam("by"),
    lease=bindparam("until"))
NEW_EVENTS, NEW_SECRETS, NEW_TABLE = insert(events), insert(secrets), insert(tables)

# ---- leases ---------------------------------------------------------------------------------------------

_FREE = tables.c.due.is_(True), or_(
    tables.c.lease < bindparam("now"), tables.c.lease > bindparam("far"), tables.c.owner == bindparam("by"))
UNSERVED = select(tables.c.id).where(*_FREE).order_by(tables.c.lease).limit(bindparam("most"))
UNSERVED_AMONG = UNSERVED.where(tables.c.id.in_(bindparam("ids", expanding=True)))
LEASE = update(tables).where(tables.c.id == bindparam("of"), *_FREE).values(
    owner=bindparam("by"), lease=bindparam("until"))
RENEW = update(tables).where(
    tables.c.id.in_(bindparam("ids", expanding=True)), tables.c.owner == bindparam("by")).values(
    lease=bindparam("until"))
GIVE_BACK = update(tables).where(tables.c.owner == bindparam("by")).values(owner=None, lease=0.0)
