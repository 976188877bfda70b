import { LemmataError } from '../../base/errors.ts';
import type { Term } from './builder.ts';
import { type Evaluator, evaluatorOf } from './evaluate.ts';
import { Op } from './ops.ts';
import { rebuild } from './rebuild.ts';
import type { ModelValue } from './solver.ts';
import type { Sort } from './sort.ts';
import type { TermStore } from './store.ts';

/**
 * Literals over the variables `isState` that hold under the assignment and, with its values of the
 * other variables, imply all goals. The goals must hold under the assignment, too. The result is the
 * weakest precondition along one path. One part justifies a false conjunction, the branch taken
 * justifies an `ite`, and the write that it meets justifies a read.
 *
 * The literals are the program's comparisons with its expressions substituted. None is about a whole
 * array, unless the program compares arrays. Iterative; linear in the terms that are visited.
 */
export function lift(
  terms: TermStore,
  goals: readonly Term[],
  isState: ReadonlySet<Term>,
  assignment: ReadonlyMap<Term, ModelValue>,
): Term[] {
  return new PathLifting(terms, isState, assignment).of(goals);
}

class PathLifting {
  readonly #terms: TermStore;
  readonly #isState: ReadonlySet<Term>;
  readonly #values: Evaluator;
  /** Boolean terms whose truth is still to be justified. */
  readonly #open: Term[] = [];
  readonly #met = new Set<Term>();
  /** Other terms, by their form along the path: over the state alone. */
  readonly #paths = new Map<Term, Term>();
  readonly #literals = new Set<Term>();

  constructor(terms: TermStore, isState: ReadonlySet<Term>, assignment: ReadonlyMap<Term, ModelValue>) {
    this.#terms = terms;
    this.#isState = isState;
    this.#values = evaluatorOf(terms, assignment);
  }

