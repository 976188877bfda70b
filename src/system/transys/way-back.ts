import { LemmataError } from '../../base/errors.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { sameSort } from '../../logic/terms/sort.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { Substitution } from '../../logic/terms/substitute.ts';
import { type Certificate, certificateTerms, entriesOf, type StateList, withTerms } from './certificate.ts';
import type { SystemTrace, TraceValue, TransitionSystem } from './system.ts';

/** Bounds of 32 bits on a variable of the original at a block. Words are read as they are extended, Booleans as 0 and 1. */
export interface VariableRange {
  readonly block: number;
  readonly variable: Term;
  readonly low: number;
  readonly high: number;
}

/**
 * One step of the way back: relates the system that a pass returned to the system that it was given.
 * Plain data over the term store of both.
 */
interface Undo {
  /** Variables of the reduced system, and the terms over the original's variables that have their values. */
  readonly replaced: readonly (readonly [variable: Term, value: Term])[];
  /** The fact that the pass relied on, in variables of the original; it becomes part of every invariant. */
  readonly fact: Term;
  /** The part of that fact about values of at most 32 bits. */
  readonly ranges: readonly VariableRange[];
  /** The index in the original, by index of an input in the reduced system. */
  readonly inputs: readonly number[];
}

/** The way back from a reduced system to its original, step by step; empty if both are the same. */
export type WayBack = readonly Undo[];

/**
 * Returns an invariant of the original from one of the reduced system. It includes the facts that the
 * passes relied on. So it is inductive whenever the given one is, and implies it on corresponding states.
 */
export function invariantBack(terms: TermStore, way: WayBack, invariant: Term): Term {
  return way.reduce((t, { replaced, fact }) => terms.and(new Substitution(terms, replaced).apply(t), fact), invariant);
}

/** Returns the certificate of the original that a certificate of the reduced system stands for. */
export function certificateBack(terms: TermStore, way: WayBack, certificate: Certificate): Certificate {
  return way.reduce((known, undo) => undone(terms, undo, known), certificate);
}

/** Returns the run of the original that a run of the reduced system stands for. */
export function traceBack(way: WayBack, trace: SystemTrace): SystemTrace {
  return way.reduce((known, { inputs }) => {
    const values = (step: ReadonlyMap<number, TraceValue>): ReadonlyMap<number, TraceValue> =>
      new Map([...step].map(([input, value]) => [inputs[input], value]));
    return { init: values(known.init), steps: known.steps.map(values) };
  }, trace);
}

function undone(terms: TermStore, undo: Undo, certificate: Certificate): Certificate {
  const { inputs } = undo;
  switch (certificate.kind) {
    case 'runs': {
      const { inputs: listed } = certificate;
      return listed === undefined
        ? certificate
        : { ...certificate, inputs: listed.map((values) => ({ ...values, input: inputs[values.input] })) };
    }
    case 'states': {
      // A variable that was cut to few bits stands for the variable that it was cut from: its values fit.
      const whole = new Map(undo.replaced.map(([variable, value]) => [variable, terms.arg(value, 0)]));
      const own = withTerms(
        certificate,
        certificateTerms(certificate).map((t) => whole.get(t) ?? t),
      );
      if (own.kind !== 'states') return own;
      return { ...own, blocks: own.blocks.map((list) => withRanges(list, undo.ranges)) };
    }
    case 'universal':
    case 'ranking': {
      const [invariant, ...rest] = certificateTerms(certificate);
      const original = new Substitution(terms, undo.replaced);
      return withTerms(certificate, [invariantBack(terms, [undo], invariant), ...rest.map((t) => original.apply(t))]);
    }
    case 'inductive':
      return {
        ...certificate,
        invariant: invariantBack(terms, [undo], certificate.invariant),
        instances: certificate.instances.map(({ block, values }) => ({
          block,
          values: values.map(([input, value]) => [inputs[input], value] as const),
        })),
      };
  }
}

/** The list with the ranges of variables that it leaves open. */
function withRanges(list: StateList, ranges: readonly VariableRange[]): StateList {
  const { block, variables, bounds } = list;
  const added = ranges.filter((range) => range.block === block && !variables.includes(range.variable));
  if (added.length === 0) return list;
  const first = added.flatMap(({ low, high }) => [low, high]);
  const width = 2 * variables.length;
  const wider = new Int32Array(entriesOf(list) * (width + first.length));
  for (let entry = 0, at = 0; at < wider.length; entry++, at += width + first.length) {
    wider.set(first, at);
    wider.set(bounds.subarray(entry * width, (entry + 1) * width), at + first.length);
  }
  return { block, variables: [...added.map(({ variable }) => variable), ...variables], bounds: wider };
}

/**
 * Throws E-INTERNAL if a way back does not fit the two systems: indices out of range, terms of other
 * sorts, facts that are not Boolean. Linear in the way. It does not check that the systems agree: the
 * check of each certificate does.
 */
export function checkWayBack(original: TransitionSystem, reduced: TransitionSystem, way: WayBack): void {
  const { terms } = original;
  const fail = (why: string): never => {
    throw new LemmataError('E-INTERNAL', `the way back from a pass is wrong: ${why}`);
  };
  let inputs: readonly number[] = reduced.inputs.map((_, i) => i);
  for (const undo of way) {
    if (terms.sort(undo.fact).kind !== 'bool') fail('its fact is not Boolean');
    for (const [variable, value] of undo.replaced) {
      if (!sameSort(terms.sort(variable), terms.sort(value))) fail('a variable and its value differ in sort');
    }
    inputs = inputs.map((i) => undo.inputs[i] ?? fail(`input ${i} is not known`));
  }
  if (inputs.some((i) => original.inputs[i] === undefined))
    fail('it leads to an input that the original does not have');
}
