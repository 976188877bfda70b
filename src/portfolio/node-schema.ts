/** The JSON schema of a list of nodes (`JsonNode`), `most` at most: what it leaves open, `readJsonNodes` checks. */
export function nodeSchema(most: number): object {
  const index = { type: 'integer', minimum: 0, maximum: most };
  const bits = (width: number) => ({ type: 'integer', minimum: 1, maximum: width });
  const scalar = [
    record({ kind: { const: 'bool' } }),
    record({ kind: { const: 'bv' }, width: bits(65_536) }),
    record({ kind: { const: 'float' }, exponentBits: bits(15), precision: bits(113) }),
  ];
  const arrayOf = (element: readonly object[]) =>
    record({ kind: { const: 'array' }, index: { anyOf: scalar }, element: { anyOf: element } });
  const node = record(
    { op: { type: 'string', maxLength: 40 }, sort: { anyOf: [...scalar, arrayOf(scalar), arrayOf([arrayOf(scalar)])] } },
    {
      args: { type: 'array', items: index, maxItems: 3 },
      value: { type: 'string', maxLength: 20_000, pattern: '^\\d+$' },
      name: { type: 'string', maxLength: 10_000 },
      high: index,
      low: index,
      rounding: { type: 'string', maxLength: 3 },
    },
  );
  return { type: 'array', items: node, maxItems: most };
}

/** An object with these fields and no others; those of `more` may be missing. */
export function record(properties: Readonly<Record<string, object>>, more: Readonly<Record<string, object>> = {}): object {
  return { type: 'object', properties: { ...properties, ...more }, required: Object.keys(properties), additionalProperties: false };
}
