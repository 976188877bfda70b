import type { StateList, States } from '../../../system/transys/certificate.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import type { BlockStates } from './block-states.ts';

/** The certificate that lists the states of a complete search. */
export function listing(system: TransitionSystem, blocks: readonly BlockStates[]): States {
  const lists = blocks.map((states, block) => listOf(system, block, states));
  return { kind: 'states', blocks: lists.filter((list): list is StateList => list !== null) };
}

/** The states at a block, sorted, with the variables of few values first; null: there are none. */
function listOf({ stateVars, terms }: TransitionSystem, block: number, states: BlockStates): StateList | null {
  const { columns } = states;
  const width = columns.length;
  const entries = states.entries();
  if (entries.length === 0 && states.points.size === 0) return null;
  const ways = columns.map((_, i) => {
    const seen = new Set<number>();
    for (let at = 2 * i; at < entries.length; at += 2 * width) seen.add(entries[at]);
    return seen.size;
  });
  const order = columns
    .map((_, i) => i)
    .sort((a, b) => Number(columns[a].cuts !== null) - Number(columns[b].cuts !== null) || ways[a] - ways[b]);
  const rows: number[][] = [];
  for (let at = 0; width > 0 && at < entries.length; at += 2 * width) {
    let parts: number[][] = [[]];
    for (const i of order) {
      const { slot } = columns[i];
      const [low, high] = [entries[at + 2 * i], entries[at + 2 * i + 1]];
      // A variable that was cut without a sign stands for one of more bits, whose values have none either.
      const turn = stateVars[slot].extension === 'zero' ? 2 ** terms.width(stateVars[slot].term) : 0;
      const bounds = turn === 0 || low >= 0 ? [[low, high]] : [[low + turn, Math.min(high, -1) + turn]];
      if (turn > 0 && low < 0 && high >= 0) bounds.push([0, high]);
      parts = bounds.flatMap((pair) => parts.map((part) => [...part, ...pair]));
    }
    rows.push(...parts);
  }
  rows.sort((a, b) => {
    for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
    return 0;
  });
  const bounds = new Int32Array(rows.length * 2 * width);
  rows.forEach((row, i) => {
    bounds.set(row, i * 2 * width);
  });
  return { block, variables: order.map((i) => stateVars[columns[i].slot].term), bounds };
}
