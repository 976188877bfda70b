import type { SourceLocation } from '../../base/source.ts';
import type { Expression, FunctionDeclaration, Statement, Variable } from '../../c/ast.ts';
import {
  callOf,
  compare,
  conditional,
  converted,
  evaluated,
  not,
  number,
  placeOf,
  read,
  stripped,
} from '../../c/parse/hidden-code.ts';
import { Layout } from '../../c/types/layout.ts';
import { INT, pointerTo, sizeType, valueType } from '../../c/types/type-basics.ts';
import type { CType, IntegerType, Platform } from '../../c/types/types.ts';
import { type CheckKind, checkFunction } from '../cfa/checks/kinds.ts';
import { PointerTerms } from '../lowering/pointer-terms.ts';
import { normalForm, plainSide, STATED } from './normal-form.ts';
import { isSameValue, readable } from './pointer-terms.ts';
import { type BoundRange, type Indices, mentions, rangeOf } from './ranges.ts';
import { assignment, both, declared, ended, hasTerm, shapeOf, start, when } from './syntax.ts';

/** Terms that make objects where they are assumed. */
const OBJECTS = ['$is_fresh', '$valid'];

/** Limit of the bytes of a fresh object whose size is a value, as for objects of entries. */
const MOST_BYTES = 2n ** 31n - 1n;

/** An object that a precondition makes. */
export interface FreshObject {
  /** The pointer as the contract names it. */
  readonly given: Expression;
  readonly object: Variable;
  /** Its first byte, by the object. */
  readonly pointer: Expression;
  readonly size: Expression;
}

/** Makes the variables of a hidden function. */
export interface Variables {
  /** `any`: an object of static storage with any content. */
  make(name: string, type: CType, at: SourceLocation, storage?: 'automatic' | 'any'): Variable;
}

