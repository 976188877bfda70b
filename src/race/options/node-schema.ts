import { listOf, record } from '../../base/json-schema.ts';

/** The JSON schema of a list of at most `most` nodes (`JsonNode`); `readJsonNodes` checks the rest. */
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
    {
      op: { type: 'string', maxLength: 40 },
      sort: { anyOf: [...scalar, arrayOf(scalar), arrayOf([arrayOf(scalar)])] },
    },
    {
      args: { ...listOf(index), maxItems: 3 },
      value: { type: 'string', maxLength: 20_000, pattern: '^\\d+$' },
      name: { type: 'string', maxLength: 10_000 },
      high: index,
      low: index,
      rounding: { type: 'string', maxLength: 3 },
    },
  );
  return { ...listOf(node), maxItems: most };
}
