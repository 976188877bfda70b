import { workClock } from '../../base/clock.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { packTerm } from '../../logic/terms/pack.ts';
import { isAt } from '../../system/transys/control.ts';
import { onward } from '../../system/transys/passes/onward.ts';
import { ai } from '../dataflow/ai.ts';
import { type Claim, type EngineContext, incomplete } from '../methods/engine.ts';
import { houdini } from '../templates/houdini.ts';
import { type Proposal, SettledRuns } from './recur/settled.ts';

/** Searches for each set of states; time of the first one in ms, and the factor by which later ones are longer. */
const SEARCHES = 4;
const FIRST_MILLISECONDS = 300;
const GROWTH = 3;
/** Runs between two proposals before the engine looks whether it is stopped. */
const RUNS = 16;
/** Blocks of one search: settled runs, and proposals. */
const MOST_RUNS = 600;
const MOST_PROPOSALS = 12;

/**
 * Looks for a run without end that need not meet a state twice, by a closed recurrence set (Chen, Cook,
 * Fuhs, Nimkar, O'Hearn: Proving Nontermination via Safety, TACAS 2014). Random runs whose inputs
 * settle propose a head of a loop, a state there, and constant inputs. The question whether the run goes
 * on for ever from there is one of safety ({@link onward}): an invariant that excludes its end is the
 * closed set. The dataflow analysis and invariants from templates answer it.
 */
export function recur(context: EngineContext): Claim {
  const { system, seed } = context;
  if (system.question !== 'termination') return incomplete('whether runs end is not the question');
  if (system.pc === null) return incomplete('there are no blocks');
  const proposals = proposalsOf(context, new SettledRuns(system, seed));
  context.note(`${proposals.length} runs that may have no end`);
  if (proposals.length === 0) return incomplete('no random run goes on with settled inputs');
  let milliseconds = FIRST_MILLISECONDS;
  for (let search = 0; search < SEARCHES; search++, milliseconds *= GROWTH)
    for (const proposal of proposals) {
      if (context.stopped()) return { kind: 'unknown', reason: { kind: 'stopped' }, bound: null };
      const set = closedSet(context, proposal, milliseconds);
      if (set === null) continue;
      const { stem, choices } = proposal;
      return { kind: 'unsafe', run: { kind: 'recurrent', stem, choices, set: packTerm(system.terms, set) } };
    }
  if (context.stopped()) return { kind: 'unknown', reason: { kind: 'stopped' }, bound: null };
  return incomplete('no set of states is closed under the steps of settled runs');
}

/** Proposals with different heads or inputs; the first ones of each head. */
function proposalsOf(context: EngineContext, runs: SettledRuns): readonly Proposal[] {
  const found = new Map<string, Proposal>();
  for (let run = 0; run < MOST_RUNS && found.size < MOST_PROPOSALS; run++) {
    if (run % RUNS === 0 && context.stopped()) break;
    const proposal = runs.next();
    if (proposal === null) continue;
    const chosen = proposal.choices.flatMap(({ values }) => values.map(([input, value]) => `${input}=${value}`));
    const key = `${proposal.head} ${chosen.join()} ${found.size === 0 || chosen.length > 0 ? '' : run % 3}`;
    if (!found.has(key)) found.set(key, proposal);
  }
  return [...found.values()];
}

/** A set that contains the proposed state, and that the chosen steps do not leave; null: none was found. */
function closedSet(context: EngineContext, proposal: Proposal, milliseconds: number): Term | null {
  const { system } = context;
  const { terms, pc } = system;
  const question = onward(system, proposal);
  if (question === null || pc === null) return null;
  for (const engine of [ai, houdini]) {
    const end = workClock() + milliseconds;
    const claim = engine({
      ...context,
      system: question,
      lemmas: { publish: () => {}, receive: () => [] },
      options: {},
      candidates: [],
      stopped: () => context.stopped() || workClock() > end,
      bound: () => {},
      offer: () => {},
      prove: () => {},
      isOpen: () => true,
      openChecks: () => [],
      note: () => {},
      statistics: () => {},
    });
    if (claim.kind !== 'safe' || claim.certificate.kind !== 'inductive') continue;
    const { invariant, k } = claim.certificate;
    const inside = terms.orAll([...proposal.inside].map((block) => isAt(system, block)));
    if (k === 0) return terms.and(invariant, inside);
  }
  return null;
}
