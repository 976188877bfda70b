import type { SourceLocation } from '../../../base/source.ts';
import type { Expression, Initializer } from '../../../c/ast.ts';
import { CHAR, INT, isScalar, pointerTo, sizeType, VOID } from '../../../c/types/type-basics.ts';
import type { Expr, Place } from '../../cfa/automaton.ts';
import { intrinsic, OPEN_ORDER, orderConstruct } from '../../cfa/beyond.ts';
import * as make from '../../cfa/make.ts';
import type { FunctionBuilder } from '../builder.ts';
import { requireSequence } from '../checks.ts';
import { hidden, inChosenOrder } from './choose.ts';
import type { Conflict, OwnAccess } from './conflicts.ts';
import { type Units, unitsAmong, unitsOf } from './region.ts';
import { LEAST_EVALUATIONS, MOST_EVALUATIONS, type Moment, momentsOf } from './schedule.ts';

/** Bytes of two objects that are compared one by one. */
const MOST_BYTES = 32n;

/** Builds what is left open by C around the evaluation of an expression with these operands. */
export function inOpenOrder<T>(b: FunctionBuilder, e: Expression, evaluate: (open: boolean) => T): T {
  const { order } = b.context;
  const conflicts = order?.of(e) ?? [];
  if (order === null || conflicts.length === 0) return evaluate(false);
  return around(b, conflicts, e.at, () => unitsOf(order, e, conflicts), evaluate);
}

/** The same for the values of an initialiser. */
export function initialisedInOpenOrder(
  b: FunctionBuilder,
  initializer: Initializer,
  at: SourceLocation,
  evaluate: () => void,
): void {
  const { order } = b.context;
  const conflicts = order?.ofInitializer(initializer) ?? [];
  if (order === null || conflicts.length === 0) evaluate();
  else around(b, conflicts, at, () => unitsAmong(order, initializer, conflicts), evaluate);
}

function around<T>(
  b: FunctionBuilder,
  conflicts: readonly Conflict[],
  at: SourceLocation,
  unitsHere: () => Units | null,
  evaluate: (open: boolean) => T,
): T {
  const unsettled = conflicts.filter((conflict) => !b.order.isSettled(conflict));
  const own = unsettled.flatMap((conflict) => (conflict.kind === 'undefined' ? [[at, conflict] as const] : []));
  const open = unsettled.find(({ kind }) => kind !== 'undefined');
  const chosen = open === undefined ? null : choicesOf(b, unitsHere);
  const inner = chosen?.units.watched.map(([node, conflict]) => [node.at, conflict] as const) ?? [];
  const checks = [...own, ...inner].map(([place, conflict]) => watchPair(b, conflict, place));
  let result: T;
  if (chosen !== null) result = inChosenOrder(b, chosen.units, chosen.moments, () => evaluate(false));
  else if (open === undefined) result = evaluate(false);
  else {
    leaveOpen(b, open.what, at);
    result = b.order.copied(Number.POSITIVE_INFINITY, () => evaluate(true));
  }
  for (const check of checks) check();
  return result;
}

/** The units that may come in several orders, with these orders; null: they are too many, or not modelled. */
function choicesOf(
  b: FunctionBuilder,
  unitsHere: () => Units | null,
): { readonly units: Units; readonly moments: readonly Moment[] } | null {
  const most = MOST_EVALUATIONS / b.order.copies;
  const units = most < LEAST_EVALUATIONS ? null : unitsHere();
  const moments = units === null ? null : momentsOf(units, most);
  return units === null || moments === null ? null : { units, moments };
}

/** Ends proofs where an order is chosen that runs do not take. */
function leaveOpen(b: FunctionBuilder, what: string, at: SourceLocation): void {
  const choice = hidden(b, INT, at);
  b.emit(intrinsic(OPEN_ORDER, [], choice), at);
  const other = b.newLocation();
  const next = b.newLocation();
  b.branch(make.load(choice), other, next, at);
  b.here = other;
  b.emitTo({ kind: 'unsupported', construct: orderConstruct(what) }, next, at);
  b.here = next;
}

