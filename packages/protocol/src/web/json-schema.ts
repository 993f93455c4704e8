import * as z from 'zod/mini';

/** A schema of the wire: it validates at the border and describes itself in the documents. */
export type WireSchema<T = unknown> = z.ZodMiniType<T>;
/** What a schema lets through. */
export type InputOf<Schema extends z.ZodMiniType> = z.infer<Schema>;

/** A JSON Schema (draft 2020-12), as an OpenAPI 3.1 document embeds it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What `schema` takes from the wire. */
export function jsonSchemaOf(schema: WireSchema): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' });
  return rest;
}
