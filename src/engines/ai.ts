import type { BlockValues } from '../analysis/facts.ts';
import { factsByBlock } from '../analysis/given.ts';
import { analyseRound, PRECISIONS } from '../analysis/rounds.ts';
import type { Claim, EngineContext } from './engine.ts';
import { InductiveFacts } from './inductive-facts.ts';
import { KnownLemmas } from './known-lemmas.ts';
import { AI, numberOf } from './options.ts';

/** Larger sets of facts tell many places apart: they are for a proof here, and would cost others more than they give. */
const MOST_PUBLISHED = 256;

/**
 * Dataflow analysis with continuously refined precision (Beyer, Dangl, Wendler, CAV 2015, Sect. 3): the cut points of the system with bounds, known
 * bits, congruences and small sets of values of the state variables; at first whole blocks, then their cases one by one with linear equalities and
 * differences of variables, then with states told apart by variables of few values and by what comparisons with constants tell apart. Each
 * round is relative to what the engine and others found before; the last one is repeated as long as others found something new meanwhile. What a
 * round finds is checked by a solver and published. The engine ends with a proof where what is known excludes bad.
 *
 * Options: `rounds` (at most so many; 0: all), `queryMilliseconds` (limit of a solver query), `checkMilliseconds` (limit of checking one set
 * of facts).
 */
export function ai(context: EngineContext): Claim {
  const { system } = context;
  const most = numberOf(context, AI.rounds);
  const known = new KnownLemmas(context);
  const inductive = new InductiveFacts(context, numberOf(context, AI.query));
  const checkMilliseconds = numberOf(context, AI.check);
  const stopped = (): boolean => context.stopped();
  let values: BlockValues | null = null;
  let facts = 0;
  let published = true;
  for (let round = 0; most === 0 || round < most; round += 1) {
    const news = known.receive();
    if (round >= PRECISIONS.length && !news) break;
    inductive.accept(known.invariants);
    const precision = PRECISIONS[Math.min(round, PRECISIONS.length - 1)];
    const result = analyseRound(system, precision, values, factsByBlock(system, [...inductive.facts]), stopped);
    if (stopped()) return { kind: 'unknown', reason: { kind: 'stopped' }, bound: null };
    values = result.values;
    const counts = result.facts.map((found) => {
      const formulas = found.map((fact) => fact.formula);
      const learnt = inductive.learn(formulas, { milliseconds: checkMilliseconds, cases: result.places });
      // What comes later may rest on what is kept back, and is kept back as well.
      if (learnt.length > MOST_PUBLISHED) published = false;
      if (published) known.publish(...learnt);
      facts += learnt.length;
      return `${learnt.length} of ${found.length}`;
    });
    context.note(`${precision.name}: facts ${counts.join(', ')}`);
    context.statistics?.({ rounds: round + 1, facts });
    if (inductive.excludesBad(result.places)) return { kind: 'safe', certificate: inductive.certificate };
    if (stopped()) return { kind: 'unknown', reason: { kind: 'stopped' }, bound: null };
  }
  return {
    kind: 'unknown',
    reason: { kind: 'incomplete', why: 'values and relations of variables do not exclude the error' },
    bound: null,
  };
}
