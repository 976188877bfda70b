import type { Term } from '../../../logic/terms/builder.ts';
import { substitute } from '../../../logic/terms/substitute.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import type { InputVar, StateVar, TransitionSystem } from '../system.ts';
import type { Btor2Reader, Btor2State } from './reader.ts';
import { rejectLine } from './scan.ts';

/**
 * The system of a BTOR2 text that has been read. A state without `init` starts with any value, and one
 * without `next` has any value at every step. An initial value may contain states that are defined
 * before.
 */
export function assembleBtor2(reader: Btor2Reader): TransitionSystem {
  const { terms, states } = reader;
  if (reader.bads.length === 0) reader.reject(0, "no 'bad' property");
  const inputs: InputVar[] = reader.inputs.map(({ term, name }) => ({ term, name, phase: 'step', origin: null }));
  const names = new Set([...inputs, ...states].map((v) => v.name));
  const extraInput = (state: Btor2State, phase: 'init' | 'step'): Term => {
    let name = phase === 'init' ? `${state.name}.init` : `${state.name}.next`;
    while (names.has(name)) name += "'";
    names.add(name);
    const term = terms.variable(name, terms.sort(state.term));
    inputs.push({ term, name, phase, origin: null });
    return term;
  };
  const initial = new Map<Term, Term>();
  const init: Term[] = [];
  const next: Term[] = [];
  for (const state of states) {
    const value = state.init === null ? extraInput(state, 'init') : initialValue(reader, state, state.init, initial);
    initial.set(state.term, value);
    init.push(value);
    next.push(state.next ?? extraInput(state, 'step'));
  }
  const constraint = terms.andAll(reader.constraints);
  const bads = reader.bads.map(({ name, term }) => ({ name, term: terms.and(constraint, term) }));
  const stateVars: StateVar[] = states.map(({ term, name }) => ({ term, name, origin: null }));
  return {
    terms,
    stateVars,
    inputs,
    pc: null,
    blocks: [
      {
        id: 0,
        name: 'step',
        at: null,
        feasible: constraint,
        bad: terms.orAll(bads.map((b) => b.term)),
        bads,
        gap: terms.false,
        doubtful: terms.false,
        next,
        successors: [0],
        inputs: inputs.flatMap((input, i) => (input.phase === 'step' ? [i] : [])),
      },
    ],
    init,
    initConstraint: terms.true,
    doubts: [],
    gaps: [],
    facts: [],
  };
}

function initialValue(reader: Btor2Reader, state: Btor2State, value: Term, initial: ReadonlyMap<Term, Term>): Term {
  const { terms } = reader;
  for (const t of freeVariables(terms, [value])) {
    if (!initial.has(t)) {
      rejectLine(
        reader.file,
        state.line,
        0,
        `the initial value of '${state.name}' depends on '${terms.name(t)}', which has no value before it`,
      );
    }
  }
  return substitute(terms, value, initial);
}

/**
 * The same model with only one of its bad properties (index in `Block.bads`), for deciding them one by
 * one.
 */
export function selectBad(system: TransitionSystem, index: number): TransitionSystem {
  return {
    ...system,
    blocks: system.blocks.map((block) => ({ ...block, bad: block.bads[index].term, bads: [block.bads[index]] })),
  };
}
