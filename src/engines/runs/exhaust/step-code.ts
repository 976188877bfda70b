import { ArrayVersion } from '../../../logic/terms/array-version.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { evaluateBitVector } from '../../../logic/terms/evaluate-bv.ts';
import { evaluateFloat } from '../../../logic/terms/evaluate-float.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { postorder } from '../../../logic/terms/traverse.ts';
import { stateIndices } from '../../../system/transys/control.ts';
import type { Block, TransitionSystem } from '../../../system/transys/system.ts';

/**
 * Words of at most this many bits are non-negative numbers; wider ones, and floats as patterns, are
 * bigints.
 */
const NUMBER_BITS = 32;

/** The value of a term that depends on an input without a value. */
export const OPEN = Symbol('open');

/** The value of a term in a run. */
export type Value = boolean | number | bigint | ArrayVersion<Value> | typeof OPEN;

/**
 * The outcome of a step. `NEXT_OPEN`: it goes on to a state in which some variable is open. `UNKNOWN`:
 * the outcome depends on an open value.
 */
export const Outcome = { END: 0, NEXT: 1, NEXT_OPEN: 2, BAD: 3, GAP: 4, UNKNOWN: 5 } as const;
export type Outcome = (typeof Outcome)[keyof typeof Outcome];

/**
 * Makes a step from a state. `inputs`: values by index in `system.inputs`. `next` receives the state
 * after the step, if there is one.
 */
export type StepCode = (state: readonly Value[], inputs: readonly Value[], next: Value[]) => Outcome;

/**
 * Translates the step of a block into JavaScript, one statement for each term. The block must not
 * compare arrays. `isOpen`: variables of the state may be open. Steps are compiled, since the certifier,
 * which evaluates them, takes 2.5 to 11 times as long for the same runs.
 */
export function compileStep(system: TransitionSystem, block: Block, isOpen: boolean): StepCode {
  return new StepScript(system, block, isOpen).compile();
}

/** The value of a bit-vector or Boolean as compiled steps represent it, from its bit pattern. */
export function wordValue(store: TermStore, t: Term, pattern: bigint): Value {
  const sort = store.sort(t);
  if (sort.kind === 'bool') return pattern !== 0n;
  return sort.kind === 'bv' && sort.width <= NUMBER_BITS ? Number(pattern) : pattern;
}

/** The bit pattern of a value that is not an array. */
export function patternOf(value: Value): bigint {
  return typeof value === 'bigint' ? value : BigInt(Number(value));
}

class StepScript {
  readonly #store: TermStore;
  readonly #stateIndex: ReadonlyMap<Term, number>;
  readonly #inputIndex: ReadonlyMap<Term, number>;
  readonly #names = new Map<Term, string>();
  /** Terms that may be open. */
  readonly #open = new Set<Term>();
  readonly #lines: string[] = [];
  readonly #pc: number | null;

  constructor(
    system: TransitionSystem,
    private readonly block: Block,
    private readonly isOpen: boolean,
  ) {
    this.#store = system.terms;
    this.#pc = system.pc;
    this.#stateIndex = stateIndices(system);
    this.#inputIndex = new Map(block.inputs.map((i) => [system.inputs[i].term, i]));
  }

