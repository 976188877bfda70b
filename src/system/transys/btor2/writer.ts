import { LemmataError } from '../../../base/errors.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { Sort } from '../../../logic/terms/sort.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { postorder } from '../../../logic/terms/traverse.ts';

/**
 * Operators that BTOR2 has under another name, with the same number of arguments. On Booleans they
 * work on one bit.
 */
const NAMES: ReadonlyMap<Op, string> = new Map<Op, string>([
  [Op.NOT, 'not'],
  [Op.AND, 'and'],
  [Op.EQ, 'eq'],
  [Op.ITE, 'ite'],
  [Op.BV_NOT, 'not'],
  [Op.BV_AND, 'and'],
  [Op.BV_OR, 'or'],
  [Op.BV_XOR, 'xor'],
  [Op.NEG, 'neg'],
  [Op.ADD, 'add'],
  [Op.MUL, 'mul'],
  [Op.UDIV, 'udiv'],
  [Op.UREM, 'urem'],
  [Op.SDIV, 'sdiv'],
  [Op.SREM, 'srem'],
  [Op.SHL, 'sll'],
  [Op.LSHR, 'srl'],
  [Op.ASHR, 'sra'],
  [Op.ULT, 'ult'],
  [Op.SLT, 'slt'],
  [Op.CONCAT, 'concat'],
  [Op.SELECT, 'read'],
  [Op.STORE, 'write'],
]);

/** Writes lines of BTOR2; each term becomes one node. */
export class Btor2Writer {
  readonly #terms: TermStore;
  readonly #lines: string[] = [];
  readonly #nodes = new Map<Term, number>();
  readonly #sorts = new Map<string, number>();
  readonly #symbols = new Set<string>();
  #id = 0;

  readonly #constants: string;
  readonly #simulated: Btor2Writer | null;

  /**
   * `constants`: the beginning of the names of states that stand for constant arrays. `simulated`: what has written a
   * model that this one is to simulate. Its states and inputs are named here by their numbers there, as `=12`.
   */
  constructor(
    terms: TermStore,
    {
      constants = 'const_array_',
      simulated = null,
    }: { readonly constants?: string; readonly simulated?: Btor2Writer | null } = {},
  ) {
    this.#terms = terms;
    this.#constants = constants;
    this.#simulated = simulated;
  }

  text(): string {
    return `${this.#lines.join('\n')}\n`;
  }

  comment(text: string): void {
    this.#lines.push(`; ${text}`);
  }

  input(term: Term, name: string): void {
    this.#nodes.set(term, this.#line(`input ${this.#sort(this.#terms.sort(term))} ${this.#symbol(term, name)}`));
  }

  /** A state, with its initial value if it has one. */
  state(term: Term, name: string, init: Term | null): void {
    // BTOR2 requires the initial value before the state.
    const value = init === null ? null : this.#initialValue(init);
    const sort = this.#sort(this.#terms.sort(term));
    const id = this.#line(`state ${sort} ${this.#symbol(term, name)}`);
    this.#nodes.set(term, id);
    if (value !== null) this.#line(`init ${sort} ${id} ${value}`);
  }

  next(state: Term, value: Term): void {
    const sort = this.#sort(this.#terms.sort(state));
    const node = this.#node(value);
    this.#line(`next ${sort} ${this.#node(state)} ${node}`);
  }

  constraint(t: Term): void {
    const node = this.#node(t);
    this.#line(`constraint ${node}`);
  }

  bad(t: Term, name: string): void {
    const node = this.#node(t);
    this.#line(`bad ${node} ${symbol(name)}`);
  }

  /** A value with a name, which is no property. */
  output(t: Term, name: string): void {
    const node = this.#node(t);
    this.#line(`output ${node} ${symbol(name)}`);
  }

