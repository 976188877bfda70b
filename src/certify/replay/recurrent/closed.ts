import { stronglyConnected } from '../../../base/graph.ts';
import { NO_TERM, type Term } from '../../../logic/terms/builder.ts';
import { Evaluator } from '../../../logic/terms/evaluate.ts';
import type { RefuterFactory } from '../../../logic/terms/refuter.ts';
import type { ModelValue } from '../../../logic/terms/solver.ts';
import { substitute } from '../../../logic/terms/substitute.ts';
import { validateSystem } from '../../../system/transys/check.ts';
import { possibleCutPoints } from '../../../system/transys/pcs.ts';
import type { Recurrent } from '../../../system/transys/recurrent.ts';
import { simulateTrace } from '../../../system/transys/simulate.ts';
import type { SystemTrace, TransitionSystem } from '../../../system/transys/system.ts';
import { speaksOnlyOf } from '../../proof/conditions/form.ts';
import { atBlock } from '../../proof/conditions/invariant.ts';
import { type CertificateLimits, Prover, Refused } from '../../proof/conditions/prover.ts';
import { checkChoices } from './choices.ts';

type ClosedCondition = 'form' | 'stem' | 'closed';

export type ClosedCheck =
  /** `head`: the block at which the run enters the set. */
  | { readonly accepted: true; readonly head: number }
  | { readonly accepted: false; readonly condition: ClosedCondition; readonly why: string; readonly decided: boolean };

/**
 * Checks that a run of the system has no end, by a closed set of states. The conditions:
 * - form: the set is a formula over the state, and the choices are values of inputs of their blocks.
 *   A place of the program has one value;
 * - stem: evaluated step by step, it is a run without a gap or a doubt, and ends in the set;
 * - closed: from each state of the set, at each block, the step with the chosen inputs is possible
 *   for all values of the others. It meets no bad, gap or doubt, and stays in the set. It
 *   leads to a block that lies on a cycle with the block where the stem ends.
 *
 * It shares nothing with the engines but terms and the system. The set alone decides nothing about the
 * program: the run is followed in the interpreter as well.
 */
export function checkClosedSet(
  system: TransitionSystem,
  certificate: Recurrent,
  refuters: RefuterFactory,
  limits: CertificateLimits = {},
): ClosedCheck {
  validateSystem(system);
  let condition: ClosedCondition = 'form';
  try {
    checkForm(system, certificate);
    condition = 'stem';
    const head = stemEnd(system, certificate);
    condition = 'closed';
    const prover = new Prover(system, refuters, limits);
    const inside = componentOf(system, head);
    for (const id of inside) showStays(prover, certificate, id, inside);
    return { accepted: true, head };
  } catch (error) {
    if (error instanceof Refused) return { accepted: false, condition, why: error.message, decided: error.decided };
    throw error;
  }
}

function checkForm(system: TransitionSystem, { set, choices }: Recurrent): void {
  const { terms, stateVars, question } = system;
  if (question !== 'termination') throw new Refused('form', 'whether runs end is not the question');
  if (set === NO_TERM || terms.sort(set).kind !== 'bool') throw new Refused('form', 'the set is not Boolean');
  speaksOnlyOf(system, [set], new Set(stateVars.map(({ term }) => term)), 'the set');
  checkChoices(system, choices);
}

/** Runs the stem by evaluation, and returns the block at its end, which must be in the set. */
function stemEnd(system: TransitionSystem, { stem, set }: Recurrent): number {
  const { terms, stateVars, pc, blocks } = system;
  let last: readonly ModelValue[] | null = null;
  // A further step, of any inputs, shows the state behind the stem.
  const longer: SystemTrace = { ...stem, steps: [...stem.steps, new Map()] };
  const behind = stem.steps.length;
  let reached = false;
  const end = simulateTrace(system, longer, {
    observe: (step, state) => {
      reached = step === behind;
      last = state;
    },
    doubt: ({ construct }) => {
      if (!reached) throw new Refused('form', `the stem rests on ${construct}`);
    },
  });
  const state = last as readonly ModelValue[] | null;
  if (!reached || state === null) throw new Refused('form', `the stem has another end: ${end.kind}`);
  const index = new Map(stateVars.map(({ term }, i) => [term, i]));
  const evaluator = new Evaluator(terms, (t) => state[index.get(t) ?? -1]);
  if (evaluator.value(set) !== true) throw new Refused('form', 'the stem ends outside the set');
  const head = pc === null ? 0 : Number(state[pc]);
  if (blocks[head] === undefined) throw new Refused('form', `there is no block ${head}`);
  return head;
}

/** The blocks on cycles with a block; the edges come from terms, not from the lists of successors. */
function componentOf({ terms, pc, blocks }: TransitionSystem, head: number): ReadonlySet<number> {
  const everywhere = blocks.map(({ id }) => id);
  const after = blocks.map(({ next, feasible }) => {
    if (feasible === terms.false) return [];
    return pc === null ? everywhere : [...possibleCutPoints(terms, next[pc], everywhere)];
  });
  const components = stronglyConnected(after);
  const members = everywhere.filter((id) => components[id] === components[head]);
  if (!members.some((id) => after[id].some((to) => components[to] === components[head])))
    throw new Refused('form', `block ${head} lies on no cycle`);
  return new Set(members);
}

/** Proves that the step from each state of the set at a block is possible and clean, and stays inside. */
function showStays(prover: Prover, { set, choices }: Recurrent, id: number, inside: ReadonlySet<number>): void {
  const { terms, stateVars, blocks, pc, doubts } = prover.system;
  const { name, feasible, bad, gap, doubtful, next } = blocks[id];
  const fixed = new Map<Term, Term>(atBlock(prover.system, id));
  for (const { block, values } of choices)
    if (block === id) for (const [input, value] of values) fixed.set(...constant(prover.system, input, value));
  const here = (t: Term): Term => substitute(terms, t, fixed);
  const unclear = doubts.some((doubt) => doubt.block === id && !doubt.hasCondition);
  if (unclear && here(set) !== terms.false)
    throw new Refused('form', `block ${id} (${name}) may rest on a doubt without a condition`);
  const behind = new Map(stateVars.map(({ term }, i) => [term, here(next[i])]));
  const target = pc === null ? null : behind.get(stateVars[pc].term);
  const stays =
    target == null
      ? terms.true
      : terms.orAll([...inside].map((to) => terms.eq(target, terms.bv(terms.width(target), to))));
  const good = terms.andAll([
    here(feasible),
    ...[bad, gap, doubtful].map((t) => terms.not(here(t))),
    stays,
    substitute(terms, set, behind),
  ]);
  prover.withSolver((solver) => {
    solver.assert(here(set));
    prover.unsatisfiable(solver, terms.not(good), 'consecution', `a step of block ${id} (${name}) that leaves the set`);
  });
}

function constant({ terms, inputs }: TransitionSystem, input: number, value: bigint): [Term, Term] {
  const { term } = inputs[input];
  const sort = terms.sort(term);
  return [term, sort.kind === 'bool' ? terms.bool(value !== 0n) : terms.bv(terms.width(term), value)];
}
