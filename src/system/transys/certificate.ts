import type { Term } from '../../logic/terms/builder.ts';

/**
 * The reason why no run reaches bad, in a form that a fresh solver can check without knowing its
 * author. In all forms "bad" includes gaps. A certificate is plain data apart from its terms. A sender
 * to another thread translates {@link certificateTerms} and copies the rest.
 */
export type Certificate = Inductive | Universal | Runs | Ranking | States;

/**
 * The reason why all runs end. An invariant L is inductive, holds initially and excludes gaps. Each
 * step from a state in L makes a tuple of unsigned words smaller in the lexicographic order. Tuples of
 * words have no endless descent, and the words may wrap around as they like.
 */
export interface Ranking {
  readonly kind: 'ranking';
  readonly invariant: Term;
  /**
   * The tuple of each block, by id, over the state variables. All tuples have the same length, and the
   * words at one position the same width.
   */
  readonly measures: readonly (readonly Term[])[];
}

/**
 * A proof by runs. Only those count from which a way leads on to an error or a gap; all of them, if the question is
 * termination. None is longer than `bound` steps (T^(bound+1) is infeasible), and none meets bad.
 */
export interface Runs {
  readonly kind: 'runs';
  readonly bound: number;
  /**
   * True if the bound counts the steps of an execution of the program. An execution takes library functions as a whole
   * that have loops in the system, so that a longer run does not contradict the claim.
   */
  readonly isExecuted?: boolean;
  /**
   * The inputs that matter, each once: a run is made for each choice of their values. Values of an input
   * that make no difference are in one range, which has one run. Other inputs may have any value in each
   * run. Absent: the checker finds a way to prove the bound.
   */
  readonly inputs?: readonly InputValues[];
}

/** The values of an input: all of its sort, in ascending ranges without a gap. Booleans are 0n and 1n. */
export interface InputValues {
  /** Index in `system.inputs`. */
  readonly input: number;
  readonly ranges: readonly ValueRange[];
}

/** The values from `low` to `high`, both included; unsigned. */
export interface ValueRange {
  readonly low: bigint;
  readonly high: bigint;
  /** True if each value has a run of its own; otherwise all of them share one. */
  readonly each: boolean;
}

/**
 * A list of states, block by block, which no step leaves, and from which none ends in bad. At the entry, any state is
 * allowed. The checker evaluates the steps from each of them.
 */
export interface States {
  readonly kind: 'states';
  /** Each block at most once; blocks without a list are not reached. */
  readonly blocks: readonly StateList[];
}

/** The states at a block, as bounds of some variables. Others may have any value. */
export interface StateList {
  readonly block: number;
  /** State variables of at most 32 bits, or with values of so many; each once. */
  readonly variables: readonly Term[];
  /**
   * Entry by entry, the least and the greatest value of each variable, both included: words with or without a sign,
   * Booleans as 0 and 1. A list without variables is one entry.
   */
  readonly bounds: Int32Array;
}

/** The number of entries of a list of states. */
export function entriesOf({ variables, bounds }: StateList): number {
  return variables.length === 0 ? 1 : bounds.length / (2 * variables.length);
}

/**
 * A certificate for each part of a system. A part covers the errors and gaps of some blocks only.
 * Steps that lead to none of these blocks are left out of it. Every block with an error or a gap is
 * covered by some part.
 */
export interface Parts {
  readonly kind: 'parts';
  readonly parts: readonly CertifiedPart[];
}

/** One part of a system, with its certificate. */
export interface CertifiedPart {
  /** Ids of the blocks whose errors it covers. */
  readonly blocks: readonly number[];
  readonly certificate: Certificate;
}

/** The certificate of a complete proof: one for the whole system, or one for each of its parts. */
export type WholeCertificate = Certificate | Parts;

/**
 * A pair (L, k): L is inductive and holds initially, and bad is k-inductive relative to it. If k = 0,
 * L excludes bad.
 */
export interface Inductive {
  readonly kind: 'inductive';
  readonly invariant: Term;
  readonly k: number;
  /**
   * Input values for which the step case assumes that bad is false in the states before the last one,
   * whatever the run's own inputs are. Sound for any values: the shortest run into bad passes no earlier
   * state from which *some* input leads to bad. May be empty.
   */
  readonly instances: readonly InputInstance[];
}