/** Prepares two accesses for their check, which the result builds behind them. */
function watchPair(b: FunctionBuilder, conflict: Conflict & { kind: 'undefined' }, at: SourceLocation): () => void {
  const { first, second, what } = conflict;
  const exact = first.access.exact && second.access.exact;
  const [one, other] = [first, second].map((each) => watchAccess(b, each, exact, at));
  return () => {
    const both = make.conditional(INT, one, make.truth(other), make.ZERO);
    const violated = exact ? both : make.conditional(INT, both, overlap(b, first, one, second, other), make.ZERO);
    requireSequence(b, violated, what, at);
  };
}

/**
 * Returns a read of a hidden variable that tells about an access: whether it happened, or the address. It is
 * zero before.
 */
function watchAccess(b: FunctionBuilder, { node }: OwnAccess, exact: boolean, at: SourceLocation): Expr {
  const type = exact ? INT : pointerTo(VOID);
  const place = hidden(b, type, at);
  b.assign(place, make.zeroOf(type), at);
  const places = b.watched.get(node);
  if (places === undefined) b.watched.set(node, [place]);
  else places.push(place);
  return make.load(place);
}

/** Records that the expression accesses the place now, where a check asks for it. */
export function accessed(b: FunctionBuilder, e: Expression, place: Place): void {
  for (const told of b.watched.get(e) ?? []) {
    if (told.type.kind !== 'pointer') b.assign(told, make.ONE, e.at);
    else b.assign(told, make.convert(b.layout, told.type, make.addressOfPlace(unit(place))), e.at);
  }
}

/** The object around a bit-field, or the place itself. */
function unit(place: Place): Place {
  return place.kind === 'member' && make.isBitField(place) ? place.base : place;
}

/** Whether two objects at these addresses overlap. */
function overlap(b: FunctionBuilder, first: OwnAccess, one: Expr, second: OwnAccess, other: Expr): Expr {
  const [own, others] = [first, second].map(({ node }) => accessedType(node));
  const [size, otherSize] = [b.layout.sizeOfGnu(own) ?? 1n, b.layout.sizeOfGnu(others) ?? 1n];
  if (size === otherSize && isScalar(own) && isScalar(others)) return make.compare('==', one, other);
  if (size + otherSize <= MOST_BYTES) return meetByByte(b, one, size, other, otherSize);
  const type = sizeType(b.layout.model);
  const [start, otherStart] = [one, other].map((pointer) => make.convert(b.layout, type, pointer));
  const end = (from: Expr, bytes: bigint): Expr => make.binary(b.layout, type, '+', from, make.integer(type, bytes));
  const before = make.compare('<', start, end(otherStart, otherSize));
  const behind = make.compare('<', otherStart, end(start, size));
  return make.conditional(INT, before, behind, make.ZERO);
}

/** The same for small objects, by equalities that need no numbers of addresses. */
function meetByByte(b: FunctionBuilder, one: Expr, size: bigint, other: Expr, otherSize: bigint): Expr {
  const type = pointerTo(CHAR);
  const [start, otherStart] = [one, other].map((pointer) => make.convert(b.layout, type, pointer));
  const at = (distance: bigint): Expr => make.pointerAdd(otherStart, make.integer(INT, distance), false, type);
  let found: Expr = make.ZERO;
  for (let distance = 1n - size; distance < otherSize; distance++)
    found = make.conditional(INT, make.compare('==', start, at(distance)), make.ONE, found);
  return found;
}

function accessedType(node: Expression): Expression['type'] {
  switch (node.kind) {
    case 'assign':
    case 'compound-assign':
    case 'increment':
      return node.target.type;
    default:
      return node.type;
  }
}
