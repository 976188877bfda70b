import type { TransitionSystem } from '../../../system/transys/system.ts';
import type { Claim, EngineContext } from '../../methods/engine.ts';
import { MAX_DEPTH, numberOf } from '../../methods/options.ts';
import { Findings } from '../exhaust/findings.ts';
import { dataOf } from './data.ts';
import { listing } from './listing.ts';
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