  of(goals: readonly Term[]): Term[] {
    for (const goal of goals) {
      if (this.#values.value(goal) !== true)
        throw new LemmataError('E-INTERNAL', `goal ${goal} does not hold in the model`);
      this.#demand(goal);
    }
    for (let t = this.#open.pop(); t !== undefined; t = this.#open.pop()) this.#justify(t);
    return [...this.#literals];
  }

  #demand(t: Term): void {
    if (this.#met.has(t)) return;
    this.#met.add(t);
    this.#open.push(t);
  }

  /** Justifies one Boolean term by its arguments. */
  #justify(t: Term): void {
    const terms = this.#terms;
    const value = this.#values.value(t) === true;
    switch (terms.op(t)) {
      case Op.TRUE:
      case Op.FALSE:
        return;
      case Op.VARIABLE:
        if (this.#isState.has(t)) this.#keep(t, value);
        return;
      case Op.NOT:
        this.#demand(terms.arg(t, 0));
        return;
      case Op.AND:
        if (value) {
          this.#demand(terms.arg(t, 1));
          this.#demand(terms.arg(t, 0));
        } else this.#demand(this.#falseArgument(t));
        return;
      case Op.ITE:
        this.#demand(terms.arg(t, 0));
        this.#demand(this.#branch(t));
        return;
      case Op.EQ:
        if (terms.sort(terms.arg(t, 0)).kind === 'bool') {
          this.#demand(terms.arg(t, 0));
          this.#demand(terms.arg(t, 1));
          return;
        }
        break;
      default:
        break;
    }
    this.#keep(terms.op(t) === Op.SELECT ? this.#path(t) : this.#atom(t), value);
  }

  #keep(atom: Term, value: boolean): void {
    const literal = value ? atom : this.#terms.not(atom);
    if (literal !== this.#terms.true) this.#literals.add(literal);
  }

  /**
   * The argument that justifies a false conjunction: one that is justified already if there is one, else
   * the one that was built first.
   */
  #falseArgument(t: Term): Term {
    const [a, b] = [this.#terms.arg(t, 0), this.#terms.arg(t, 1)];
    if (this.#values.value(a) === true) return b;
    if (this.#values.value(b) === true || this.#met.has(a)) return a;
    return this.#met.has(b) ? b : Math.min(a, b);
  }

  #branch(t: Term): Term {
    return this.#terms.arg(t, this.#values.value(this.#terms.arg(t, 0)) === true ? 1 : 2);
  }

  /** A comparison whose sides have their form along the path. */
  #atom(t: Term): Term {
    const terms = this.#terms;
    const args = Array.from({ length: terms.arity(t) }, (_, i) => this.#path(terms.arg(t, i)));
    return rebuild(terms, terms, t, args[0] ?? 0, args[1] ?? 0, args[2] ?? 0);
  }

  #path(root: Term): Term {
    const stack = [root];
    for (let t = stack.at(-1); t !== undefined; t = stack.at(-1)) {
      if (this.#paths.has(t)) {
        stack.pop();
        continue;
      }
      const result = this.#step(t);
      if (typeof result === 'number') {
        this.#paths.set(t, result);
        stack.pop();
      } else stack.push(...result);
    }
    return this.#known(root);
  }

  #known(t: Term): Term {
    const known = this.#paths.get(t);
    if (known === undefined) throw new LemmataError('E-INTERNAL', `term ${t} was not visited`);
    return known;
  }

  /** The form of the term along the path, or the terms that must be visited before. */
  #step(t: Term): Term | Term[] {
    const terms = this.#terms;
    const op = terms.op(t);
    if (op === Op.SELECT) return this.#read(t);
    const sort = terms.sort(t);
    if (sort.kind === 'bool') {
      this.#demand(t);
      return terms.bool(this.#values.value(t) === true);
    }
    if (op === Op.VARIABLE) return this.#isState.has(t) ? t : constant(terms, sort, this.#values.value(t));
    if (terms.arity(t) === 0 || (op === Op.STORE && terms.arrays.isConstant(t))) return t;
    if (op === Op.ITE) {
      this.#demand(terms.arg(t, 0));
      const branch = this.#branch(t);
      return this.#paths.get(branch) ?? [branch];
    }
    const args = Array.from({ length: terms.arity(t) }, (_, i) => terms.arg(t, i));
    const missing = args.filter((x) => !this.#paths.has(x));
    if (missing.length > 0) return missing;
    const [a, b, c] = args.map((x) => this.#known(x));
    return rebuild(terms, terms, t, a, b ?? 0, c ?? 0);
  }

  /**
   * A read from an array: the writes that it passes have other indices, and the one that it meets has
   * the same index.
   */
  #read(t: Term): Term | Term[] {
    const terms = this.#terms;
    const index = terms.arg(t, 1);
    const value = this.#values.value(index);
    const passed: Term[] = [];
    let array = terms.arg(t, 0);
    let met: Term | null = null;
    while (met === null) {
      const op = terms.op(array);
      if (op === Op.ITE) {
        this.#demand(terms.arg(array, 0));
        array = this.#branch(array);
      } else if (op === Op.STORE && !terms.arrays.isConstant(array)) {
        const written = terms.arg(array, 1);
        if (this.#values.value(written) === value) met = written;
        else {
          passed.push(written);
          array = terms.arg(array, 0);
        }
      } else break;
    }
    const result = met !== null ? terms.arg(array, 2) : array;
    const needed = [index, ...passed, ...(met === null ? [] : [met]), result];
    const missing = needed.filter((x) => !this.#paths.has(x));
    if (missing.length > 0) return missing;
    const at = this.#known(index);
    for (const other of passed) this.#keep(terms.eq(at, this.#known(other)), false);
    if (met === null) return terms.select(this.#known(array), at);
    this.#keep(terms.eq(at, this.#known(met)), true);
    return this.#known(result);
  }
}

/**
 * The constant of a sort with this value. Throws LemmataError `E-INTERNAL` if the value is not of that
 * sort.
 */
export function constant(terms: TermStore, sort: Sort, value: ModelValue): Term {
  switch (sort.kind) {
    case 'bool':
      return terms.bool(value === true);
    case 'bv':
      if (typeof value === 'bigint') return terms.bv(sort.width, value);
      break;
    case 'float':
      if (typeof value === 'bigint') return terms.fpFromBits(terms.bv(sort.exponentBits + sort.precision, value), sort);
      break;
    case 'array':
      if (typeof value === 'object') {
        let array = terms.constArray(sort.index, constant(terms, sort.element, value.default));
        for (const [i, e] of value.entries)
          array = terms.store(
            array,
            constant(terms, sort.index, sort.index.kind === 'bool' ? i !== 0n : i),
            constant(terms, sort.element, e),
          );
        return array;
      }
      break;
  }
  throw new LemmataError('E-INTERNAL', 'a value of another sort');
}
