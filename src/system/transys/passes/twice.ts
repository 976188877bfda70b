import type { Term } from '../../../logic/terms/builder.ts';
import type { Sort } from '../../../logic/terms/sort.ts';
import { isAt } from '../control.ts';
import type { Block, InputVar, StateVar, SystemTrace, TransitionSystem } from '../system.ts';

/** A system that asks for a state that a run meets twice. */
export interface Twice {
  readonly system: TransitionSystem;
  /** Index of the first further input; there is one for each block with `remember`. */
  readonly firstInput: number;
}

/**
 * Returns the product of a system with a copy of its state (Biere, Artho, Schuppan, FMICS 2002). An input
 * at each block lets a run remember its state, once; bad is the remembered state at a later step. Only
 * blocks in `heads` can be remembered. States are compared without arrays, so that there are more runs
 * into bad than cycles. Indices of blocks, inputs and state variables of the system stay.
 */
export function twice(system: TransitionSystem, heads: ReadonlySet<number>): Twice {
  const { terms, stateVars, inputs, blocks, init } = system;
  const names = new Set([...stateVars, ...inputs].map(({ name }) => name));
  const fresh = (wanted: string, sort: Sort): Term => {
    let name = wanted;
    while (names.has(name)) name += "'";
    names.add(name);
    return terms.variable(name, sort);
  };
  const compared = stateVars.flatMap(({ term }, i) => (terms.sort(term).kind === 'array' ? [] : [i]));
  const copies = compared.map((i) => fresh(`then ${stateVars[i].name}`, terms.sort(stateVars[i].term)));
  const isKept = fresh('remembered', { kind: 'bool' });
  const isSame = terms.andAll(compared.map((i, k) => terms.eq(stateVars[i].term, copies[k])));
  const further: InputVar[] = [];
  const changed = blocks.map((block): Block => {
    const { id } = block;
    const seen = heads.has(id) ? terms.andAll([isAt(system, id), isKept, isSame]) : terms.false;
    let remembers = terms.false;
    const read = [...block.inputs];
    if (heads.has(id)) {
      const term = fresh(`remember ${id}`, { kind: 'bool' });
      remembers = terms.and(term, terms.not(isKept));
      read.push(inputs.length + further.length);
      further.push({ term, name: terms.name(term), phase: 'step', origin: null });
    }
    return {
      ...block,
      feasible: terms.and(block.feasible, terms.not(seen)),
      bad: seen,
      gap: terms.and(block.gap, terms.not(seen)),
      next: [
        ...block.next,
        ...compared.map((i, k) => terms.ite(remembers, stateVars[i].term, copies[k])),
        terms.or(isKept, remembers),
      ],
      inputs: read,
    };
  });
  const { question: _, ...rest } = system;
  const copied: readonly StateVar[] = [...copies, isKept].map((term) => ({
    term,
    name: terms.name(term),
    origin: null,
  }));
  return {
    system: {
      ...rest,
      stateVars: [...stateVars, ...copied],
      inputs: [...inputs, ...further],
      init: [...init, ...compared.map((i) => init[i]), terms.false],
      blocks: changed,
    },
    firstInput: inputs.length,
  };
}

/**
 * Returns the run of the system without the product, up to the second meeting of the remembered state.
 * `cycle`: number of the step at which the run remembered it. Null if it remembers no state.
 */
export function lassoOf(
  { firstInput }: Twice,
  { init, steps }: SystemTrace,
): { trace: SystemTrace; cycle: number } | null {
  const cycle = steps.findIndex((step) => [...step].some(([input, value]) => input >= firstInput && value === 1n));
  if (cycle < 0) return null;
  const own = steps.slice(0, -1).map((step) => new Map([...step].filter(([input]) => input < firstInput)));
  return { trace: { init, steps: own }, cycle };
}
