import { Op } from '../../../logic/terms/ops.ts';
import type { StateList, States } from '../../../system/transys/certificate.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import type { Claim, EngineContext } from '../../methods/engine.ts';
import { MAX_DEPTH, numberOf } from '../../methods/options.ts';
import { Findings } from '../exhaust/findings.ts';
import type { BlockStates } from './block-states.ts';
import { StateSearch } from './search.ts';
import { Steps } from './steps.ts';
import { traceThrough } from './trace.ts';

/** Searches, one after the other. `patience`: most states of a region that are stored one by one; `values`: most of an input; `work`: terms that are visited for each term of the system. */
const ROUNDS: readonly { readonly patience: number; readonly values: number; readonly work: number }[] = [
  { patience: 2, values: 2, work: 400 },
  { patience: 64, values: 16, work: 800 },
  { patience: 4_096, values: 64, work: 3_000 },
  { patience: Number.MAX_SAFE_INTEGER, values: 256, work: 8_000 },
];
/** Bounds on the terms that one search visits. */
const LEAST_WORK = 1_000_000;
const MOST_WORK = 100_000_000;
/** Most memory for states, in bytes. */
const MEMORY = 400 * 2 ** 20;
/** Most terms of a system. */
const MOST_TERMS = 1_000_000;

/**
 * Explores explicit states, with ranges of data where it has many values. The states of a complete search are the
 * proof. Null if there is neither a proof nor a run.
 */
export function exploreStates(context: EngineContext): Claim | null {
  const { system } = context;
  // All states are those at any depth.
  if (!isFit(system) || numberOf(context, MAX_DEPTH) > 0) return null;
  const steps = new Steps(system);
  const data = dataOf(system);
  for (let round = data.size === 0 ? ROUNDS.length - 1 : 0; round < ROUNDS.length; ) {
    const stopped = (): boolean => context.stopped();
    const { patience, values, work } = ROUNDS[round];
    steps.mostValues = values;
    const limit = Math.min(MOST_WORK, Math.max(LEAST_WORK, work * steps.size));
    const search = new StateSearch(system, steps, data, { patience, work: limit, bytes: MEMORY, stopped });
    const end = search.run();
    context.note(
      `${search.summary}, ${Math.ceil(steps.work / 1e6)} million terms: ${end.kind === 'full' ? end.why : end.kind}`,
    );
    switch (end.kind) {
      case 'complete':
        return { kind: 'safe', certificate: listing(system, search.blocks), uses: [] };
      case 'bad':
        return new Findings(context).reached(traceThrough(steps, search.blocks, end.path));
      case 'more data':
        break;
      case 'imprecise':
        if (!search.hasAbstracted) return null;
        round += 1;
        break;
      case 'full':
        // More states and fewer ranges would be even more.
        if (!end.isOfRound || round === ROUNDS.length - 1 || search.hasAbstracted) return null;
        round = ROUNDS.length - 1;
        break;
      case 'gap':
      case 'stopped':
        return null;
    }
  }
  return null;
}

function isFit({ pc, question = 'bad', terms }: TransitionSystem): boolean {
  return pc !== null && question === 'bad' && terms.size < MOST_TERMS;
}

/** The certificate that lists the states of a complete search. */
function listing(system: TransitionSystem, blocks: readonly BlockStates[]): States {
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

/** Variables whose next values are more than a choice among constants and such variables. */
function dataOf(system: TransitionSystem): Set<number> {
  const { terms, stateVars, blocks } = system;
  const indices = new Map(stateVars.map(({ term }, i) => [term, i]));
  const data = new Set<number>();
  /** The variables that each variable may be a copy of. */
  const copies = stateVars.map(() => new Set<number>());
  for (const { next } of blocks)
    next.forEach((root, v) => {
      const seen = new Set<number>();
      const stack = [root];
      for (let t = stack.pop(); t !== undefined; t = stack.pop()) {
        if (seen.has(t)) continue;
        seen.add(t);
        if (terms.sort(t).kind !== 'bv' || terms.isConst(t)) continue;
        const op = terms.op(t);
        const index = indices.get(t);
        if (index !== undefined) copies[v].add(index);
        else if (op === Op.ITE) stack.push(terms.arg(t, 1), terms.arg(t, 2));
        else if (op === Op.ZEXT || op === Op.SEXT || op === Op.EXTRACT) stack.push(terms.arg(t, 0));
        else data.add(v);
      }
    });
  for (let changed = true; changed; ) {
    changed = false;
    copies.forEach((of, v) => {
      if (data.has(v) || ![...of].some((c) => data.has(c))) return;
      data.add(v);
      changed = true;
    });
  }
  return data;
}
