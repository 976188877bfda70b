import { NO_TERM, type Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import type { Certificate, Inductive, InputValues, Runs, Universal } from '../../../system/transys/certificate.ts';
import type { Question, TransitionSystem } from '../../../system/transys/system.ts';
import { Refused } from './prover.ts';

// The forms of certificates, which the conditions assume. All functions throw `Refused` with the
// condition `form`.

/**
 * Checks that a certificate of this kind answers the question about the system. Invariants exclude
 * errors, but allow runs without end.
 */
export function checkAnswers({ question = 'bad' }: TransitionSystem, certificate: Certificate): void {
  const answers = answered(certificate);
  if (!answers.includes(question)) throw new Refused('form', `a certificate that does not answer: ${question}`);
}

function answered(certificate: Certificate): readonly Question[] {
  switch (certificate.kind) {
    case 'runs':
      return ['bad', 'termination'];
    case 'inductive':
    case 'universal':
    case 'states':
      return ['bad'];
    case 'ranking':
      return ['termination'];
  }
}

/**
 * Checks that a bound is a number of steps, and that each listed input is listed once, and with all its
 * values.
 */
export function checkRunsForm(system: TransitionSystem, { bound, inputs = [] }: Runs): void {
  if (!Number.isSafeInteger(bound) || bound < 0) throw new Refused('form', `bound ${bound}`);
  const seen = new Set<number>();
  for (const values of inputs) {
    if (seen.has(values.input)) throw new Refused('form', `input ${values.input} is listed twice`);
    seen.add(values.input);
    checkValues(system, values);
  }
}

function checkValues({ terms, inputs }: TransitionSystem, { input, ranges }: InputValues): void {
  if (inputs[input] === undefined) throw new Refused('form', `there is no input ${input}`);
  const sort = terms.sort(inputs[input].term);
  if (sort.kind !== 'bool' && sort.kind !== 'bv')
    throw new Refused('form', `the values of input ${input} are not listed`);
  let next = 0n;
  for (const { low, high } of ranges) {
    if (low !== next || high < low) throw new Refused('form', `the values of input ${input} have a hole before ${low}`);
    next = high + 1n;
  }
  if (next !== 1n << BigInt(sort.kind === 'bool' ? 1 : sort.width))
    throw new Refused('form', `the values of input ${input} end before ${next}`);
}

/** Checks the form of a k-inductive certificate. */
export function checkInductiveForm(system: TransitionSystem, { invariant, k, instances }: Inductive): void {
  const { terms, stateVars, blocks } = system;
  if (!Number.isSafeInteger(k) || k < 0) throw new Refused('form', `k = ${k}`);
  const state = new Set(stateVars.map((v) => v.term));
  if (invariant === NO_TERM || terms.sort(invariant).kind !== 'bool')
    throw new Refused('form', 'the invariant is not Boolean');
  speaksOnlyOf(system, [invariant], state, 'the invariant');
  for (const { block, values } of instances) {
    for (const [input, value] of values) {
      const fits = blocks[block]?.inputs.includes(input) && inValueRange(system, input, value);
      if (!fits) throw new Refused('form', `no value ${value} of input ${input} in block ${block}`);
    }
  }
}

/** Checks the form of a universal certificate. */
export function checkUniversalForm(system: TransitionSystem, { invariant, bound, instances }: Universal): void {
  const { terms, stateVars, blocks, inputs } = system;
  const state = stateVars.map((v) => v.term);
  const taken = new Set([...state, ...inputs.map((v) => v.term)]);
  for (const b of bound) {
    if (b === NO_TERM || terms.op(b) !== Op.VARIABLE || taken.has(b))
      throw new Refused('form', 'a bound variable is not a variable of its own');
    taken.add(b);
  }
  if (invariant === NO_TERM || terms.sort(invariant).kind !== 'bool')
    throw new Refused('form', 'the invariant is not Boolean');
  speaksOnlyOf(system, [invariant], new Set([...state, ...bound]), 'the invariant');
  for (const { block, values } of instances) {
    if (blocks[block] === undefined) throw new Refused('form', `an instance in block ${block}`);
    const visible = new Set([...state, ...bound, ...blocks[block].inputs.map((i) => inputs[i].term)]);
    for (const [b, value] of values) {
      const fits = bound[b] !== undefined && value !== NO_TERM && terms.sortId(value) === terms.sortId(bound[b]);
      if (!fits) throw new Refused('form', `no value of bound variable ${b} in block ${block}`);
      speaksOnlyOf(system, [value], visible, 'an instance');
    }
  }
}

export function speaksOnlyOf(
  { terms }: TransitionSystem,
  roots: readonly Term[],
  allowed: ReadonlySet<Term>,
  what: string,
): void {
  for (const t of freeVariables(terms, roots))
    if (!allowed.has(t)) throw new Refused('form', `${what} speaks of ${terms.name(t)}`);
}

function inValueRange(system: TransitionSystem, input: number, value: bigint): boolean {
  const sort = system.terms.sort(system.inputs[input].term);
  if (sort.kind !== 'bool' && sort.kind !== 'bv') return false;
  return value >= 0n && value < 1n << BigInt(sort.kind === 'bool' ? 1 : sort.width);
}
