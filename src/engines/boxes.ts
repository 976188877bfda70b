import { boxFactory, Work } from '../smt/boxes/index.ts';
import { postorder } from '../smt/traverse.ts';
import type { TransitionSystem } from '../transys/system.ts';
import { boundChains } from './boxes/bounds.ts';
import { ChainInvariant } from './boxes/chains.ts';
import type { Claim, EngineContext } from './engine.ts';
import { InductiveFacts } from './inductive-facts.ts';
import { type Attempt, kindWith } from './kind.ts';
import { KnownLemmas } from './known-lemmas.ts';
import { BOXES, numberOf } from './options.ts';

/** The analysis of bounds begins when there is no proof for so many steps, and goes on at each further one. */
const BOUNDS_FROM = 1;
/** For so many steps a proof is tried with the limit of the options. */
const EAGER = 2;
/** For so many steps it is tried at least for so long, in ms: what a long run shows is shown fast, and runs of all lengths may be found faster still. */
const PATIENT = 32;
const LEAST_PROOF = 30;
/** Part of the work for the analysis of bounds, and for proofs, at most; the rest is for runs. */
const SHARE = 1 / 3;
/** The analysis is done for variables, and then so many times for relations as well, with so much more time for a query: what is not decided is not taken. */
const ROUNDS = 5;
const LONGER = 4;

/**
 * k-induction whose queries are answered by branch and prune over bounds of floats: rounded arithmetic is too much for circuits, but
 * smooth, so that few boxes of inputs show what it can come to. It is strengthened by bounds of the state variables, and of what blocks compute from several of
 * them, that are inductive together. Programs without floats are left to the other engines.
 *
 * Options: `maxDepth` (0: no limit), `stepMilliseconds` (limit of the first step check that takes long; doubled each time; 0: none),
 * `boundMilliseconds` (limit of a part of the analysis of bounds; more as the search for runs takes longer), `queryMilliseconds` (limit of one of its queries).
 * All are limits of work (see {@link Work}), so that a machine that does much else finds the same proofs, later.
 */
export function boxes(context: EngineContext): Claim {
  const { system, stopped } = context;
  if (!hasFloats(system)) return { kind: 'unknown', reason: { kind: 'incomplete', why: 'there are no floats' }, bound: null };
  const work = new Work();
  const inner: EngineContext = { ...context, solvers: boxFactory(system.terms, { stopped, work }), rivals: [] };
  const known = new KnownLemmas(inner);
  return kindWith(inner, known, attempts(inner, known, work));
}

/** Where there is no proof, a part of the analysis of bounds is done; they are published once they are inductive. */
function attempts(context: EngineContext, known: KnownLemmas, work: Work): Attempt {
  const analysing = new Stopwatch(work);
  const proving = new Stopwatch(work);
  const least = numberOf(context, BOXES.bounds);
  let chains = boundChains(context.system, false);
  let query = numberOf(context, BOXES.query);
  let rounds = context.system.pc === null ? 0 : ROUNDS;
  let analysis: ChainInvariant | null = null;
  return (k, check) => {
    // What needs no bounds has the certificate that is checked faster.
    const allowance = work.milliseconds * SHARE - proving.milliseconds;
    const isWorthwhile = k <= PATIENT || allowance >= LEAST_PROOF;
    const limit = k <= EAGER ? undefined : Math.max(LEAST_PROOF, allowance);
    if (isWorthwhile && proving.measure(() => check(limit))) return true;
    if (rounds === 0 || k < BOUNDS_FROM) return false;
    known.receive();
    const bounds = (analysis ??= new ChainInvariant(context, work, chains, query));
    const share = work.milliseconds * SHARE - analysing.milliseconds;
    if (!analysing.measure(() => bounds.run(known.invariants, Math.max(least, share)))) return false;
    const found = known.publish(...bounds.facts);
    context.note(`${found.length} bounds`);
    analysis = null;
    rounds -= 1;
    // Relations take longer to find, and to check.
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

function hasFloats({ terms, blocks, init }: TransitionSystem): boolean {
  const roots = [...init, ...blocks.flatMap(({ feasible, bad, gap, next }) => [feasible, bad, gap, ...next])];
  return postorder(terms, roots).some((t) => terms.sort(t).kind === 'float');
}
