import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { conjuncts } from '../../logic/terms/traverse.ts';
import type { BlockValues, Fact } from '../../system/analysis/facts.ts';
import { factsByBlock } from '../../system/analysis/given.ts';
import { analyseRound, PRECISIONS } from '../../system/analysis/rounds.ts';
import { type Claim, type EngineContext, incomplete } from '../methods/engine.ts';
import { CheckClaims } from '../methods/inductive/claim.ts';
import { InductiveFacts, type LearnLimits } from '../methods/inductive/facts.ts';
import { KnownLemmas } from '../methods/known-lemmas.ts';

/**
 * Most facts that one set publishes. Larger sets distinguish many places: they serve this engine's
 * proof and would cost the other engines more than they give.
 */
const MOST_PUBLISHED = 256;
/** Time limits of a solver query while facts are checked, and of checking one set of facts, in ms. */
const QUERY_MILLISECONDS = 2_000;
const CHECK_MILLISECONDS = 20_000;
/** Time limit of a query about facts that are true if the domains are right, in ms. */
const FACT_MILLISECONDS = 700;
/** The same limits for inequalities between sums, most of which are guesses. */
const SUM_LIMITS = { query: 300, milliseconds: 3_000 };

/** The conjuncts of facts, as facts of their own. */
function partsOf(terms: TermStore, facts: readonly Fact[]): readonly Fact[] {
  return facts.flatMap((fact) => {
    const [at, said] = implicationOf(terms, fact.formula) ?? [terms.true, fact.formula];
    return conjuncts(terms, said).map((part) => ({ ...fact, formula: terms.implies(at, part) }));
  });
}

/** The two sides of an implication; null for other formulas. */
function implicationOf(terms: TermStore, t: Term): readonly [condition: Term, said: Term] | null {
  const both = terms.op(t) === Op.NOT ? terms.arg(t, 0) : t;
  if (both === t || terms.op(both) !== Op.AND) return null;
  const [a, b] = [terms.arg(both, 0), terms.arg(both, 1)];
  return terms.op(b) === Op.NOT ? [a, terms.arg(b, 0)] : terms.op(a) === Op.NOT ? [b, terms.arg(a, 0)] : null;
}

/**
 * Dataflow analysis with continuously refined precision (Beyer, Dangl, Wendler, CAV 2015, Sect. 3). It
 * computes bounds, known bits, congruences and small sets of values of the state variables at the cut
 * points. The first rounds treat whole blocks. Later ones treat the cases of a block one by one, with
 * linear equalities and differences of variables. The last ones split states by variables of few
 * values and by comparisons with constants.
 *
 * Each round is relative to the facts that this engine and the others found before. The last round is
 * repeated as long as other engines publish lemmas meanwhile. A round whose guesses hold is repeated once. A
 * solver checks the facts of a round before they are published, and keeps those of its guesses that steps keep.
 * The engine ends with a proof once the known facts exclude bad. Checks that are decided one by one are claimed
 * as soon as the facts exclude enough of them.
 */
export function ai(context: EngineContext): Claim {
  const { system } = context;
  const known = new KnownLemmas(context);
  const inductive = new InductiveFacts(context, QUERY_MILLISECONDS);
  const stopped = (): boolean => context.stopped();
  let values: BlockValues | null = null;
  let facts = 0;
  let published = true;
  const claims = new CheckClaims(context, inductive);
  let isRepeated = false;
  for (let round = 0; ; ) {
    const news = known.receive();
    if (round >= PRECISIONS.length && !news && !isRepeated) break;
    inductive.accept(known.invariants);
    const precision = PRECISIONS[Math.min(round, PRECISIONS.length - 1)];
    const result = analyseRound(system, precision, values, factsByBlock(system, [...inductive.facts]), stopped);
    if (stopped()) return { kind: 'unknown', reason: { kind: 'stopped' }, bound: null };
    values = result.values;
    const limits = { cases: result.places, milliseconds: CHECK_MILLISECONDS };
    const learn = (found: readonly Fact[], learning: LearnLimits = limits): readonly [kept: number, of: number] => {
      const formulas = found.map((fact) => fact.formula);
      const learnt = inductive.learn(formulas, learning);
      // Later facts may rest on facts that were not published, and are not published either.
      if (learnt.length > MOST_PUBLISHED) published = false;
      if (published) known.publish(...learnt);
      facts += learnt.length;
      return [learnt.length, found.length];
    };
    const counts = result.facts.map((found): readonly [kept: number, of: number] => {
      const [kept, of] = learn(found, { ...limits, query: FACT_MILLISECONDS });
      if (kept === of) return [kept, of];
      // A solver may not keep up with one variable of a fact about many.
      const [parts] = learn(partsOf(system.terms, found), { ...limits, query: FACT_MILLISECONDS });
      return [kept + (parts > 0 ? 1 : 0), of];
    });
    // Facts often suffice without candidates, which take longer to check. The attempt before had the older ones.
    const hasGrown = news || counts.some(([kept]) => kept > 0);
    const early =
      result.candidates.length + result.sums.length === 0 || !hasGrown
        ? null
        : claims.attempt({ ...limits, atEnd: false });
    if (early !== null) return early;
    const guesses = [
      learn(result.candidates, { ...limits, query: FACT_MILLISECONDS }),
      learn(result.sums, { ...limits, ...SUM_LIMITS }),
    ];
    context.note(
      `${precision.name}: facts ${[...counts, ...guesses].map(([kept, of]) => `${kept} of ${of}`).join(', ')}`,
    );
    isRepeated = !isRepeated && guesses.some(([kept]) => kept > 0);
    if (!isRepeated) round += 1;
    context.statistics?.({ rounds: round, facts });
    const atEnd = round >= PRECISIONS.length && !isRepeated;
    const isNew = hasGrown || guesses.some(([kept]) => kept > 0);
    const claim = isNew || atEnd ? claims.attempt({ ...limits, atEnd }) : null;
    if (claim !== null) return claim;
    if (stopped()) return { kind: 'unknown', reason: { kind: 'stopped' }, bound: null };
  }
  return incomplete('values and relations of variables do not exclude the error');
}
