import type { SourceLocation } from '../../base/source.ts';
import type { Expression, Statement, Variable } from '../../c/ast.ts';
import { number, placeOf, read } from '../../c/parse/hidden-code.ts';
import { integerRange } from '../../c/types/arithmetic.ts';
import { Layout } from '../../c/types/layout.ts';
import { INT, isInteger, pointerTo, sizeType, UCHAR, valueType } from '../../c/types/type-basics.ts';
import type { CType, Platform } from '../../c/types/types.ts';
import { type CheckKind, checkFunction } from '../cfa/checks/kinds.ts';
import { assignment, both, declared, hasTerm, not, when } from './syntax.ts';

/** Terms that need statements of their own. */
const STATED = ['$is_fresh', '$forall', '$exists'];

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
  readonly layout: Layout;
  readonly #size: CType;

  constructor(
    private readonly platform: Platform,
    private readonly variables: Variables,
    private readonly body: Statement[],
  ) {
    this.layout = new Layout(platform);
    this.#size = sizeType(platform.dataModel);
  }

  /** Ends runs without blame in which the condition does not hold. `guard`: only runs where this holds count. */
  assume(condition: Expression, guard: Expression | null = null): void {
    const e = stripped(condition);
    const { at } = e;
    if (!hasTerm(e, STATED)) {
      this.body.push(when(both(guard, not(e)), [ended(at)], at));
      return;
    }
    const negated = e.kind === 'not' ? stripped(e.operand) : null;
    if (e.kind === 'logical' && e.operator === '&&') {
      this.assume(e.left, guard);
      this.assume(e.right, guard);
    } else if (e.kind === 'logical') {
      const chosen = this.#flag('$holds', null, at);
      this.assume(e.left, both(guard, chosen));
      this.assume(e.right, both(guard, not(chosen)));
    } else if (negated?.kind === 'logical') this.assume(dual(negated), guard);
    else if (negated?.kind === 'builtin' && negated.name in OTHER) this.assume(otherQuantifier(negated), guard);
    else if (e.kind === 'builtin' && e.name === '$is_fresh') this.#create(e, guard);
    else if (e.kind === 'builtin' && e.name === '$exists') {
      const [bound, inner] = e.arguments as [Expression & { kind: 'variable' }, Expression];
      this.body.push(declared(bound.variable));
      this.assume(inner, guard);
    } else if (e.kind === 'builtin' && e.name === '$forall') this.#assumeAll(e, guard);
    else this.#leaveOpen(e, guard);
  }

  /** Fails a check of the kind in runs where the condition does not hold. */
  check(kind: CheckKind, condition: Expression, what: SourceLocation, guard: Expression | null = null): void {
    const e = stripped(condition);
    const { at } = e;
    if (!hasTerm(e, STATED)) {
      const check: Expression = { kind: 'builtin', name: checkFunction(kind), type: INT, at: what, arguments: [e] };
      this.body.push(when(guard, [{ kind: 'expression', at, expression: check }], at));
      return;
    }
    const negated = e.kind === 'not' ? stripped(e.operand) : null;
    if (e.kind === 'logical' && e.operator === '&&') {
      this.check(kind, e.left, what, guard);
      this.check(kind, e.right, what, guard);
    } else if (e.kind === 'logical') {
      const [plain, other] = hasTerm(e.left, STATED) ? [e.right, e.left] : [e.left, e.right];
      if (hasTerm(plain, STATED)) this.#leaveOpen(e, guard);
      else this.check(kind, other, what, both(guard, not(plain)));
    } else if (negated?.kind === 'logical') this.check(kind, dual(negated), what, guard);
    else if (negated?.kind === 'builtin' && negated.name in OTHER)
      this.check(kind, otherQuantifier(negated), what, guard);
    else if (e.kind === 'builtin' && e.name === '$forall') {
      const [bound, inner] = e.arguments as [Expression & { kind: 'variable' }, Expression];
      this.body.push(declared(bound.variable));
      this.check(kind, inner, what, guard);
    } else if (e.kind === 'builtin' && e.name === '$exists') this.#checkSome(kind, e, what, guard);
    else this.#leaveOpen(e, guard);
  }

  /** A variable of truth values with that value; without one it is an input. */
  #flag(name: string, value: Expression | null, at: SourceLocation): Expression {
    const variable = this.variables.make(name, INT, at);
    this.body.push(declared(variable, value));
    return read(variable, at);
  }

  /** No proof passes over a condition that has no statements here. */
  #leaveOpen(e: Expression, guard: Expression | null): void {
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
    this.#overRange(
      bound,
      range,
      guard,
      (body) => new Conditions(this.platform, this.variables, body).assume(inner),
      at,
    );
  }

  /** Checks that a condition holds for some value of its range, in a loop. */
  #checkSome(
    kind: CheckKind,
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

