import { queuedInputs, type Race } from '../../../interpreter/index.ts';
import type { Location, Program } from '../../../program/cfa/automaton.ts';
import { SMALLER_ACCESS } from '../../../program/cfa/beyond.ts';
import { checkOf } from '../../../program/cfa/checks/kinds.ts';
import type { InputQueue } from '../../../program/cfa/inputs.ts';
import { RaceFollower } from './follower.ts';

/** The judgement of a claimed data race by the order between accesses. */
export type RaceJudgement =
  /** Two accesses of the run, one after the other, are not ordered. */
  | { readonly kind: 'race'; readonly race: Race }
  | { readonly kind: 'refused'; readonly why: string }
  /** The order is not known. */
  | { readonly kind: 'open'; readonly why: string };

/** A claimed run into a data race; see `ReplayTask`. */
interface ClaimedRace {
  readonly program: Program;
  readonly errorFunctions: readonly string[];
  readonly inputs: readonly InputQueue[];
  readonly maxSteps?: number;
}

/** Most steps of each thread to its access. */
const MOST_STEPS = 50_000;
/** Most questions of the search that are passed over on the way. */
const MOST_QUESTIONS = 1_000;

/**
 * Judges a run that ends where two threads stand before accesses, by another definition of a data
 * race. Its two accesses are made, and nothing orders them. The thread that came last makes its access
 * first, then the one that had stopped.
 */
export function judgeRace({ program, errorFunctions, inputs, maxSteps }: ClaimedRace): RaceJudgement {
  const { woven } = program;
  if (woven === undefined) return { kind: 'open', why: 'the program starts no threads' };
  if (woven.pools) return { kind: 'open', why: 'threads that one place starts in any number are not told apart' };
  const follower = new RaceFollower(program, woven, { errorFunctions, maxSteps, inputs: () => queuedInputs(inputs) });
  const { outcome } = follower.machine.run();
  const { stop, branch } = follower;
  if (outcome.kind !== 'error' || checkOf(outcome.function) !== 'data-race' || stop === null || branch === null)
    return { kind: 'refused', why: `the run ended otherwise (${outcome.kind}) when its order was followed` };
  const raced = branch.thread;
  const waiting = stop.edges.find(({ op }) => op.kind === 'assume' && !op.truth);
  if (raced === stop.thread || waiting === undefined)
    return { kind: 'refused', why: 'no thread stands before another access' };
  goThrough(follower, pastQuestion(follower));
  const before = follower.order.races.length;
  goThrough(follower, waiting.to);
  const race = follower.order.races
    .slice(before)
    .find(({ first, second }) => first.thread === raced && second.thread === stop.thread);
  return race === undefined
    ? { kind: 'refused', why: 'vector clocks find no race between the two accesses' }
    : { kind: 'race', race };
}

/** Where the thread goes on that the search stopped at its last question. */
function pastQuestion({ branch, location }: RaceFollower): Location | null {
  return branch?.edges.find(({ to }) => to !== location)?.to ?? null;
}

/** Lets a thread run from a location until others may run, past further questions of the search. */
function goThrough(follower: RaceFollower, from: Location | null): void {
  follower.left = MOST_STEPS;
  let next = from;
  for (let questions = 0; next !== null && questions < MOST_QUESTIONS; questions++) {
    const { outcome } = follower.machine.goOn(next);
    const isQuestion = outcome.kind === 'unsupported' && outcome.construct === SMALLER_ACCESS;
    next = outcome.kind === 'error' || isQuestion ? pastQuestion(follower) : null;
  }
}