  compile(): StepCode {
    const { bad, gap, feasible, next } = this.block;
    const deciding = [bad, gap, feasible];
    this.#define(deciding);
    const [isBad, isGap, goesOn] = deciding.map((t) => this.#names.get(t));
    if (deciding.some((t) => this.#open.has(t)))
      this.#lines.push(`if (${isBad} === OPEN || ${isGap} === OPEN || ${goesOn} === OPEN) return ${Outcome.UNKNOWN};`);
    this.#lines.push(`if (${isBad}) return ${Outcome.BAD};`, `if (${isGap}) return ${Outcome.GAP};`);
    this.#lines.push(`if (!${goesOn}) return ${Outcome.END};`);
    this.#define(next);
    const counter = this.#pc === null ? null : next[this.#pc];
    if (counter !== null && this.#open.has(counter))
      this.#lines.push(`if (${this.#names.get(counter)} === OPEN) return ${Outcome.UNKNOWN};`);
    for (const [i, t] of next.entries()) this.#lines.push(`n[${i}] = ${this.#names.get(t)};`);
    const open = [...new Set(next)].filter((t) => this.#open.has(t)).map((t) => `${this.#names.get(t)} === OPEN`);
    if (open.length > 0) this.#lines.push(`if (${open.join(' || ')}) return ${Outcome.NEXT_OPEN};`);
    this.#lines.push(`return ${Outcome.NEXT};`);
    return new Function('K', 'OPEN', 'ArrayVersion', `return (s, x, n) => {\n${this.#lines.join('\n')}\n};`)(
      helpers(this.#store),
      OPEN,
      ArrayVersion,
    ) as StepCode;
  }

  #define(roots: readonly Term[]): void {
    for (const t of postorder(this.#store, roots)) {
      if (this.#names.has(t)) continue;
      const text = this.#text(t);
      if (/^(true|false|\d+n?)$/.test(text)) {
        this.#names.set(t, text);
        continue;
      }
      const name = `v${this.#names.size}`;
      this.#lines.push(`const ${name} = ${text};`);
      this.#names.set(t, name);
    }
  }

  #text(t: Term): string {
    const store = this.#store;
    const op = store.op(t);
    const args = Array.from({ length: store.arity(t) }, (_, i) => store.arg(t, i));
    const names = args.map((arg) => this.#names.get(arg) ?? '');
    const open = args.filter((arg) => this.#open.has(arg)).map((arg) => this.#names.get(arg));
    if (open.length > 0) this.#open.add(t);
    const [a, b, c] = names;
    switch (op) {
      case Op.TRUE:
        return 'true';
      case Op.FALSE:
        return 'false';
      case Op.BV_CONST:
      case Op.FLOAT_CONST:
        return `${store.constValue(t)}${this.#isNumber(t) ? '' : 'n'}`;
      case Op.VARIABLE: {
        const state = this.#stateIndex.get(t);
        if (state === undefined || this.isOpen) this.#open.add(t);
        if (state !== undefined) return `s[${state}]`;
        return `x[${this.#inputIndex.get(t) ?? -1}]`;
      }
      case Op.AND:
        return open.length === 0 ? `${a} && ${b}` : `K.and(${a}, ${b})`;
      case Op.ITE: {
        const chosen = `${a} ? ${b} : ${c}`;
        return this.#open.has(args[0]) ? `${a} === OPEN ? (${b} === ${c} ? ${b} : OPEN) : ${chosen}` : chosen;
      }
      case Op.CONST_ARRAY:
        this.#open.delete(t);
        return `new ArrayVersion(${a}, new Map())`;
      case Op.STORE: {
        // An element may be open although its array is not.
        const places = args.slice(0, 2).filter((arg) => this.#open.has(arg));
        if (places.length === 0) this.#open.delete(t);
        return this.#unlessOpen(
          places.map((arg) => this.#names.get(arg)),
          this.#operator(t, args, names),
        );
      }
      case Op.SELECT:
        this.#open.add(t);
        return this.#unlessOpen(open, this.#operator(t, args, names));
      default:
        return this.#unlessOpen(open, this.#operator(t, args, names));
    }
  }

  #unlessOpen(names: readonly (string | undefined)[], text: string): string {
    return names.length === 0 ? text : `${names.map((name) => `${name} === OPEN`).join(' || ')} ? OPEN : ${text}`;
  }

  #operator(t: Term, args: readonly Term[], [a, b, c]: readonly string[]): string {
    const store = this.#store;
    switch (store.op(t)) {
      case Op.NOT:
        return `!${a}`;
      case Op.EQ:
        return `${a} === ${b}`;
      case Op.SELECT:
        return `${a}.read(${this.#index(args[1], b)})`;
      case Op.STORE:
        return `${a}.write(${this.#index(args[1], b)}, ${c})`;
      default: {
        const isSmall = [t, ...args].every((word) => store.sort(word).kind === 'bool' || this.#isNumber(word));
        return (
          (isSmall ? this.#small(t, args, a, b) : null) ??
          `K.any(${t}, ${[a, b, c].filter((x) => x !== undefined).join(', ')})`
        );
      }
    }
  }

  /** The code of an operator whose words are numbers; null if it has none. */
  #small(t: Term, args: readonly Term[], a: string, b: string): string | null {
    const store = this.#store;
    const width = store.sort(t).kind === 'bv' ? store.width(t) : 1;
    const from = store.width(args[0]);
    const cut = (text: string): string => (width === NUMBER_BITS ? `(${text}) >>> 0` : `(${text}) & ${2 ** width - 1}`);
    const signed = (text: string, bits: number): string =>
      bits === NUMBER_BITS ? `(${text} | 0)` : `(${text} << ${NUMBER_BITS - bits} >> ${NUMBER_BITS - bits})`;
    switch (store.op(t)) {
      case Op.BV_NOT:
        return cut(`~${a}`);
      case Op.BV_AND:
        return `(${a} & ${b}) >>> 0`;
      case Op.BV_OR:
        return `(${a} | ${b}) >>> 0`;
      case Op.BV_XOR:
        return `(${a} ^ ${b}) >>> 0`;
      case Op.NEG:
        return cut(`-${a}`);
      case Op.ADD:
        return cut(`${a} + ${b}`);
      case Op.MUL:
        return cut(`Math.imul(${a}, ${b})`);
      case Op.UDIV:
        return `${b} === 0 ? ${2 ** width - 1} : (${a} / ${b}) >>> 0`;
      case Op.UREM:
        return `${b} === 0 ? ${a} : ${a} % ${b}`;
      case Op.SHL:
        return `${b} >= ${width} ? 0 : ${cut(`${a} << ${b}`)}`;
      case Op.LSHR:
        return `${b} >= ${width} ? 0 : ${a} >>> ${b}`;
      case Op.ASHR:
        return cut(`${signed(a, width)} >> Math.min(${b}, ${width - 1})`);
      case Op.ULT:
        return `${a} < ${b}`;
      case Op.SLT:
        return `${signed(a, from)} < ${signed(b, from)}`;
      case Op.CONCAT:
        return `(${a} << ${width - from} | ${b}) >>> 0`;
      case Op.EXTRACT:
        return cut(`${a} >>> ${store.low(t)}`);
      case Op.ZEXT:
        return a;
      case Op.SEXT:
        return cut(signed(a, from));
      case Op.SDIV:
        return `K.sdiv(${a}, ${b}, ${width})`;
      case Op.SREM:
        return `K.srem(${a}, ${b}, ${width})`;
      default:
        return null;
    }
  }

  #index(index: Term, name: string): string {
    if (this.#store.sort(index).kind === 'bool') return `(${name} ? 1n : 0n)`;
    return this.#isNumber(index) ? `BigInt(${name})` : name;
  }

  #isNumber(t: Term): boolean {
    const sort = this.#store.sort(t);
    return sort.kind === 'bv' && sort.width <= NUMBER_BITS;
  }
}

/** Functions that the code calls. */
function helpers(store: TermStore): object {
  const signed = (value: number, width: number): number => (value << (NUMBER_BITS - width)) >> (NUMBER_BITS - width);
  const cut = (value: number, width: number): number =>
    width === NUMBER_BITS ? value >>> 0 : value & (2 ** width - 1);
  return {
    and: (a: Value, b: Value): Value => (a === false || b === false ? false : a === OPEN || b === OPEN ? OPEN : true),
    sdiv: (a: number, b: number, width: number): number => {
      const x = signed(a, width);
      if (b === 0) return x < 0 ? 1 : cut(-1, width);
      return cut(Math.trunc(x / signed(b, width)), width);
    },
    srem: (a: number, b: number, width: number): number =>
      b === 0 ? a : cut(signed(a, width) % signed(b, width), width),
    any: (t: Term, ...args: readonly Value[]): Value => {
      const patterns = args.map(patternOf);
      const result =
        store.op(t) >= Op.FP_NEG
          ? evaluateFloat(store, t, patterns)
          : evaluateBitVector(store, t, patterns[0], patterns[1] ?? 0n);
      return typeof result === 'boolean' ? result : wordValue(store, t, result);
    },
  };
}
