/**
 * All limits of the exchange, so that they can be read and changed in one place. Sizes of formulas are numbers of different nodes; times are in
 * ms.
 */
export const LIMITS = {
  /** What engines tell. */
  publishing: {
    /** Conjuncts of interpolants. */
    imageNodes: 200,
  },
  /** What the relay takes in. */
  intake: {
    /** Larger lemmas cost their receivers more than they give. */
    nodes: 20_000,
    /** Lemmas of one author. */
    perSecond: 1_000,
    /** All lemmas of a race. */
    total: 20_000,
    totalNodes: 2_000_000,
  },
  /** How lemmas are compared with known ones, by their literals. */
  subsumption: {
    /** Literals of a clause; longer ones are compared as a whole. */
    literals: 24,
    /** Known clauses that are looked at for each literal. */
    candidates: 64,
  },
  /** How lemmas are checked before they are told to others. */
  audit: {
    /** CPU time of a query. */
    queryMilliseconds: 200,
    /** CPU time for all lemmas that come together. */
    batchMilliseconds: 800,
    /** The checking thread is given up if it does not answer for so long. */
    patienceMilliseconds: 60_000,
    /** Reached states, on which each lemma is evaluated, and the time to find them. */
    states: 200,
    samplingMilliseconds: 60,
    /** Lemmas of one author that wait for others of it. */
    waiting: 300,
    /** Gates of one solver. */
    gates: 400_000,
  },
  /** What is told to other machines, and taken in from them. */
  far: { nodes: 2_000 },
  /** Lemmas of an author that a receiver had no use for so far are sent to it less. */
  usefulness: {
    /** So many are sent in any case. */
    trial: 64,
    /** Afterwards, so many in a second, and small ones only. */
    perSecond: 8,
    nodes: 20,
    /** Held back for a receiver, the latest ones; it gets them once others of the author were of use. */
    held: 200,
  },
} as const;

/** Which lemmas are of use to an engine. */
export interface Reception {
  /** Most nodes of a lemma; 0: it takes none. */
  readonly nodes: number;
  /** Whether the engine says which ones were of use; of others that is not known, and nothing is held back. */
  readonly reports: boolean;
}

/** Each query of the provers has all invariants in it, in each step; k-induction's solver takes any. */
const PROVER: Reception = { nodes: 2_000, reports: false };
const NOTHING: Reception = { nodes: 0, reports: false };

const RECEPTION: ReadonlyMap<string, Reception> = new Map<string, Reception>([
  ['kind', { nodes: LIMITS.intake.nodes, reports: true }],
  ['pdr', { nodes: 300, reports: true }],
  ['ai', { nodes: 400, reports: false }],
  // Lemmas make bounded search slower (up to ten times) more often than faster (a fifth).
  ['bmc', NOTHING],
  ['exhaust', NOTHING],
  ['explore', NOTHING],
]);

/** By the engine's name. */
export function receptionOf(engine: string): Reception {
  return RECEPTION.get(engine) ?? PROVER;
}
