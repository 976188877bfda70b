import type { Term } from '../../logic/terms/builder.ts';
import type { Sort } from '../../logic/terms/sort.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import type { Recorded } from '../../system/transys/certificate.ts';
import type { Block, TransitionSystem } from '../../system/transys/system.ts';
import type { Accumulator, FoldLoop } from './fold-loops.ts';

/**
 * The values that an accumulator of a loop had before each turn. `for (i = 0; i < n; i++) s += a[i];` fills
 * `values` with the sums of all prefixes of a. Accumulators of other loops are compared with them.
 */
export interface FoldRecord {
  readonly loop: FoldLoop;
  readonly fold: Accumulator;
  /** The array of its values, by the index of the turn. */
  readonly values: Term;
  /** The counter of the loop when its head was reached last. */
  readonly reached: Term;
  /** Arrays that later steps change, and what they were when the loop began. */
  readonly copies: readonly (readonly [array: Term, copy: Term])[];
}

/** A record of this accumulator, with variables that the system does not have. */
export function recordOf(system: TransitionSystem, loop: FoldLoop, fold: Accumulator): FoldRecord {
  const { terms, stateVars, inputs, blocks } = system;
  const taken = new Set([...stateVars, ...inputs].map((v) => v.name));
  const fresh = (what: string, sort: Sort): Term => {
    let name = `@${what}-${loop.head}-${terms.name(fold.sum)}`;
    while (taken.has(name)) name += '-';
    return terms.variable(name, sort);
  };
  const isChanged = (array: Term): boolean => {
    const v = stateVars.findIndex(({ term }) => term === array);
    return blocks.some(({ id, next }) => (id === loop.head || loop.reaches.has(id)) && next[v] !== array);
  };
  return {
    loop,
    fold,
    values: fresh('values', { kind: 'array', index: terms.sort(loop.index), element: terms.sort(fold.sum) }),
    reached: fresh('reached', terms.sort(stateVars[loop.counter].term)),
    copies: loop.arrays.filter(isChanged).map((array, i) => [array, fresh(`copy${i}`, terms.sort(array))]),
  };
}

/** The variables of a record: each step that leads to the head of its loop sets them. */
export function recordedOf(system: TransitionSystem, { loop, fold, values, reached, copies }: FoldRecord): Recorded[] {
  const { terms, stateVars, pc, blocks } = system;
  const place = new Map(stateVars.map(({ term }, v) => [term, v]));
  const nextOf = ({ next }: Block, variable: Term): Term => next[place.get(variable) ?? 0];
  const isNext = ({ next }: Block): Term =>
    pc === null ? terms.true : terms.eq(next[pc], terms.bv(terms.width(stateVars[pc].term), loop.head));
  const recorded = (variable: Term, valueAfter: (block: Block) => Term): Recorded => ({
    variable,
    init: zeroOf(terms, terms.sort(variable)),
    next: blocks.map((block) =>
      block.successors.includes(loop.head) ? terms.ite(isNext(block), valueAfter(block), variable) : variable,
    ),
  });
  const counter = stateVars[loop.counter].term;
  return [
    recorded(values, (block) => terms.store(values, loop.indexAt(nextOf(block, counter)), nextOf(block, fold.sum))),
    recorded(reached, (block) => nextOf(block, counter)),
    ...copies.map(([array, copy]) => recorded(copy, (block) => (block.id === loop.head ? copy : nextOf(block, array)))),
  ];
}

/** Zero of a sort that accumulators, counters and arrays of words have. */
function zeroOf(terms: TermStore, sort: Sort): Term {
  if (sort.kind === 'array') return terms.constArray(sort.index, zeroOf(terms, sort.element));
  return terms.bv(sort.kind === 'bv' ? sort.width : 1, 0);
}
