import type { Term } from '../../terms/builder.ts';
import type { TermStore } from '../../terms/store.ts';
import { type Certificate, certificateTerms, withTerms } from '../certificate.ts';
import type { SystemTrace, TraceValue, TransitionSystem } from '../system.ts';

/** The way back from a reduced system to its original. */
export interface WayBack {
  /**
   * An invariant of the original from one of the reduced system. It includes the facts that the pass
   * relied on. So it is inductive whenever the given one is, and implies it on corresponding states.
   */
  invariant(invariant: Term): Term;
  certificate(certificate: Certificate): Certificate;
  trace(trace: SystemTrace): SystemTrace;
}

/** The result of a pass: an equivalent system over the same term store, and the way back. */
export interface PassResult {
  readonly system: TransitionSystem;
  readonly back: WayBack;
}

/** A function from a system to an equivalent one. */
export type Pass = (system: TransitionSystem) => PassResult;

/** The relation of the variables of a reduced system to those of the original. */
export interface Correspondence {
  /** Maps a term over the reduced system's variables to one over the original's. */
  readonly term: (t: Term) => Term;
  /** The fact that the pass relied on, in variables of the original; it becomes part of every invariant. */
  readonly fact: Term;
  readonly terms: TermStore;
  /** The index in the original, by index of an input in the reduced system. */
  readonly inputs: readonly number[];
  /**
   * The index in the original, by index of a state variable in the reduced system. `distinctToo`:
   * further variables of the original whose values are functions of those, so that they may also
   * distinguish states.
   */
  readonly stateVars: readonly number[];
  readonly distinctToo: readonly number[];
}

/** The way back for a correspondence. */
export function wayBack(map: Correspondence): WayBack {
  const values = (step: ReadonlyMap<number, TraceValue>): ReadonlyMap<number, TraceValue> =>
    new Map([...step].map(([input, value]) => [map.inputs[input], value]));
  const invariant = (t: Term): Term => map.terms.and(map.term(t), map.fact);
  const closed = (variables: readonly number[]): readonly number[] => [
    ...variables.map((v) => map.stateVars[v]),
    ...map.distinctToo,
  ];
  return {
    invariant,
    certificate: (certificate) => {
      switch (certificate.kind) {
        case 'exhaustive':
          return certificate.changing === undefined ? certificate : { ...certificate, changing: closed(certificate.changing) };
        case 'enumerated':
          return { ...certificate, inputs: certificate.inputs.map((values) => ({ ...values, input: map.inputs[values.input] })) };
        case 'universal': {
          const own = withTerms(certificate, certificateTerms(certificate).map(map.term));
          return { ...own, invariant: invariant(certificate.invariant) };
        }
        case 'k-inductive':
          return {
            ...certificate,
            invariant: invariant(certificate.invariant),
            instances: certificate.instances.map(({ block, values: given }) => ({
              block,
              values: given.map(([input, value]) => [map.inputs[input], value] as const),
            })),
            distinct: certificate.distinct === null ? null : closed(certificate.distinct),
          };
      }
    },
    trace: (trace) => ({ init: values(trace.init), steps: trace.steps.map(values) }),
  };
}

const NOWHERE: WayBack = { invariant: (t) => t, certificate: (c) => c, trace: (t) => t };

/** Runs passes one after the other; the way back goes through them in reverse. */
export function pipeline(passes: readonly Pass[]): Pass {
  return (original) => {
    let system = original;
    const backs: WayBack[] = [];
    for (const pass of passes) {
      const result = pass(system);
      system = result.system;
      if (result.back !== NOWHERE) backs.push(result.back);
    }
    backs.reverse();
    return {
      system,
      back: {
        invariant: (t) => backs.reduce((result, back) => back.invariant(result), t),
        certificate: (c) => backs.reduce((result, back) => back.certificate(result), c),
        trace: (t) => backs.reduce((result, back) => back.trace(result), t),
      },
    };
  };
}

/** The result of a pass that changed nothing. */
export function unchanged(system: TransitionSystem): PassResult {
  return { system, back: NOWHERE };
}
