/** Pieces of JSON schemas for messages between processes and for files that are read back. */

/** A list of such items. */
export function listOf(items: object): object {
  return { type: 'array', items };
}

/** Such a value, or null. */
export function orNull(schema: object): object {
  return { anyOf: [{ type: 'null' }, schema] };
}

/** An object with these fields and no others; those of `more` may be missing. */
export function record(
  properties: Readonly<Record<string, object>>,
  more: Readonly<Record<string, object>> = {},
): object {
  return {
    type: 'object',
    properties: { ...properties, ...more },
    required: Object.keys(properties),
    additionalProperties: false,
  };
}
