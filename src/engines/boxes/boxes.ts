import { boxFactory, Work } from '../../logic/boxes/index.ts';
import { hasFloats } from '../../system/transys/program-terms.ts';
import { type Attempt, kindWith } from '../bounded/kind.ts';
import { type Claim, type EngineContext, incomplete } from '../methods/engine.ts';
import { InductiveFacts } from '../methods/inductive/facts.ts';
import { KnownLemmas } from '../methods/known-lemmas.ts';
import { boundChains } from './bounds.ts';
import { ChainInvariant } from './chains.ts';

/** The first k for which bounds are analysed. */
const BOUNDS_FROM = 1;
/** Up to this k, a proof attempt has no limit of its own. */
const EAGER = 2;
/**
 * Up to this k, a proof attempt gets at least LEAST_PROOF ms. Later attempts are made only while their
 * share of the work allows it. A proof by many steps is fast where it succeeds, and the search for
 * runs may be faster still.
 */
const PATIENT = 32;
const LEAST_PROOF = 30;
/**
 * Largest share of the work for the analysis of bounds, and the same for proof attempts; the rest is
 * for runs.
 */
const SHARE = 1 / 3;
/**
 * Rounds of bound analysis: the first on variables only, the others on relations too. Each round on
 * relations after the first one has LONGER times the query limit of the round before; undecided bounds
 * are dropped.
 */
const ROUNDS = 5;
const LONGER = 4;
/** Least time of a part of the analysis of bounds, and time limit of its first queries, in ms of work. */
const LEAST_ANALYSIS = 500;
const QUERY_MILLISECONDS = 100;

/**
 * k-induction whose queries are answered by branch and prune over bounds of floats. Rounded arithmetic
 * is too large for circuits, but smooth, so that few boxes of inputs show its possible results. Bounds
 * of the state variables, and of the values that blocks compute from several variables, strengthen the
 * induction; they are inductive together. The engine gives up at once on programs without floats.
 *
 * Options: `MAX_DEPTH` in `options.ts`. All limits count work (see {@link Work}), so that
 * a loaded machine finds the same proofs, later.
 */
export function boxes(context: EngineContext): Claim {
  const { system, stopped } = context;
  if (!hasFloats(system)) return incomplete('there are no floats');
  const work = new Work();
  const inner: EngineContext = { ...context, solvers: boxFactory(system.terms, { stopped, work }), otherEngines: [] };
  const known = new KnownLemmas(inner);
  return kindWith(inner, known, attempts(inner, known, work));
}

/**
 * Tries a proof for k steps. Without one, it runs a part of the analysis of bounds, and publishes the
 * bounds once they are inductive.
 */
function attempts(context: EngineContext, known: KnownLemmas, work: Work): Attempt {
  const analysing = new Stopwatch(work);
  const proving = new Stopwatch(work);
  let chains = boundChains(context.system, false);
  let query = QUERY_MILLISECONDS;
  let rounds = context.system.pc === null ? 0 : ROUNDS;
  let analysis: ChainInvariant | null = null;
  return (k, check) => {
    // A proof without bounds has the certificate that is checked faster.
    const allowance = work.milliseconds * SHARE - proving.milliseconds;
    const isWorthwhile = k <= PATIENT || allowance >= LEAST_PROOF;
    const limit = k <= EAGER ? undefined : Math.max(LEAST_PROOF, allowance);
    if (isWorthwhile && proving.measure(() => check(limit))) return true;
    if (rounds === 0 || k < BOUNDS_FROM) return false;
    known.receive();
    const bounds = (analysis ??= new ChainInvariant(context, work, chains, query));
    const share = work.milliseconds * SHARE - analysing.milliseconds;
    if (!analysing.measure(() => bounds.run(known.invariants, Math.max(LEAST_ANALYSIS, share)))) return false;
    const found = known.publish(...bounds.facts);
    context.note(`${found.length} bounds`);
    analysis = null;
    rounds -= 1;
    // Relations take longer to find and to check.
    if (rounds === ROUNDS - 1) chains = boundChains(context.system, true);
    else query *= LONGER;
    if (found.length === 0) return false;
    const facts = new InductiveFacts(context, query);
    facts.accept(known.invariants);
    const isExcluded = proving.measure(() => facts.excludesBad());
    return isExcluded && { kind: 'safe', certificate: facts.certificate };
  };
}

class Stopwatch {
  milliseconds = 0;

  constructor(private readonly work: Work) {}

  measure<T>(run: () => T): T {
    const start = this.work.milliseconds;
    const result = run();
    this.milliseconds += this.work.milliseconds - start;
    return result;
  }
}
