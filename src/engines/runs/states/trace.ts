import type { SystemTrace } from '../../../system/transys/system.ts';
import type { BlockStates } from './block-states.ts';
import type { Steps } from './steps.ts';

/** A state on a run: a block, and the number of a point there; null: the start. */
export type Stop = { readonly block: number; readonly point: number } | null;

/** Returns the run through these states that ends in bad. Inputs are found again by making the steps once more. */
export function traceThrough(steps: Steps, blocks: readonly BlockStates[], path: readonly Stop[]): SystemTrace {
  const made = path.map((stop, i) => inputsOf(steps, blocks, stop, i + 1 < path.length ? path[i + 1] : 'bad'));
  return { init: new Map(), steps: made };
}

/** Values of inputs for which the step from a state leads to another one, or fails. */
function inputsOf(
  steps: Steps,
  blocks: readonly BlockStates[],
  from: Stop,
  to: Stop | 'bad',
): ReadonlyMap<number, bigint> {
  const { stateVars, inputs, terms, blocks: all } = steps.system;
  const block = from === null ? 0 : from.block;
  if (from !== null) blocks[from.block].readPoint(from.point, steps.low, steps.high);
  let found: ReadonlyMap<number, bigint> | null = null;
  const take = (): void => {
    found ??= new Map(
      all[block].inputs.flatMap((i): [number, bigint][] => {
        const sort = terms.sort(inputs[i].term);
        const value = steps.low[stateVars.length + i];
        if (sort.kind === 'bool') return [[i, BigInt(value)]];
        return sort.kind === 'bv' ? [[i, BigInt.asUintN(sort.width, BigInt(value))]] : [];
      }),
    );
  };
  steps.from(block, {
    fails: (kind, isCertain) => {
      if (isCertain && kind === to) take();
    },
    goesOn: (next, isCertain) => {
      if (!isCertain || to === null || typeof to === 'string' || next !== to.block) return;
      const { columns, points } = blocks[next];
      const isThere = columns.every(
        ({ slot }, i) =>
          steps.nextLow[slot] === points.at(to.point, i) && steps.nextHigh[slot] === points.at(to.point, i),
      );
      if (isThere) take();
    },
  });
  return found ?? new Map();
}
