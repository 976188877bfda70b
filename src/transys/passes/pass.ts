import type { Term } from '../../terms/builder.ts';
import type { TermStore } from '../../terms/store.ts';
import { type Certificate, certificateTerms, withTerms } from '../certificate.ts';
import type { SystemTrace, TraceValue, TransitionSystem } from '../system.ts';

/** The way back from a reduced system to the one it was made from. */
export interface WayBack {
  /**
   * An invariant of the original from one of the reduced system. It includes what the pass itself relied on, so that it is inductive whenever
   * the given one is (and implies it on corresponding states).
   */
  invariant(invariant: Term): Term;
  certificate(certificate: Certificate): Certificate;
  trace(trace: SystemTrace): SystemTrace;
}

/** What a pass returns: an equivalent system over the same term store, and the way back. */
export interface PassResult {
  readonly system: TransitionSystem;
  readonly back: WayBack;
}

export type Pass = (system: TransitionSystem) => PassResult;

/** How the variables of a reduced system correspond to those of the original. */
export interface Correspondence {
  /** A term over the reduced system's variables in those of the original. */
  readonly term: (t: Term) => Term;
  /** What the pass relied on, in variables of the original: becomes part of every invariant. */
  readonly fact: Term;
  readonly terms: TermStore;
  /** By index of an input in the reduced system: its index in the original. */
  readonly inputs: readonly number[];
  /**
   * By index of a state variable in the reduced system: its index in the original. `distinctToo`: further variables of the original whose
   * values follow from those, so that they may take part in telling states apart.
   */
  readonly stateVars: readonly number[];
  readonly distinctToo: readonly number[];
}

/** The way back that a correspondence describes. */
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

/** For a pass that found nothing to do. */
export function unchanged(system: TransitionSystem): PassResult {
  return { system, back: NOWHERE };
}