/** Turns conditions of contracts into statements that assume or check them. */
export class Conditions {
  readonly objects: FreshObject[] = [];
  /** Whether a condition has no statements here. */
  isOpen = false;
  /** Bytes that are checked to be apart from others. Null: all of the object. */
  readonly #checked: {
    readonly pointer: Expression;
    readonly bytes: Expression | null;
    readonly guard: Expression | null;
  }[] = [];
  /** Pointers that are only accessed, so that no run tells where one to no bytes leads. */
  readonly unseen = new Set<Variable>();
  /** Objects of `valid`, which overlap where clauses do not exclude it. */
  readonly mayOverlap: FreshObject[] = [];
  /** Variables with earlier values at checked indices. */
  readonly #kept = new Set<Variable>();
  readonly layout: Layout;
  readonly #terms: PointerTerms;
  readonly #size: IntegerType;

  constructor(
    private readonly platform: Platform,
    private readonly variables: Variables,
    private readonly indices: Indices,
    private readonly body: Statement[],
    /** Whether all this lies below a quantifier. */
    private readonly isInner = false,
    /** Whether `valid` makes objects. */
    private readonly makesObjects = false,
  ) {
    this.#terms = new PointerTerms(new Layout(platform));
    this.layout = this.#terms.layout;
    this.#size = sizeType(platform.dataModel);
  }

  /** Ends runs without blame in which the condition does not hold. `guard`: only runs where this holds count. */
  assume(condition: Expression, guard: Expression | null = null): void {
    const e = normalForm(condition);
    const { at } = e;
    if (!hasTerm(e, STATED)) {
      this.body.push(when(both(guard, not(e)), [ended(at)], at));
      this.#share(e, guard);
      return;
    }
    const plain = e.kind === 'logical' ? plainSide(e) : null;
    if (e.kind === 'logical' && e.operator === '&&') {
      this.assume(e.left, guard);
      this.assume(e.right, guard);
    } else if (e.kind === 'logical' && plain !== null && !hasTerm(e, OBJECTS)) {
      // The quantifier counts, and is read, only where the other side does not hold, as in C.
      this.assume(plain === e.left ? e.right : e.left, both(guard, not(plain)));
    } else if (e.kind === 'logical') {
      const chosen = this.#flag('$holds', null, at);
      this.assume(e.left, both(guard, chosen));
      this.assume(e.right, both(guard, not(chosen)));
    } else if (e.kind === 'builtin' && e.name === '$is_fresh') this.#create(e, guard);
    else if (e.kind === 'builtin' && e.name === '$valid') this.#createValid(e, guard);
    else if (e.kind === 'builtin' && e.name === '$exists') {
      const [bound, inner] = e.arguments as [Expression & { kind: 'variable' }, Expression];
      this.body.push(declared(bound.variable));
      this.assume(inner, guard);
    } else if (e.kind === 'builtin' && e.name === '$forall') this.#assumeAll(e, guard);
    else this.#leaveOpen(e, guard);
  }

  /** A pointer that is assumed to be another one leads where that one leads. */
  #share(e: Expression, guard: Expression | null): void {
    if (e.kind !== 'compare' || e.operator !== '==' || e.left.type.kind !== 'pointer') return;
    for (const [one, other] of [
      [e.left, e.right],
      [e.right, e.left],
    ]) {
      if (one.kind !== 'load' || one.operand.kind !== 'variable' || other.kind === 'integer') continue;
      const { variable } = one.operand;
      if (
        this.objects.some(
          ({ given }) =>
            given.kind === 'load' && given.operand.kind === 'variable' && given.operand.variable === variable,
        )
      )
        continue;
      this.body.push(when(guard, [assignment(one.operand, other)], e.at));
      return;
    }
  }

  /**
   * Fails a check of the kind, or calls the function, in runs where the condition does not hold. `depth`: quantifiers
   * around the condition.
   */
  check(
    kind: CheckKind | FunctionDeclaration,
    condition: Expression,
    what: SourceLocation,
    guard: Expression | null = null,
    depth = 0,
  ): void {
    const e = normalForm(readable(condition));
    const { at } = e;
    if (!hasTerm(e, STATED)) {
      this.body.push(when(guard, [failing(kind, e, what)], at));
      return;
    }
    if (e.kind === 'logical' && e.operator === '&&') {
      this.check(kind, e.left, what, guard, depth);
      this.check(kind, e.right, what, guard, depth);
    } else if (e.kind === 'logical') {
      const plain = plainSide(e);
      if (plain === null) this.#leaveOpen(e, guard);
      else this.check(kind, plain === e.left ? e.right : e.left, what, both(guard, not(plain)), depth);
    } else if (e.kind === 'builtin' && e.name === '$forall') {
      const [bound, inner] = e.arguments as [Expression & { kind: 'variable' }, Expression];
      this.check(kind, this.indices.checked(bound.variable, inner, depth), what, guard, depth + 1);
    } else if (e.kind === 'builtin' && e.name === '$is_fresh' && kind === 'requires') this.#checkFresh(e, what, guard);
    else if (e.kind === 'builtin' && e.name === '$exists') this.#checkSome(kind, e, what, guard);
    else this.#leaveOpen(e, guard);
  }

  /** No pointer that is checked to be fresh may lead to the object. */
  keepApart(object: Variable): void {
    const { at, type } = object;
    const pointer: Expression = { kind: 'address', type: pointerTo(type), at, operand: placeOf(object, at) };
    this.#checked.push({ pointer, bytes: null, guard: null });
  }

  /**
   * Checks that a pointer leads to that many bytes, apart from those of the other pointers that are fresh. The body is
   * judged with an object for each, which it cannot tell from parts of one object. Their order is open, and so is
   * whether the end of one is the start of another. A pointer to no bytes has to lead to another object, since it might
   * lead between the bytes of another pointer.
   */
  #checkFresh(e: Expression & { kind: 'builtin' }, what: SourceLocation, guard: Expression | null): void {
    const { at } = e;
    const [pointer, bytes] = e.arguments;
    const apart = this.#checked.map((other) => not(both(other.guard, this.#terms.meet({ pointer, bytes }, other, at))));
    this.#checked.push({ pointer, bytes, guard });
    const some = bytes.kind === 'integer' && bytes.value > 0n;
    const leads = both(some ? null : this.#terms.leads(pointer, at), this.#terms.accessible(pointer, bytes, at));
    this.check('requires', apart.reduce(both, leads), what, guard);
  }

  /** A variable of truth values with that value; without one it is an input. */
  #flag(name: string, value: Expression | null, at: SourceLocation): Expression {
    const variable = this.variables.make(name, INT, at);
    this.body.push(declared(variable, value));
    return read(variable, at);
  }

  /** No proof passes over a condition that has no statements here. */
  #leaveOpen(e: Expression, guard: Expression | null): void {
    this.isOpen = true;
    const construct = `this clause of a contract${e.kind === 'builtin' ? ` (${e.name.slice(1)})` : ''}`;
    this.body.push(when(guard, [{ kind: 'unsupported', at: e.at, construct }], e.at));
  }

  /** Lets the pointer lead to an object of its own. */
  #create(e: Expression & { kind: 'builtin' }, guard: Expression | null): void {
    const { at } = e;
    const [given, bytes] = e.arguments;
    let pointer = given;
    while (pointer.kind === 'convert') pointer = pointer.operand;
    if (pointer.kind !== 'load' || pointer.type.kind !== 'pointer') {
      this.#leaveOpen(e, guard);
      return;
    }
    const target = pointer.operand;
    const { count, element } = this.#terms.elements(bytes, pointer.type.target);
    const name = `${target.kind === 'variable' ? target.variable.name : 'object'}_target`;
    let object: Variable;
    let address: Expression;
    if (count.kind === 'integer') {
      object = this.variables.make(name, { kind: 'array', element, length: count.value }, at, 'any');
      address = start(object, element, at);
    } else {
      const asked = this.variables.make(`$${name}_count`, this.#size, at);
      this.body.push(declared(asked, number(0n, this.#size, at)));
      this.body.push(when(guard, [assignment(placeOf(asked, at), converted(count, this.#size))], at));
      const none = compare('==', read(asked, at), number(0n, this.#size, at));
      const most = number(MOST_BYTES / (this.layout.sizeOf(element) ?? 1n), this.#size, at);
      this.body.push(when(compare('>', read(asked, at), most), [ended(at)], at));
      const length = this.variables.make(`$${name}_length`, this.#size, at);
      const least = conditional(none, number(1n, this.#size, at), read(asked, at));
      this.body.push({ kind: 'vla-length', at, variable: length, length: least });
      const type: CType = { kind: 'array', element, length: 'variable', lengthVariable: length.id };
      object = this.variables.make(name, type, at);
      this.body.push(declared(object));
      const empty = this.variables.make(name, { kind: 'array', element, length: 0n }, at, 'any');
      address = conditional(none, start(empty, element, at), start(object, element, at));
    }
    this.body.push(when(guard, [assignment(target, converted(address, valueType(pointer.type)))], at));
    this.objects.push({ given: pointer, object, pointer: start(object, element, at), size: bytes });
  }

  /**
   * Lets the pointer lead to an object of its own, where `valid` has not made one yet. A pointer to no bytes may be
   * any one.
   */
  #createValid(e: Expression & { kind: 'builtin' }, guard: Expression | null): void {
    const { at } = e;
    const [pointer, size] = e.arguments;
    const known = this.objects.find(({ given }) => shapeOf([given]) === shapeOf([pointer]));
    if (!this.makesObjects || (known !== undefined && shapeOf([known.size]) !== shapeOf([size]))) {
      this.#leaveOpen(e, guard);
      return;
    }
    if (known !== undefined) return;
    const fresh: Expression = { ...e, name: '$is_fresh' };
    const isSome = size.kind === 'integer' && size.value > 0n;
    const isSeen =
      pointer.kind !== 'load' || pointer.operand.kind !== 'variable' || !this.unseen.has(pointer.operand.variable);
    const none = compare('==', size, number(0n, size.type, at));
    this.#create(fresh, isSome || !isSeen ? guard : both(guard, not(both(none, this.#flag('$any', null, at)))));
    const made = this.objects.at(-1);
    if (made === undefined) return;
    if (isSome && made.given.kind === 'load')
      for (const other of this.mayOverlap)
        if (isSameValue(made, other)) {
          const meet = [assignment(made.given.operand, converted(other.given, valueType(made.given.type)))];
          this.body.push(when(both(guard, this.#flag('$same', null, at)), meet, at));
        }
    this.mayOverlap.push(made);
  }

  /**
   * Leaves runs open in which an object of `valid` overlaps another one, or a global. Values of one type lie in
   * one place or apart, so that there are runs of both. `isApart`: whether clauses say that pointers are separated.
   */
  leaveOverlapsOpen(
    globals: readonly Variable[],
    isApart: (one: Expression, other: Expression) => boolean,
    at: SourceLocation,
  ): void {
    const leave = (e: Expression, name: string): void => {
      const construct = `pointers that may lead into ${name}: state that they are \\separated`;
      this.body.push(when(this.#flag('$overlap', null, at), [{ kind: 'unsupported', at: e.at, construct }], at));
    };
    for (const [i, one] of this.mayOverlap.entries()) {
      for (const other of this.mayOverlap.slice(i + 1))
        if (!isSameValue(one, other) && !isApart(one.given, other.given)) leave(other.given, 'one object');
      for (const global of globals) {
        const operand = placeOf(global, at);
        const start: Expression = { kind: 'address', type: pointerTo(global.type), at, operand };
        if (!isApart(one.given, start)) leave(one.given, global.name);
      }
    }
  }

  /** Keeps the value of a place at checked indices in a variable with any content, where it can be read. `bound`: outer variables first. */
  keepAtIndices(variable: Variable, value: Expression, bound: readonly Variable[]): void {
    const { at } = value;
    this.#kept.add(variable);
    const indexed = bound.reduce((e, one, depth) => this.indices.at(one, e, depth), value);
    const bytes = this.layout.sizeOf(value.type);
    if (indexed.kind !== 'load' || bytes === null) {
      this.#leaveOpen(value, null);
      return;
    }
    const { operand } = indexed;
    const pointer: Expression =
      operand.kind === 'dereference'
        ? operand.operand
        : { kind: 'address', type: pointerTo(operand.type), at, operand };
    const readable = this.#terms.accessible(pointer, number(bytes, this.#size, at), at);
    this.body.push(when(readable, [assignment(placeOf(variable, at), indexed)], at));
  }

  /** Assumes a condition for each value of its range, in a loop. */
  #assumeAll(e: Expression & { kind: 'builtin' }, guard: Expression | null): void {
    const { at } = e;
    const [bound, inner] = e.arguments as [Expression & { kind: 'variable' }, Expression];
    const range = rangeOf(this.layout, bound.variable, inner);
    if (range === null || hasTerm(inner, OBJECTS)) {
      this.#leaveOpen(e, guard);
      return;
    }
    if (!this.indices.areAll)
      this.#overRange(
        bound,
        range,
        guard,
        (body) => new Conditions(this.platform, this.variables, this.indices, body, true).assume(inner),
        at,
      );
    if (this.isInner) return;
    const instances = this.indices.instances(bound, inner, (condition) =>
      hasTerm(condition, STATED) ? when(null, [], at) : when(not(condition), [ended(at)], at),
    );
    this.body.push(when(guard, [instances], at));
  }

  /** Checks that a condition holds for some value of its range, in a loop. */
  #checkSome(
    kind: CheckKind | FunctionDeclaration,
    e: Expression & { kind: 'builtin' },
    what: SourceLocation,
    guard: Expression | null,
  ): void {
    const { at } = e;
    const [bound, inner] = e.arguments as [Expression & { kind: 'variable' }, Expression];
    const range = rangeOf(this.layout, bound.variable, not(stripped(inner)));
    if (range === null || hasTerm(inner, STATED) || [...this.#kept].some((one) => mentions(inner, one))) {
      this.#leaveOpen(e, guard);
      return;
    }
    const found = this.variables.make('$found', INT, at);
    this.body.push(declared(found, number(0n, INT, at)));
    this.#overRange(
      bound,
      range,
      guard,
      (body) => {
        body.push(when(inner, [assignment(placeOf(found, at), number(1n, INT, at))], at));
      },
      at,
    );
    this.check(kind, read(found, at), what, guard);
  }

  #overRange(
    bound: Expression & { kind: 'variable' },
    { first, within, last }: BoundRange,
    guard: Expression | null,
    fill: (body: Statement[]) => void,
    at: SourceLocation,
  ): void {
    const body: Statement[] = [];
    fill(body);
    const { type } = bound;
    if (last !== null) {
      const isLast = compare('==', read(bound.variable, at), number(last, type, at));
      body.push(when(isLast, [{ kind: 'break', at }], at));
    }
    const loop: Statement = {
      kind: 'for',
      at,
      init: [declared(bound.variable, first)],
      condition: within,
      step: { kind: 'increment', type, at, delta: 1, prefix: true, target: bound },
      body: { kind: 'block', at, body, end: at },
    };
    this.body.push(when(guard, [loop], at));
  }
}

/** A statement that fails a check of the kind, or calls the function, where the condition does not hold. */
function failing(kind: CheckKind | FunctionDeclaration, condition: Expression, at: SourceLocation): Statement {
  if (typeof kind !== 'string') return when(not(condition), [evaluated(callOf(kind, [], at))], at);
  const name = checkFunction(kind);
  return evaluated({ kind: 'builtin', name, type: INT, at, arguments: [condition] });
}
