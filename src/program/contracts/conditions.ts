import type { SourceLocation } from '../../base/source.ts';
import type { Expression, FunctionDeclaration, Statement, Variable } from '../../c/ast.ts';
import { callOf, evaluated, not, number, placeOf, read, stripped } from '../../c/parse/hidden-code.ts';
import { Layout } from '../../c/types/layout.ts';
import { INT, pointerTo, sizeType } from '../../c/types/type-basics.ts';
import type { IntegerType, Platform } from '../../c/types/types.ts';
import { type CheckKind, checkFunction } from '../cfa/checks/kinds.ts';
import { type BoundRange, mentions, rangeOf } from '../lowering/bound-ranges.ts';
import { PointerTerms } from '../lowering/pointer-terms.ts';
import { overRange } from '../lowering/quantifiers.ts';
import { choice, type Declarations, FreshObjects } from './fresh-objects.ts';
import { normalForm, plainSide, STATED } from './normal-form.ts';
import { readable } from './pointer-terms.ts';
import type { Indices } from './ranges.ts';
import { assignment, both, declared, ended, hasTerm, when } from './syntax.ts';

/** Terms that make objects where they are assumed. */
const OBJECTS = ['$is_fresh', '$valid'];

/** Turns conditions of contracts into statements that assume or check them. */
export class Conditions {
  readonly objects: FreshObjects;
  /** Whether a condition has no statements here. */
  isOpen = false;
  /** Bytes that are checked to be apart from others. Null: all of the object. */
  readonly #checked: {
    readonly pointer: Expression;
    readonly bytes: Expression | null;
    readonly guard: Expression | null;
  }[] = [];
  /** Variables with earlier values at checked indices. */
  readonly #kept = new Set<Variable>();
  readonly layout: Layout;
  readonly #terms: PointerTerms;
  readonly #size: IntegerType;

  constructor(
    private readonly platform: Platform,
    private readonly declarations: Declarations,
    private readonly indices: Indices,
    private readonly body: Statement[],
    /** Whether all this lies below a quantifier. */
    private readonly isInner = false,
    /** Whether all this is about the call of the function in question, whose caller gives the objects. */
    areGiven = false,
  ) {
    this.#terms = new PointerTerms(new Layout(platform));
    this.layout = this.#terms.layout;
    this.objects = new FreshObjects(declarations, this.#terms, body, areGiven);
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
      const chosen = choice(this.declarations, this.body, '$holds', at);
      this.assume(e.left, both(guard, chosen));
      this.assume(e.right, both(guard, not(chosen)));
    } else if (e.kind === 'builtin' && e.name === '$is_fresh') {
      if (!this.objects.create(e, guard)) this.#leaveOpen(e, guard);
    } else if (e.kind === 'builtin' && e.name === '$valid') {
      if (!this.objects.createValid(e, guard)) this.#leaveOpen(e, guard);
    } else if (e.kind === 'builtin' && e.name === '$exists') {
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
        this.objects.all.some(
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
    else if (e.kind === 'builtin' && e.name === '$is_fresh' && kind === 'ensures') this.#checkNew(e, what, guard);
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

  /** Checks that a pointer leads to that many bytes of a live block that the function has made, apart from others. */
  #checkNew(e: Expression & { kind: 'builtin' }, what: SourceLocation, guard: Expression | null): void {
    const { at } = e;
    const [pointer, bytes] = e.arguments;
    const blocks = this.objects.all.filter(({ object }) => object === null).map((one) => ({ ...one, guard: null }));
    const apart = [...blocks, ...this.#checked].map((other) =>
      not(both(other.guard, this.#terms.together(pointer, other.pointer, at))),
    );
    this.#checked.push({ pointer, bytes: null, guard });
    const leads = both(this.#terms.startsBlock(pointer, at), this.#terms.accessible(pointer, bytes, at));
    this.check('ensures', apart.reduce(both, leads), what, guard);
  }

  /** No proof passes over a condition that has no statements here. */
  #leaveOpen(e: Expression, guard: Expression | null): void {
    this.isOpen = true;
    const construct = `this clause of a contract${e.kind === 'builtin' ? ` (${e.name.slice(1)})` : ''}`;
    this.body.push(when(guard, [{ kind: 'unsupported', at: e.at, construct }], e.at));
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
        (body) => new Conditions(this.platform, this.declarations, this.indices, body, true).assume(inner),
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
    const found = this.declarations.make('$found', INT, at);
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
    range: BoundRange,
    guard: Expression | null,
    fill: (body: Statement[]) => void,
    at: SourceLocation,
  ): void {
    const turn: Statement[] = [];
    fill(turn);
    this.body.push(when(guard, [overRange(bound, range, turn, at)], at));
  }
}

/** A statement that fails a check of the kind, or calls the function, where the condition does not hold. */
function failing(kind: CheckKind | FunctionDeclaration, condition: Expression, at: SourceLocation): Statement {
  if (typeof kind !== 'string') return when(not(condition), [evaluated(callOf(kind, [], at))], at);
  const name = checkFunction(kind);
  return evaluated({ kind: 'builtin', name, type: INT, at, arguments: [condition] });
}
