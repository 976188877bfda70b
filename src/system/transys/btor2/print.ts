import { LemmataError } from '../../../base/errors.ts';
import { formatLocation } from '../../../base/source.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { mergeBlocks } from '../merge.ts';
import type { TransitionSystem } from '../system.ts';
import { Btor2Writer } from './writer.ts';

/** A system as BTOR2 states it: one step for all states, and no blocks. */
export interface StepModel {
  readonly terms: TermStore;
  /** The first line of the text. */
  readonly comment: string;
  /** Null: the initial value is open, or the next one. */
  readonly states: readonly {
    readonly term: Term;
    readonly name: string;
    readonly init: Term | null;
    readonly next: Term | null;
  }[];
  readonly inputs: readonly { readonly term: Term; readonly name: string }[];
  readonly constraint: Term;
  readonly bads: readonly { readonly name: string; readonly term: Term }[];
}

/**
 * The system as one step. The program counter becomes an ordinary state. A run ends where no successor is
 * feasible: a latch `ended` records that, and masks the errors. The first one states that the error is reached; a
 * hardware model keeps its named properties instead. Each gap is one more error: a run meets a construct without a
 * meaning. Init inputs are states that keep their value.
 */
export function stepModel(system: TransitionSystem): StepModel {
  const { terms, stateVars, inputs } = system;
  const merged = mergeBlocks(system);
  const states: StepModel['states'][number][] = [];
  for (const { term, name, phase } of inputs) if (phase === 'init') states.push({ term, name, init: null, next: term });
  stateVars.forEach(({ term, name }, i) => {
    states.push({ term, name, init: system.init[i], next: merged.next[i] });
  });
  let running: Term = terms.true;
  const ended = endedLatch(system);
  if (ended !== null) {
    const next = terms.or(ended, terms.not(merged.feasible));
    states.push({ term: ended, name: terms.name(ended), init: terms.false, next });
    running = terms.not(ended);
  }
  let constraint = terms.true;
  if (system.initConstraint !== terms.true) {
    const first = terms.variable(unusedName(system, 'first'), { kind: 'bool' });
    states.push({ term: first, name: terms.name(first), init: terms.true, next: terms.false });
    constraint = terms.implies(first, system.initConstraint);
  }
  const errors = merged.bads.length > 0 ? merged.bads : [{ name: 'error', term: merged.bad }];
  const gaps = system.gaps.map(({ construct, at, block, condition }) => ({
    name: `gap:${construct}${at === null ? '' : `:${formatLocation(at)}`}`,
    term: terms.and(merged.at(block), terms.and(system.blocks[block].gap, condition)),
  }));
  return {
    terms,
    comment: `${stateVars.length} state variables, ${inputs.length} inputs, ${system.blocks.length} blocks`,
    states,
    inputs: inputs.filter(({ phase }) => phase === 'step'),
    constraint,
    bads: [...errors, ...gaps.filter(({ term }) => term !== terms.false)].map(({ name, term }) => ({
      name,
      term: terms.and(running, term),
    })),
  };
}

/**
 * The system as a BTOR2 model, see {@link stepModel}. Booleans become one-bit vectors. Throws `E-INPUT` if the system
 * has floating-point terms or nested arrays, which BTOR2 lacks.
 */
export function printBtor2(system: TransitionSystem): string {
  return writeModel(stepModel(system)).text();
}

/** Writes a model. `writer`: another one than the plain one. Throws as {@link printBtor2}. */
export function writeModel(model: StepModel, writer = new Btor2Writer(model.terms)): Btor2Writer {
  const { terms, comment, states, inputs, constraint, bads } = model;
  writer.comment(comment);
  for (const { term, name, init } of states) writer.state(term, name, init);
  for (const { term, name } of inputs) writer.input(term, name);
  for (const { term, next } of states) if (next !== null) writer.next(term, next);
  if (constraint !== terms.true) writer.constraint(constraint);
  for (const { term, name } of bads) writer.bad(term, name);
  return writer;
}

/** The latch of a model that is true where no run goes on; null: the model has none, as all its runs go on. */
export function endedLatch(system: TransitionSystem): Term | null {
  const { terms } = system;
  if (mergeBlocks(system).feasible === terms.true) return null;
  return terms.variable(unusedName(system, 'ended'), { kind: 'bool' });
}

/** A name that no variable of the system has. */
function unusedName(system: TransitionSystem, wish: string): string {
  const names = new Set([...system.stateVars, ...system.inputs].map((v) => v.name));
  let name = wish;
  while (names.has(name)) name += "'";
  const known = system.terms.find(name);
  if (known !== null && system.terms.sort(known).kind !== 'bool')
    throw new LemmataError('E-INTERNAL', `the name ${name} is taken`);
  return name;
}
