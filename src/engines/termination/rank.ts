import type { BlockValues } from '../../system/analysis/facts.ts';
import { factsByBlock } from '../../system/analysis/given.ts';
import { analyseRound, PRECISIONS } from '../../system/analysis/rounds.ts';
import { type Claim, type EngineContext, incomplete } from '../methods/engine.ts';
import { InductiveFacts } from '../methods/inductive/facts.ts';
import { KnownLemmas } from '../methods/known-lemmas.ts';
import { lexicographicMeasures } from './rank/lexicographic.ts';
import { guardMeasures } from './rank/measures.ts';

/** Time limits of a solver query, and of checking one set of facts, in ms. */
const QUERY_MILLISECONDS = 1_000;
const FACTS_MILLISECONDS = 5_000;

/**
 * Proves that all runs end, by a tuple of measures for each block (Bradley, Manna, Sipma, CAV 2005). The
 * candidates are distances between the sides of the program's comparisons. In each strongly connected
 * component of blocks, the engine chooses measures one after the other. A measure is chosen if no
 * remaining step lets it grow and some step lets it fall; steps that let it fall are then removed.
 *
 * The search rests on invariants, which rounds of the dataflow analysis find. Each round is followed by
 * a search, so that simple loops need no invariants at all.
 */
export function rank(context: EngineContext): Claim {
  const { system } = context;
  if (system.question !== 'termination') return incomplete('whether runs end is not the question');
  const known = new KnownLemmas(context);
  const inductive = new InductiveFacts(context, QUERY_MILLISECONDS);
  const stopped = (): boolean => context.stopped();
  const candidates = guardMeasures(system);
  context.note(`${candidates.length} candidate measures`);
  let values: BlockValues | null = null;
  let why = 'no measures from guards fall in each step';
  for (let round = 0; round <= PRECISIONS.length; round++) {
    known.receive();
    inductive.accept(known.invariants);
    if (stopped()) return { kind: 'unknown', reason: { kind: 'stopped' }, bound: null };
    if (inductive.excludesBad()) {
      const found = lexicographicMeasures(context, candidates, (block) => inductive.before(block), QUERY_MILLISECONDS);
      if (found.kind === 'found')
        return {
          kind: 'safe',
          certificate: { kind: 'ranking', invariant: inductive.invariant, measures: found.measures },
        };
      why = found.why;
    } else why = gapText(context);
    if (round === PRECISIONS.length || stopped()) break;
    const result = analyseRound(system, PRECISIONS[round], values, factsByBlock(system, [...inductive.facts]), stopped);
    if (stopped()) break;
    values = result.values;
    for (const found of result.facts) {
      const formulas = found.map((fact) => fact.formula);
      const limits = { milliseconds: FACTS_MILLISECONDS, cases: result.places };
      known.publish(...inductive.learn(formulas, limits));
    }
    context.note(`${PRECISIONS[round].name}: ${inductive.facts.size} facts`);
  }
  if (stopped()) return { kind: 'unknown', reason: { kind: 'stopped' }, bound: null };
  return incomplete(why);
}

function gapText({ system: { gaps } }: EngineContext): string {
  const [gap] = gaps;
  return gap === undefined ? 'a gap is not excluded' : `it is not excluded that a run meets ${gap.construct}`;
}
