import { createHash } from 'node:crypto';
import type { SharedSystem } from './share.ts';

/**
 * SHA-256, in hexadecimal, of the whole meaning of a system. If two systems have the same fingerprint,
 * formulas over the state of one are formulas over that of the other. Source locations do not count.
 */
export function fingerprint({ terms, system }: SharedSystem): string {
  const { heads, data, size, sorts, names, wide } = terms;
  const { stateVars, inputs, pc, blocks, init, initConstraint, facts, question } = system;
  const meaning = {
    sorts,
    names,
    wide: wide.map(String),
    stateVars: stateVars.map(({ term }) => term),
    inputs: inputs.map(({ term, phase }) => [term, phase]),
    blocks: blocks.map(({ feasible, bad, gap, bads, next }) => ({
      feasible,
      bad,
      gap,
      bads: bads.map((one) => one.term),
      next,
    })),
    ...{ pc, init, initConstraint, facts, question },
  };
  return createHash('sha256')
    .update(new Uint16Array(heads).subarray(0, size))
    .update(new Int32Array(data).subarray(0, 4 * size))
    .update(JSON.stringify(meaning))
    .digest('hex');
}