/**
 * Values of some step inputs of one block, by index in `system.inputs`; Booleans are 0n and 1n. Other
 * inputs keep the run's own value.
 */
export interface InputInstance {
  readonly block: number;
  readonly values: readonly (readonly [input: number, value: bigint])[];
}

/**
 * The formula ∀ b. L(s, b) holds initially, is inductive and excludes bad. Such an invariant is about
 * all elements of an array at once. It is assumed for the bound variables themselves and for the
 * instances, and proved for any values of the bound variables. So no solver meets a quantifier.
 */
export interface Universal {
  readonly kind: 'universal';
  /** L, over the state variables and the bound ones. */
  readonly invariant: Term;
  /** Variables that the system does not have. */
  readonly bound: readonly Term[];
  /** Sound for any terms: a formula that holds for all values holds for these. */
  readonly instances: readonly BoundInstance[];
  /** Variables of the proof, of which the invariant and the instances may speak as of state variables. Absent: none. */
  readonly recorded?: readonly Recorded[];
}

/**
 * A variable that records for a proof what a run did. It changes no run, as the system does not have it, and
 * each step gives it a value (a history variable: Abadi, Lamport: The Existence of Refinement Mappings, TCS 1991).
 *
 * Example: a loop adds up elements of an array, and the variable keeps the sum before each turn. Behind the
 * loop it has the sums of all prefixes.
 */
export interface Recorded {
  /** A variable that the system does not have. */
  readonly variable: Term;
  /** The initial value, over init inputs. */
  readonly init: Term;
  /** The value after a step of each block, by id: over state variables, recorded ones and inputs of the block. */
  readonly next: readonly Term[];
}

/**
 * Terms that replace bound variables (by index) where a step of the block assumes the invariant. They
 * are over the state variables, the inputs of the block and the bound variables. Bound variables
 * without a term are not replaced.
 */
export interface BoundInstance {
  readonly block: number;
  readonly values: readonly (readonly [bound: number, value: Term])[];
}

/** All terms of a certificate, in a fixed order. */
export function certificateTerms(certificate: Certificate): readonly Term[] {
  switch (certificate.kind) {
    case 'runs':
      return [];
    case 'states':
      return certificate.blocks.flatMap(({ variables }) => variables);
    case 'inductive':
      return [certificate.invariant];
    case 'ranking':
      return [certificate.invariant, ...certificate.measures.flat()];
    case 'universal': {
      const { invariant, bound, instances, recorded = [] } = certificate;
      return [
        invariant,
        ...bound,
        ...instances.flatMap(({ values }) => values.map(([, value]) => value)),
        ...recorded.flatMap(({ variable, init, next }) => [variable, init, ...next]),
      ];
    }
  }
}

/** The certificate with other terms, given in the order of {@link certificateTerms}. */
export function withTerms(certificate: Certificate, terms: readonly Term[]): Certificate {
  switch (certificate.kind) {
    case 'runs':
      return certificate;
    case 'states': {
      let place = 0;
      const blocks = certificate.blocks.map((list) => ({
        ...list,
        variables: list.variables.map(() => terms[place++]),
      }));
      return { ...certificate, blocks };
    }
    case 'inductive':
      return { ...certificate, invariant: terms[0] };
    case 'ranking': {
      let place = 1;
      const measures = certificate.measures.map((tuple) => tuple.map(() => terms[place++]));
      return { ...certificate, invariant: terms[0], measures };
    }
    case 'universal': {
      const [invariant, ...rest] = terms;
      let place = certificate.bound.length;
      const instances = certificate.instances.map(({ block, values }) => ({
        block,
        values: values.map(([b]) => [b, rest[place++]] as const),
      }));
      const own = { ...certificate, invariant, bound: rest.slice(0, certificate.bound.length), instances };
      if (certificate.recorded === undefined) return own;
      const recorded = certificate.recorded.map(({ next }) => ({
        variable: rest[place++],
        init: rest[place++],
        next: next.map(() => rest[place++]),
      }));
      return { ...own, recorded };
    }
  }
}
