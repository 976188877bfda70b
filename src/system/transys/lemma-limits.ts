/**
 * All limits of the exchange, so that they can be read and changed in one place. Sizes of formulas are
 * numbers of distinct nodes; times are in ms.
 */
export const LIMITS = {
  /** Lemmas that engines publish. */
  publishing: {
    /** Nodes of a conjunct of an interpolant. */
    imageNodes: 200,
  },
  /** Lemmas that the relay accepts. */
  intake: {
    /** Larger lemmas cost their receivers more than they give. */
    nodes: 20_000,
    /** Lemmas of one author per second. */
    perSecond: 1_000,
    /** All lemmas of a race. */
    total: 20_000,
    totalNodes: 2_000_000,
  },
  /** Comparison of lemmas with known ones, by their literals. */
  subsumption: {
    /** Literals of a clause; longer ones are compared as a whole. */
    literals: 24,
    /** Known clauses that are compared for each literal. */
    candidates: 64,
  },
  /** The check of lemmas before they are delivered. */
  audit: {
    /** CPU time of a query. */
    queryMilliseconds: 200,
    /** CPU time for all lemmas of one batch. */
    batchMilliseconds: 800,
    /** Time without an answer after which the audit's thread is abandoned. */
    patienceMilliseconds: 60_000,
    /** Reached states on which each lemma is evaluated, and the time to find them. */
    states: 200,
    samplingMilliseconds: 60,
    /** Lemmas of one author that wait for later ones. */
    waiting: 300,
    /** Gates of one solver. */
    gates: 400_000,
  },
  /** Lemmas that are sent to other machines, and accepted from them. */
  far: { nodes: 2_000 },
  /** Rates for lemmas of an author that were of no use to a receiver so far. */
  usefulness: {
    /** Lemmas that are sent in any case. */
    trial: 64,
    /** Lemmas per second afterwards, and their size in nodes. */
    perSecond: 8,
    nodes: 20,
    /**
     * Latest lemmas that are held back for a receiver; they are sent once others of the author were of
     * use.
     */
    held: 200,
  },
} as const;

/** The lemmas that an engine takes. */
export interface Subscription {
  /** Most nodes of a lemma; 0: it takes none. */
  readonly nodes: number;
  /**
   * True if the engine reports useful lemmas. If it does not, their use is not known, and no lemma is
   * held back.
   */
  readonly reports: boolean;
}
