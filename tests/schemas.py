"""The published JSON Schemas, as validators."""
import json
from pathlib import Path

import jsonschema

FOLDER = Path(__file__).parents[1] / "docs" / "schemas"


def validator(name: str) -> jsonschema.Draft202012Validator:
    """That of docs/schemas/<name>.schema.json, itself a schema that holds."""
    schema = json.loads((FOLDER / f"{name}.schema.json").read_text(encoding="utf-8"))
    kind = jsonschema.Draft202012Validator
    kind.check_schema(schema)
    return kind(schema)
