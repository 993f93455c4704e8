import { toJsonSchema } from '@valibot/to-json-schema';
import type { WireSchema } from '../schema.ts';

/** A JSON Schema (draft 2020-12), as an OpenAPI 3.1 document embeds it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON schema of the wire values that `schema` accepts. A rule that JSON Schema cannot state is left to its description. */
export function jsonSchemaOf(schema: WireSchema): JsonSchema {
  const { $schema: _dialect, ...rest } = toJsonSchema(schema, { typeMode: 'input', target: 'draft-2020-12', errorMode: 'ignore' });
  return rest;
}