  /** The symbol of a state or input, which no other one has. */
  #symbol(term: Term, name: string): string {
    const simulated = this.#simulated === null ? undefined : this.#simulated.#nodes.get(term);
    if (simulated !== undefined) return `=${simulated}`;
    let text = symbol(name);
    while (this.#symbols.has(text)) text += "'";
    this.#symbols.add(text);
    return text;
  }

  #line(text: string): number {
    this.#id += 1;
    this.#lines.push(`${this.#id} ${text}`);
    return this.#id;
  }

  #sort(sort: Sort): number {
    const text = this.#sortText(sort);
    let id = this.#sorts.get(text);
    if (id === undefined) {
      id = this.#line(`sort ${text}`);
      this.#sorts.set(text, id);
    }
    return id;
  }

  #sortText(sort: Sort): string {
    switch (sort.kind) {
      case 'bool':
        return 'bitvec 1';
      case 'bv':
        return `bitvec ${sort.width}`;
      case 'array':
        if (sort.index.kind === 'array' || sort.element.kind === 'array') return unprintable('arrays of arrays');
        return `array ${this.#sort(sort.index)} ${this.#sort(sort.element)}`;
      case 'float':
        return unprintable('floating-point values');
    }
  }

  /** A constant array as initial value is written as its element. */
  #initialValue(init: Term): number {
    const terms = this.#terms;
    return terms.op(init) === Op.CONST_ARRAY ? this.#node(terms.arg(init, 0)) : this.#node(init);
  }

  #node(t: Term): number {
    const known = this.#nodes.get(t);
    if (known !== undefined) return known;
    for (const inner of postorder(this.#terms, [t]))
      if (!this.#nodes.has(inner)) this.#nodes.set(inner, this.#define(inner));
    return this.#nodes.get(t)!;
  }

  #define(t: Term): number {
    const terms = this.#terms;
    const op = terms.op(t);
    const args: number[] = [];
    for (let i = 0; i < terms.arity(t); i++) args.push(this.#nodes.get(terms.arg(t, i))!);
    const name = NAMES.get(op);
    const sort = this.#sort(terms.sort(t));
    if (name !== undefined) return this.#line(`${name} ${sort} ${args.join(' ')}`);
    switch (op) {
      case Op.TRUE:
        return this.#line(`one ${sort}`);
      case Op.FALSE:
        return this.#line(`zero ${sort}`);
      case Op.BV_CONST: {
        const value = terms.constValue(t);
        return value === 0n ? this.#line(`zero ${sort}`) : this.#line(`constd ${sort} ${value}`);
      }
      case Op.EXTRACT:
        return this.#line(`slice ${sort} ${args[0]} ${terms.high(t)} ${terms.low(t)}`);
      case Op.ZEXT:
      case Op.SEXT: {
        const by = terms.width(t) - terms.width(terms.arg(t, 0));
        return this.#line(`${op === Op.ZEXT ? 'uext' : 'sext'} ${sort} ${args[0]} ${by}`);
      }
      case Op.CONST_ARRAY: {
        // BTOR2 has constant arrays only as initial values, so that a state starts with this value and keeps
        // it.
        if (!terms.isConst(terms.arg(t, 0))) return unprintable('an array filled with a variable value');
        const id = this.#line(`state ${sort} ${this.#symbol(t, `${this.#constants}${this.#id + 1}`)}`);
        this.#line(`init ${sort} ${id} ${args[0]}`);
        this.#line(`next ${sort} ${id} ${id}`);
        return id;
      }
      case Op.VARIABLE:
        throw new LemmataError('E-INTERNAL', `undeclared variable ${terms.name(t)}`);
      default:
        return unprintable('floating-point operations');
    }
  }
}

function unprintable(what: string): never {
  throw new LemmataError('E-INPUT', `this system cannot be written as BTOR2, which has no ${what}`);
}

/** Replaces blanks and semicolons, which BTOR2 symbols must not contain. */
function symbol(name: string): string {
  return name.replace(/[\s;]+/g, '_');
}
