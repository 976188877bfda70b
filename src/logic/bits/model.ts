import type { Term } from '../terms/builder.ts';
import { Evaluator, zeroValue } from '../terms/evaluate.ts';
import type { ModelValue } from '../terms/solver.ts';
import type { Sort } from '../terms/sort.ts';
import type { TermStore } from '../terms/store.ts';
import type { PartModel } from './part.ts';
import type { TermGates } from './term-gates.ts';
import { bigValue, bitOf } from './values.ts';

/**
 * Values of terms in a model of the gates: variables take the values of their bits, other terms are
 * evaluated.
 */
export class BitModel {
  readonly #evaluator: Evaluator;

  constructor(
    private readonly store: TermStore,
    private readonly gates: TermGates,
    private readonly model: PartModel,
  ) {
    this.#evaluator = new Evaluator(store, (v) => this.#variable(v));
  }

  value(t: Term): ModelValue {
    return this.#evaluator.value(t);
  }

  /** Variables without bits are zero. */
  #variable(v: Term): ModelValue {
    const sort = this.store.sort(v);
    const { blaster, floats } = this.gates;
    const { values, contents } = this.model;
    const bits = floats.pattern(v);
    if (!blaster.has(bits)) return zeroValue(sort);
    if (sort.kind !== 'array') return read(sort, values, blaster.bits(bits));
    const { elements, fallback } = contents(bits);
    const entries = new Map<bigint, ModelValue>();
    for (const [index, element] of elements) entries.set(BigInt(index), read(sort.element, values, element));
    return { default: fallback === null ? zeroValue(sort.element) : read(sort.element, values, fallback), entries };
  }
}

function read(sort: Sort, values: Uint8Array, bits: Int32Array): ModelValue {
  return sort.kind === 'bool' ? bitOf(values, bits[0]) === 1 : bigValue(values, bits);
}