/** The end of a run without blame. */
function ended(at: SourceLocation): Statement {
  const expression: Expression = { kind: 'builtin', name: '__builtin_trap', type: { kind: 'void' }, at, arguments: [] };
  return { kind: 'expression', at, expression };
}

const OTHER: Readonly<Record<string, string>> = { $forall: '$exists', $exists: '$forall' };

function otherQuantifier(e: Expression & { kind: 'builtin' }): Expression {
  const [bound, inner] = e.arguments;
  return { ...e, name: OTHER[e.name], arguments: [bound, not(stripped(inner))] };
}

/** The negation of a conjunction or disjunction. */
function dual(e: Expression & { kind: 'logical' }): Expression {
  return {
    ...e,
    operator: e.operator === '&&' ? '||' : '&&',
    left: not(stripped(e.left)),
    right: not(stripped(e.right)),
  };
}

/** The condition below conversions that keep its value. */
function stripped(condition: Expression): Expression {
  let e = condition;
  while (e.kind === 'convert' && KEPT.has(e.operand.kind)) e = e.operand;
  return e;
}

const KEPT: ReadonlySet<Expression['kind']> = new Set(['builtin', 'logical', 'integer', 'not', 'compare']);

/** The values that a bound variable takes in a condition of the form `first <= k && k < end ==> body`. */
interface BoundRange {
  readonly first: Expression;
  /** The comparison that ends the range. */
  readonly within: Expression;
  /** The greatest value of the variable's type, at which a loop ends in any case; null: the range ends below. */
  readonly last: bigint | null;
}

function rangeOf(layout: Layout, bound: Variable, condition: Expression): BoundRange | null {
  if (!isInteger(bound.type)) return null;
  const { min, max } = integerRange(bound.type, layout);
  let first: Expression | null = min === 0n ? number(0n, bound.type, bound.at) : null;
  let end: Omit<BoundRange, 'first'> | null = null;
  for (const part of alternatives(condition)) {
    if (part.kind !== 'not') continue;
    for (const e of conjuncts(part.operand)) {
      if (e.kind !== 'compare') continue;
      const [left, right] = [isRead(e.left, bound), isRead(e.right, bound)];
      if (left === right) continue;
      const operator = left ? e.operator : MIRRORED[e.operator];
      const value = stripped(left ? e.right : e.left);
      const constant = value.kind === 'integer' ? value.value : null;
      if (operator === '<' || operator === '<=') {
        const below = constant !== null && (operator === '<' ? constant <= max : constant < max);
        end ??= { within: e, last: below ? null : max };
      } else if (operator === '>=' || operator === '>') {
        const least = constant === null ? null : operator === '>' ? constant + 1n : constant;
        if (least !== null && least >= min && least <= max) first = number(least, bound.type, bound.at);
        else if (operator === '>=' && value.type === bound.type) first = value;
      }
    }
  }
  return end === null || first === null ? null : { first, ...end };
}

const MIRRORED = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==', '!=': '!=' } as const;

function alternatives(e: Expression): readonly Expression[] {
  const inner = stripped(e);
  return inner.kind === 'logical' && inner.operator === '||'
    ? [...alternatives(inner.left), ...alternatives(inner.right)]
    : [inner];
}

function conjuncts(e: Expression): readonly Expression[] {
  const inner = stripped(e);
  return inner.kind === 'logical' && inner.operator === '&&'
    ? [...conjuncts(inner.left), ...conjuncts(inner.right)]
    : [inner];
}

function isRead(e: Expression, variable: Variable): boolean {
  let inner = e;
  while (inner.kind === 'convert') inner = inner.operand;
  return inner.kind === 'load' && inner.operand.kind === 'variable' && inner.operand.variable === variable;
}

function compare(operator: '<' | '<=' | '==' | '>', left: Expression, right: Expression): Expression {
  return { kind: 'compare', type: INT, at: left.at, operator, left, right };
}

function conditional(condition: Expression, then: Expression, otherwise: Expression): Expression {
  return { kind: 'conditional', type: then.type, at: then.at, condition, then, otherwise };
}

function converted(operand: Expression, type: CType): Expression {
  return operand.type === type ? operand : { kind: 'convert', type, at: operand.at, operand, explicit: true };
}

function start(object: Variable, element: CType, at: SourceLocation): Expression {
  return { kind: 'array-decay', type: pointerTo(element), at, operand: placeOf(object, at) };
}

function advanced(pointer: Expression, by: bigint, at: SourceLocation): Expression {
  if (pointer.type.kind !== 'pointer') return pointer;
  return { kind: 'pointer-add', type: pointer.type, at, pointer, index: number(by, INT, at), negative: false };
}
