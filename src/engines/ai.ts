import type { BlockValues } from '../analysis/facts.ts';
import { type BlockFacts, factsByBlock } from '../analysis/given.ts';
import { analyseRound, PRECISIONS } from '../analysis/rounds.ts';
import type { Claim, EngineContext } from './engine.ts';
import { InductiveFacts } from './inductive-facts.ts';
import { KnownLemmas } from './known-lemmas.ts';

/**
 * Dataflow analysis with continuously refined precision (Beyer, Dangl, Wendler, CAV 2015, Sect. 3): the cut points of the system with bounds, known
 * bits and congruences of the state variables; at first whole blocks, then their cases one by one with linear equalities and differences of
 * variables, then with states told apart by variables of few values. Each round is relative to what the engine and others found before. What it
 * finds is checked by a solver and published; the engine ends with a proof where what is known excludes bad, or after the last round.
 *
 * Options: `rounds` (at most so many; 0: all), `queryMilliseconds` (limit of a solver query), `checkMilliseconds` (limit of checking one set
 * of facts).
 */
export function ai(context: EngineContext): Claim {
  const { system } = context;
  const rounds = Number(context.options.rounds ?? 0);
  const known = new KnownLemmas(context);
  const inductive = new InductiveFacts(context, Number(context.options.queryMilliseconds ?? 2_000));
  const checkMilliseconds = Number(context.options.checkMilliseconds ?? 20_000);
  let values: BlockValues | null = null;
  const stopped = (): Claim => ({ kind: 'unknown', reason: { kind: 'stopped' }, bound: null });
  for (const precision of rounds > 0 ? PRECISIONS.slice(0, rounds) : PRECISIONS) {
    known.receive();
    inductive.accept(known.invariants);
    const given: BlockFacts = factsByBlock(system, known.invariants);
    const result = analyseRound(system, precision, values, given, () => context.stopped());
    if (context.stopped()) return stopped();
    values = result.values;
    const counts = result.facts.map((facts) => {
      const learnt = inductive.learn(
        facts.map((fact) => fact.formula),
        { milliseconds: checkMilliseconds, cases: result.places },
      );
      known.publish(...learnt.map((formula) => ({ kind: 'invariant', bound: null, formula }) as const));
      return `${learnt.length} of ${facts.length}`;
    });
    context.note(`${precision.name}: facts ${counts.join(', ')}`);
    if (inductive.excludesBad(result.places)) return { kind: 'safe', certificate: inductive.certificate };
    if (context.stopped()) return stopped();
  }
  return {
    kind: 'unknown',
    reason: { kind: 'incomplete', why: 'values and relations of variables do not exclude the error' },
    bound: null,
  };
}
