"""Tables of packs: ended runs stored by column, for counting."""

from __future__ import annotations

from runwhy.stores.tables.schema import table

packs = table(
    "packs",
    workspace=int,
    number=int,
    size=int,
    first_seq=int,
    last_seq=int,
    first_created=int,
    last_created=int,
    packed_to=int,
)

pack_columns = table(
    "pack_columns", workspace=int, pack=int, name=str, filled=int, codes=bytes, texts=bytes
)

unpacked = table("unpacked", workspace=int, seq=int)

packers = table("packers", workspace=int, changes=int)
