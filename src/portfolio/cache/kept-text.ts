import { Ajv } from 'ajv';
import type { InputQueue } from '../../cfa/inputs.ts';
import { ENGINE_NAMES } from '../engine-names.ts';
import { nodeSchema, record } from '../node-schema.ts';
import { KEPT_VERSION, type KeptAnswer, MOST_NODES } from './kept-answer.ts';

const count = { type: 'integer', minimum: 0, maximum: 1_000_000 };
const term = { type: 'integer', minimum: 0, maximum: MOST_NODES };
const listOf = (items: object): object => ({ type: 'array', items });
const pairOf = (first: object, second: object): object => ({
  type: 'array',
  items: [first, second],
  minItems: 2,
  maxItems: 2,
  additionalItems: false,
});
/** A bigint, as {@link keptText} writes it. */
const big = record({ $: { type: 'string', pattern: '^\\d+$', maxLength: 20_000 } });
const instances = (value: object): object => listOf(record({ block: count, values: listOf(pairOf(count, value)) }));
const certificate = {
  oneOf: [
    record({ kind: { const: 'exhaustive' }, bound: count }, { changing: listOf(count) }),
    record({
      kind: { const: 'k-inductive' },
      invariant: term,
      k: { type: 'integer', minimum: 0, maximum: 10_000 },
      instances: instances(big),
      distinct: { anyOf: [{ type: 'null' }, listOf(count)] },
    }),
    record({ kind: { const: 'universal' }, invariant: term, bound: listOf(term), instances: instances(term) }),
  ],
};
const KINDS = [
  'nondet',
  'unknown-function',
  'uninitialised',
  'allocation',
  'external-change',
  'external-content',
] satisfies readonly InputQueue['kind'][];
const input = record({
  kind: { enum: KINDS },
  site: { type: 'string', maxLength: 10_000 },
  path: listOf({ type: 'integer' }),
  values: listOf({ anyOf: [big, record({ default: big, entries: listOf(pairOf(big, big)) })] }),
});
const common = { version: { const: KEPT_VERSION }, engine: { enum: [...ENGINE_NAMES] } };
const isKept = new Ajv({ allowUnionTypes: true, strictTuples: false }).compile({
  oneOf: [
    record({ ...common, answer: { const: 'safe' }, certificate, nodes: nodeSchema(MOST_NODES) }),
    record({ ...common, answer: { const: 'unsafe' }, inputs: listOf(input) }),
  ],
});

/** Null for what is no answer of this version. */
export function readKept(text: string): KeptAnswer | null {
  try {
    const value: unknown = JSON.parse(text);
    return isKept(value) ? (revived(value) as KeptAnswer) : null;
  } catch {
    return null;
  }
}

export function keptText(kept: KeptAnswer): string {
  return JSON.stringify(kept, (_, value: unknown) => (typeof value === 'bigint' ? { $: value.toString() } : value));
}

function revived(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === 'object' && part !== null && '$' in part ? BigInt(String(part.$)) : part,
  );
}
