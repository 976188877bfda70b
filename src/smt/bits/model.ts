import type { Term } from '../builder.ts';
import { Evaluator, zeroValue } from '../evaluate.ts';
import type { ModelValue } from '../solver.ts';
import type { Sort } from '../sort.ts';
import type { TermStore } from '../store.ts';
import type { ArrayContent } from './array-check.ts';
import type { Blaster } from './blast.ts';
import type { FloatRemoval } from './float-removal.ts';
import { bigValue, bitOf } from './values.ts';

/** Values of terms in a model of the gates: variables have those of their bits, all others follow by evaluation. */
export class BitModel {
  private readonly evaluator: Evaluator;

  constructor(
    private readonly store: TermStore,
    private readonly blaster: Blaster,
    private readonly floats: FloatRemoval,
    /** Of all nodes of the graph. */
    private readonly values: Uint8Array,
    private readonly contents: (variable: Term) => ArrayContent,
  ) {
    this.evaluator = new Evaluator(store, (v) => this.variable(v));
  }

  value(t: Term): ModelValue {
    return this.evaluator.value(t);
  }

  /** Variables that no query had are zero. */
  private variable(v: Term): ModelValue {
    const sort = this.store.sort(v);
    const bits = this.floats.pattern(v);
    if (!this.blaster.has(bits)) return zeroValue(sort);
    if (sort.kind !== 'array') return this.read(sort, this.blaster.bits(bits));
    const { elements, fallback } = this.contents(bits);
    const entries = new Map<bigint, ModelValue>();
    for (const [index, element] of elements) entries.set(BigInt(index), this.read(sort.element, element));
    return { default: fallback === null ? zeroValue(sort.element) : this.read(sort.element, fallback), entries };
  }

  private read(sort: Sort, bits: Int32Array): ModelValue {
    return sort.kind === 'bool' ? bitOf(this.values, bits[0]) === 1 : bigValue(this.values, bits);
  }
}
