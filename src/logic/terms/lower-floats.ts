import type { Term } from './builder.ts';
import { canonicalPattern, circuitKey, type FloatCircuits, withoutFloats } from './float-circuits.ts';
import { integerOfPattern, integralBySums } from './float-integers.ts';
import { Op } from './ops.ts';
import { rebuild } from './rebuild.ts';
import type { Sort } from './sort.ts';
import type { TermStore } from './store.ts';
import { TermMap } from './term-map.ts';
import { postorder } from './traverse.ts';

/**
 * Translates terms over floats to equivalent terms over bit-vectors.
 * Each value becomes its pattern, with a single NaN, and each operator an instance of its circuit. The
 * caller translates the variables.
 */
export class FloatLowering {
  readonly #memory = new TermMap();
  readonly #templates = new Map<string, (args: readonly Term[]) => Term>();

  constructor(
    private readonly store: TermStore,
    private readonly circuits: FloatCircuits,
    /**
     * The bit-vector term (or array of them) for a variable with floats in its sort. A bit-vector has only
     * the canonical NaN.
     * Arrays may hold other NaNs: reads make them canonical, equalities of arrays do not.
     */
    private readonly variable: (v: Term) => Term,
  ) {}

  /** The result for `root`; a term without floats stays as it is. */
  lower(root: Term): Term {
    const { store } = this;
    const memory = this.#memory;
    // The walk ends at terms that have been translated: so have their subterms.
    const stack = [root];
    while (stack.length > 0) {
      const t = stack[stack.length - 1];
      if (memory.has(t)) {
        stack.pop();
        continue;
      }
      let ready = true;
      for (let i = store.arity(t) - 1; i >= 0; i--) {
        if (memory.has(store.arg(t, i))) continue;
        stack.push(store.arg(t, i));
        ready = false;
      }
      if (!ready) continue;
      memory.set(t, this.#node(t));
      stack.pop();
    }
    return memory.get(root);
  }

  #node(t: Term): Term {
    const { store } = this;
    const memory = this.#memory;
    const op = store.op(t);
    const args = Array.from({ length: store.arity(t) }, (_, i) => memory.get(store.arg(t, i)));
    switch (op) {
      case Op.VARIABLE:
        return hasFloats(store.sort(t)) ? this.variable(t) : t;
      case Op.FLOAT_CONST: {
        const { exponentBits, precision } = store.format(t);
        return store.bv(exponentBits + precision, store.constValue(t));
      }
      case Op.CONST_ARRAY: {
        const sort = withoutFloats(store.sort(t)) as Sort & { kind: 'array' };
        return store.constArray(sort.index, args[0]);
      }
      case Op.FP_TO_BITS:
        return args[0];
      case Op.SELECT: {
        // An array of patterns may hold NaNs other than the canonical one.
        const sort = store.sort(t);
        if (sort.kind === 'float') return canonicalPattern(store, store.select(args[0], args[1]), sort);
        break;
      }
      case Op.FP_FROM_BITS:
        return canonicalPattern(store, args[0], store.format(t) as Sort & { kind: 'float' });
      case Op.FP_SUB:
        return this.lower(store.fpAdd(store.rounding(t), store.arg(t, 0), store.fpNeg(store.arg(t, 1))));
      case Op.FP_ROUND_TO_INTEGRAL:
        return this.lower(integralBySums(store, store.rounding(t), store.arg(t, 0)));
      case Op.FP_TO_SIGNED:
      case Op.FP_TO_UNSIGNED: {
        const whole = this.lower(integralBySums(store, store.rounding(t), store.arg(t, 0)));
        return integerOfPattern(store, whole, store.format(store.arg(t, 0)), store.width(t), op === Op.FP_TO_SIGNED);
      }
      default:
        break;
    }
    if (op >= Op.FP_NEG) return this.#instance(t, args);
    if (args.every((arg, i) => arg === store.arg(t, i))) return t;
    return rebuild(store, store, t, args[0] ?? 0, args[1] ?? 0, args[2] ?? 0);
  }

  #instance(t: Term, args: readonly Term[]): Term {
    const { store } = this;
    const key = circuitKey(store, t);
    let template = this.#templates.get(key);
    if (template === undefined) {
      const circuit = this.circuits.of(store, t);
      const order = postorder(circuit.store, [circuit.result]);
      template = (given) => {
        const made = new TermMap();
        circuit.args.forEach((arg, i) => {
          made.set(arg, given[i]);
        });
        for (const node of order) {
          if (made.has(node)) continue;
          const arg = (i: number): Term => (i < circuit.store.arity(node) ? made.get(circuit.store.arg(node, i)) : 0);
          made.set(node, rebuild(store, circuit.store, node, arg(0), arg(1), arg(2)));
        }
        return made.get(circuit.result);
      };
      this.#templates.set(key, template);
    }
    return template(args);
  }
}

export function hasFloats(sort: Sort): boolean {
  if (sort.kind === 'array') return hasFloats(sort.index) || hasFloats(sort.element);
  return sort.kind === 'float';
}
