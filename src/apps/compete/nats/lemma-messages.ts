import { listOf, record } from '../../../base/json-schema.ts';
import type { FarLemma } from '../../../race/exchange/far-lemmas.ts';
import { nodeSchema } from '../../../race/options/node-schema.ts';
import { reader } from './schema.ts';

/** Raised when a field, or an operator of formulas, changes its meaning or is removed. */
export const LEMMAS_VERSION = 1;

/** Lemmas that one machine publishes to others; a reply address asks the receivers for theirs. */
export interface LemmaMessage {
  readonly version: typeof LEMMAS_VERSION;
  /** Unique among the running machines. */
  readonly machine: string;
  /** `id`: unique on that machine. */
  readonly lemmas: readonly (FarLemma & { readonly id: number })[];
}

const NODES = 20_000;
const MESSAGE = record({
  version: { const: LEMMAS_VERSION },
  machine: { type: 'string', pattern: '^[\\w.-]{1,80}$' },
  lemmas: listOf(
    record({
      id: { type: 'integer', minimum: 1 },
      engine: { type: 'string', pattern: '^[\\w.-]{1,80}$' },
      nodes: { ...nodeSchema(NODES), minItems: 1 },
    }),
  ),
});

/** Null if the bytes are not a message of this version. */
export const parseLemmas: (bytes: Uint8Array) => LemmaMessage | null = reader(MESSAGE);
