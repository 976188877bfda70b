import type { Term } from '../builder.ts';
import { Evaluator, zeroValue } from '../evaluate.ts';
import type { ModelValue } from '../solver.ts';
import type { Sort } from '../sort.ts';
import type { TermStore } from '../store.ts';
import type { FloatRemoval } from './float-removal.ts';
import type { Part, PartModel } from './part.ts';
import { bigValue, bitOf } from './values.ts';

/** Values of terms in a model of the gates: variables have those of their bits, all others follow by evaluation. */
export class BitModel {
  private readonly evaluator: Evaluator;

  constructor(
    private readonly store: TermStore,
    private readonly floats: FloatRemoval,
    /** The parts of the formula; a variable has its value in the first one that has it. */
    private readonly parts: readonly (readonly [Part, PartModel])[],
  ) {
    this.evaluator = new Evaluator(store, (v) => this.variable(v));
  }

  value(t: Term): ModelValue {
    return this.evaluator.value(t);
  }

  /** Variables that no part has are zero. */
  private variable(v: Term): ModelValue {
    const sort = this.store.sort(v);
    const bits = this.floats.pattern(v);
    const found = this.parts.find(([{ blaster }]) => blaster.has(bits));
    if (found === undefined) return zeroValue(sort);
    const [{ blaster }, { values, contents }] = found;
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
