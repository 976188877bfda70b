import type { FarLemma } from '../../portfolio/far-lemmas.ts';
import { listOf, reader, record } from './schema.ts';

/** Raised when a field, or an operator of formulas, changes its meaning or goes. */
export const LEMMAS_VERSION = 1;

/** Lemmas that one machine tells others; with an address to reply to it asks for theirs, too. */
export interface LemmaMessage {
  readonly version: typeof LEMMAS_VERSION;
  /** Unique among those that run. */
  readonly machine: string;
  /** `id`: unique on that machine. */
  readonly lemmas: readonly (FarLemma & { readonly id: number })[];
}

const NODES = 20_000;
const index = { type: 'integer', minimum: 0, maximum: NODES };
const bits = (most: number) => ({ type: 'integer', minimum: 1, maximum: most });
const scalar = [
  record({ kind: { const: 'bool' } }),
  record({ kind: { const: 'bv' }, width: bits(65_536) }),
  record({ kind: { const: 'float' }, exponentBits: bits(15), precision: bits(113) }),
];
const arrayOf = (index: readonly object[], element: readonly object[]) =>
  record({ kind: { const: 'array' }, index: { anyOf: index }, element: { anyOf: element } });
const array = arrayOf(scalar, scalar);

const NODE = record(
  { op: { type: 'string', maxLength: 40 }, sort: { anyOf: [...scalar, array, arrayOf(scalar, [array])] } },
  {
    args: { ...listOf(index), maxItems: 3 },
    value: { type: 'string', maxLength: 20_000, pattern: '^\\d+$' },
    name: { type: 'string', maxLength: 10_000 },
    high: index,
    low: index,
    rounding: { type: 'string', maxLength: 3 },
  },
);

const MESSAGE = record({
  version: { const: LEMMAS_VERSION },
  machine: { type: 'string', pattern: '^[\\w.-]{1,80}$' },
  lemmas: listOf(
    record({
      id: { type: 'integer', minimum: 1 },
      engine: { type: 'string', pattern: '^[\\w.-]{1,80}$' },
      nodes: { ...listOf(NODE), minItems: 1, maxItems: NODES },
    }),
  ),
});

/** Null for what is no such message of this version. */
export const parseLemmas: (bytes: Uint8Array) => LemmaMessage | null = reader(MESSAGE);
