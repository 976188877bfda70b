import type { SourceLocation } from '../../base/source.ts';
import type { Expression, FunctionDeclaration, Statement, Variable } from '../../c/ast.ts';
import { callOf, evaluated, number, placeOf, read } from '../../c/parse/hidden-code.ts';
import { integerRange } from '../../c/types/arithmetic.ts';
import { Layout } from '../../c/types/layout.ts';
import { INT, pointerTo, sizeType, UCHAR, valueType } from '../../c/types/type-basics.ts';
import type { CType, IntegerType, Platform } from '../../c/types/types.ts';
import { type CheckKind, checkFunction } from '../cfa/checks/kinds.ts';
import { ACCESSIBLE, MEETING } from '../cfa/checks/overlap.ts';
import { withParts } from '../lowering/children.ts';
import { normalForm, STATED } from './normal-form.ts';
import { type BoundRange, type Indices, rangeOf } from './ranges.ts';
import {
  advanced,
  assignment,
  both,
  compare,
  conditional,
  converted,
  declared,
  hasTerm,
  not,
  start,
  stripped,
  when,
} from './syntax.ts';

/** Terms about pointers that are values without statements. */
const POINTER_TERMS = ['$r_ok', '$same_object'];

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
  /** Pointers that are checked to lead to objects of their own. */
  readonly #checked: { readonly pointer: Expression; readonly bytes: Expression; readonly guard: Expression | null }[] =
    [];
  readonly layout: Layout;
  readonly #size: IntegerType;

  constructor(
    private readonly platform: Platform,
    private readonly variables: Variables,
    private readonly indices: Indices,
    private readonly body: Statement[],
    /** Whether all this lies below a quantifier. */
    private readonly isInner = false,
  ) {
    this.layout = new Layout(platform);
    this.#size = sizeType(platform.dataModel);
  }

  /** Ends runs without blame in which the condition does not hold. `guard`: only runs where this holds count. */
  assume(condition: Expression, guard: Expression | null = null): void {
    const e = normalForm(condition);
    const { at } = e;
    if (!hasTerm(e, STATED)) {
      this.body.push(when(both(guard, not(this.#valued(e))), [ended(at)], at));
      this.#share(e, guard);
      return;
    }
    const plain = e.kind === 'logical' ? plainSide(e) : null;
    if (e.kind === 'logical' && e.operator === '&&') {
      this.assume(e.left, guard);
      this.assume(e.right, guard);
    } else if (e.kind === 'logical' && plain !== null && !hasTerm(e, ['$is_fresh'])) {
      // The quantifier counts, and is read, only where the other side does not hold, as in C.
      this.assume(plain === e.left ? e.right : e.left, both(guard, not(this.#valued(plain))));
    } else if (e.kind === 'logical') {
      const chosen = this.#flag('$holds', null, at);
      this.assume(e.left, both(guard, chosen));
      this.assume(e.right, both(guard, not(chosen)));
    } else if (e.kind === 'builtin' && e.name === '$is_fresh') this.#create(e, guard);
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
      if (this.objects.some(({ given }) => given.kind === 'load' && isOf(given.operand, variable))) continue;
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
    const e = normalForm(condition);
    const { at } = e;
    if (!hasTerm(e, STATED)) {
      this.body.push(when(guard, [failing(kind, this.#valued(e), what)], at));
      return;
    }
    if (e.kind === 'logical' && e.operator === '&&') {
      this.check(kind, e.left, what, guard, depth);
      this.check(kind, e.right, what, guard, depth);
    } else if (e.kind === 'logical') {
      const plain = plainSide(e);
      if (plain === null) this.#leaveOpen(e, guard);
      else this.check(kind, plain === e.left ? e.right : e.left, what, both(guard, not(this.#valued(plain))), depth);
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
    const size = number(this.layout.sizeOf(type) ?? 1n, this.#size, at);
    const pointer: Expression = { kind: 'address', type: pointerTo(type), at, operand: placeOf(object, at) };
    this.#checked.push({ pointer, bytes: size, guard: null });
  }

  /** Checks that a pointer leads to that many bytes, apart from those of the other pointers that are fresh. */
  #checkFresh(e: Expression & { kind: 'builtin' }, what: SourceLocation, guard: Expression | null): void {
    const { at } = e;
    const [pointer, bytes] = e.arguments;
    const apart = this.#checked.map((other) =>
      not(both(other.guard, this.#overlap(pointer, other.pointer, bytes, other.bytes, at))),
    );
    this.#checked.push({ pointer, bytes, guard });
    const all = apart.reduce(both, this.#accessible(pointer, bytes, at));
    this.check('requires', all, what, guard);
  }

  /** The condition without terms about pointers, which become operations on them. */
  #valued(e: Expression): Expression {
    if (!hasTerm(e, POINTER_TERMS)) return e;
    if (e.kind !== 'builtin' || !POINTER_TERMS.includes(e.name)) return withParts(e, (part) => this.#valued(part));
    const [first, second] = e.arguments;
    return e.name === '$r_ok' ? this.#accessible(first, second, e.at) : this.#together(first, second, e.at);
  }

  /** Whether all those bytes from the pointer on can be accessed. */
  #accessible(given: Expression, bytes: Expression, at: SourceLocation): Expression {
    let pointer = given;
    while (pointer.kind === 'convert' && pointer.operand.type.kind === 'pointer') pointer = pointer.operand;
    const target = pointer.type.kind === 'pointer' ? pointer.type.target : UCHAR;
    const { count, element } = this.#elements(bytes, target);
    const type = pointerTo(element);
    const first = converted(pointer, type);
    const rest: Expression =
      count.kind === 'integer'
        ? { ...count, value: count.value - 1n }
        : { kind: 'binary', type: count.type, at, operator: '-', left: count, right: number(1n, count.type, at) };
    if (count.kind === 'integer' && count.value === 0n) return number(1n, INT, at);
    const last: Expression = { kind: 'pointer-add', type, at, pointer: first, index: rest, negative: false };
    const size = number(this.layout.sizeOf(element) ?? 1n, this.#size, at);
    const inside: Expression = { kind: 'builtin', name: ACCESSIBLE, type: INT, at, arguments: [first, last, size] };
    if (count.kind === 'integer') return inside;
    const none = compare('==', count, number(0n, count.type, at));
    return { kind: 'logical', type: INT, at, operator: '||', left: none, right: inside };
  }

  /** Whether both pointers lead into one object. */
  #together(left: Expression, right: Expression, at: SourceLocation): Expression {
    const all = number(integerRange(this.#size, this.layout).max, this.#size, at);
    return this.#overlap(left, right, all, all, at);
  }

  /** Whether the bytes behind two pointers overlap. */
  #overlap(left: Expression, right: Expression, first: Expression, second: Expression, at: SourceLocation): Expression {
    const [a, b] = [left, right].map((pointer) => converted(pointer, pointerTo(UCHAR)));
    return { kind: 'builtin', name: MEETING, type: INT, at, arguments: [a, b, first, second] };
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
    const { count, element } = this.#elements(bytes, pointer.type.target);
    const name = `${target.kind === 'variable' ? target.variable.name : 'object'}_target`;
    let object: Variable;
    let address: Expression;
    if (count.kind === 'integer') {
      const length = count.value === 0n ? 1n : count.value;
      object = this.variables.make(name, { kind: 'array', element, length }, at, 'any');
      address = start(object, element, at);
      if (count.value === 0n) address = advanced(address, 1n, at);
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
      const first = start(object, element, at);
      address = conditional(none, advanced(first, 1n, at), first);
    }
    this.body.push(when(guard, [assignment(target, converted(address, valueType(pointer.type)))], at));
    this.objects.push({ given: pointer, object, pointer: start(object, element, at), size: bytes });
  }

  /** The number of elements of an object, whose type is that of the pointer where the number of bytes shows it. */
  #elements(bytes: Expression, target: CType): { readonly count: Expression; readonly element: CType } {
    const element = target.kind === 'void' ? UCHAR : valueType(target);
    const size = target.kind === 'function' ? null : this.layout.sizeOf(element);
    const e = stripped(bytes);
    if (size !== null && size > 0n) {
      if (e.kind === 'integer' && e.value % size === 0n) return { count: { ...e, value: e.value / size }, element };
      if (size === 1n) return { count: e, element };
      if (e.kind === 'binary' && e.operator === '*')
        for (const [one, other] of [
          [stripped(e.left), e.right],
          [stripped(e.right), e.left],
        ])
          if (one.kind === 'integer' && one.value === size) return { count: other, element };
    }
    return { count: e, element: UCHAR };
  }

  /** Assumes a condition for each value of its range, in a loop. */
  #assumeAll(e: Expression & { kind: 'builtin' }, guard: Expression | null): void {
    const { at } = e;
    const [bound, inner] = e.arguments as [Expression & { kind: 'variable' }, Expression];
    const range = rangeOf(this.layout, bound.variable, inner);
    if (range === null || hasTerm(inner, ['$is_fresh'])) {
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
      hasTerm(condition, STATED) ? when(null, [], at) : when(not(this.#valued(condition)), [ended(at)], at),
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
    if (range === null || hasTerm(inner, STATED)) {
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

/** The side of a disjunction that is a condition of C; null: neither is. */
function plainSide({ left, right }: Expression & { kind: 'logical' }): Expression | null {
  return [left, right].find((side) => !hasTerm(side, STATED)) ?? null;
}

/** The end of a run without blame. */
function ended(at: SourceLocation): Statement {
  const expression: Expression = { kind: 'builtin', name: '__builtin_trap', type: { kind: 'void' }, at, arguments: [] };
  return { kind: 'expression', at, expression };
}

function isOf(place: Expression, variable: Variable): boolean {
  return place.kind === 'variable' && place.variable === variable;
}
