import { LemmataError } from '../../../base/errors.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { ModelValue } from '../../../logic/terms/solver.ts';
import type { Sort } from '../../../logic/terms/sort.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { Substitution } from '../../../logic/terms/substitute.ts';
import type { InputInstance } from '../certificate.ts';
import { isAt } from '../control.ts';
import type { Block, TransitionSystem } from '../system.ts';

/** A moment of a run, and the inputs with which it may go on for ever. */
export interface Onward {
  /** Values of the state variables at that moment; the program counter is not at block 0. */
  readonly state: readonly ModelValue[];
  /** Values of inputs by block, from then on. */
  readonly choices: readonly InputInstance[];
  /** Blocks at which the run stays. */
  readonly inside: ReadonlySet<number>;
}

/**
 * Turns "the run goes on for ever from here" into a question about safety. The entry block leads to the
 * given state. Each block inside has the chosen inputs. Bad is a step that is impossible, leaves the
 * blocks, or meets a gap or a doubt. It is bad even if only some values of the other inputs make it so. An invariant that excludes
 * bad is closed under the chosen steps. Indices of blocks, inputs and state variables stay. Null for a
 * system of one block.
 */
export function onward(system: TransitionSystem, { state, choices, inside }: Onward): TransitionSystem | null {
  const { terms, stateVars, inputs, blocks, pc } = system;
  if (pc === null) return null;
  const next = stateVars.map(({ term }, i) => constantOf(terms, terms.sort(term), state[i]));
  const changed = blocks.map((block): Block => {
    const { id } = block;
    const none = { bads: [], gap: terms.false, doubtful: terms.false };
    if (id === 0)
      return {
        ...block,
        ...none,
        feasible: terms.true,
        bad: terms.false,
        next,
        successors: blocks.filter(({ id: to }) => isAtValue(system, next[pc], to)).map(({ id: to }) => to),
        inputs: [],
      };
    if (!inside.has(id))
      return { ...block, ...none, feasible: terms.false, bad: isAt(system, id), next: block.next, successors: [] };
    const own = choices.find((choice) => choice.block === id)?.values ?? [];
    const fixed = new Substitution(
      terms,
      own.map(([input, value]) => {
        const { term } = inputs[input];
        return [term, terms.sort(term).kind === 'bool' ? terms.bool(value !== 0n) : terms.bv(terms.width(term), value)];
      }),
    );
    const here = (t: Term): Term => fixed.apply(t);
    const after = block.next.map(here);
    const leaves = terms.not(
      terms.orAll(blocks.filter((b) => inside.has(b.id)).map((b) => isAtTerm(system, after[pc], b.id))),
    );
    const fails = terms.orAll([
      terms.not(here(block.feasible)),
      ...[block.bad, block.gap, block.doubtful].map(here),
      leaves,
    ]);
    return {
      ...block,
      ...none,
      feasible: terms.not(fails),
      bad: terms.and(isAt(system, id), fails),
      next: after,
      successors: block.successors.filter((to) => inside.has(to)),
      inputs: block.inputs.filter((index) => !own.some(([input]) => input === index)),
    };
  });
  const { question: _, ...rest } = system;
  return { ...rest, blocks: changed, doubts: [], gaps: [], facts: [] };
}

function isAtTerm({ terms }: TransitionSystem, counter: Term, block: number): Term {
  return terms.eq(counter, terms.bv(terms.width(counter), block));
}

function isAtValue(system: TransitionSystem, counter: Term, block: number): boolean {
  return isAtTerm(system, counter, block) === system.terms.true;
}

/** A value as a constant term. */
function constantOf(terms: TermStore, sort: Sort, value: ModelValue): Term {
  switch (sort.kind) {
    case 'bool':
      return terms.bool(value === true);
    case 'bv':
      return terms.bv(sort.width, wordOf(value));
    case 'float':
      return terms.fpFromBits(terms.bv(sort.exponentBits + sort.precision, wordOf(value)), sort);
    case 'array': {
      if (typeof value !== 'object') throw new LemmataError('E-INTERNAL', 'an array without elements');
      let array = terms.constArray(sort.index, constantOf(terms, sort.element, value.default));
      for (const [index, element] of value.entries)
        array = terms.store(array, constantOf(terms, sort.index, index), constantOf(terms, sort.element, element));
      return array;
    }
  }
}

function wordOf(value: ModelValue): bigint {
  if (typeof value !== 'bigint') throw new LemmataError('E-INTERNAL', 'a word without a number');
  return value;
}
