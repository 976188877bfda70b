import type { SourceLocation } from '../../base/source.ts';
import type { FunctionDeclaration } from '../../c/ast.ts';
import { ANY_MEMORY, isSilent, verifierName } from '../../c/builtins/verifier-names.ts';
import { INT, isInteger, isVoid, pointerTo, sizeType, UCHAR, VOID, valueType } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import type { Expr, Place } from '../cfa/automaton.ts';
import { ANY_CONTENT } from '../cfa/beyond.ts';
import * as make from '../cfa/make.ts';
import type { FunctionBuilder } from './builder.ts';

/**
 * Builds a call of a function without a body that has a meaning of its own in programs for other verifiers.
 * Returns its value, a placeholder for void; null for all other functions.
 */
export function buildVerifierCall(
  b: FunctionBuilder,
  { id, name, type, definition }: FunctionDeclaration,
  given: readonly Expr[],
  at: SourceLocation,
): Expr | null {
  if (definition !== null) return null;
  if (verifierName(name) === ANY_MEMORY && given.length > 1) {
    buildAnyContent(b, given[0], given[1], at);
    return make.ZERO;
  }
  if (isSilent(name) && isVoid(type.result)) return make.ZERO;
  const limits = limitsOf(name, given);
  if (limits === null || !isInteger(type.result)) return null;
  const result = valueType(type.result);
  const held = b.temporary(result, at);
  const bounds = [limits.least ?? make.integer(result, 0n), limits.end].map((bound) =>
    make.convert(b.layout, result, bound),
  );
  const [least, end] = bounds.map((bound) => (bound.kind === 'integer' ? bound : b.hoist(bound, at)));
  b.emit({ kind: 'call', callee: { kind: 'direct', function: id }, arguments: given, result: held }, at);
  const value = make.load(held);
  const within = make.conditional(INT, make.compare('<=', least, value), make.compare('<', value, end), make.ZERO);
  const assume = b.context.libraryFunction('__VERIFIER_assume', [INT], VOID, 'verifier');
  b.emit({ kind: 'call', callee: { kind: 'direct', function: assume }, arguments: [within], result: null }, at);
  return value;
}

/** The limits of the result of KLEE's functions that choose a number; null for other functions. */
function limitsOf(name: string, given: readonly Expr[]): { readonly least: Expr | null; readonly end: Expr } | null {
  if (name === 'klee_range' && given.length > 1) return { least: given[0], end: given[1] };
  return name === 'klee_choose' && given.length > 0 ? { least: null, end: given[0] } : null;
}

/** Most elements that get their content one by one; more get it in a loop. */
const MOST_UNROLLED = 16n;

/**
 * Builds `__VERIFIER_nondet_memory(pointer, bytes)`: each scalar part of the memory becomes an input. The
 * type that the pointer has before its conversion to `void *` says what the parts are. Padding keeps its bytes.
 */
function buildAnyContent(b: FunctionBuilder, given: Expr, bytes: Expr, at: SourceLocation): void {
  const { layout } = b;
  let typed = given;
  while (typed.kind === 'convert' && typed.operand.type.kind === 'pointer') typed = typed.operand;
  const target = typed.type.kind === 'pointer' ? typed.type.target : VOID;
  const size = target.kind === 'void' || target.kind === 'function' ? null : layout.sizeOf(target);
  const element = size === null || size === 0n ? UCHAR : valueType(target);
  const width = layout.sizeOf(element)!;
  const word = sizeType(layout.model);
  const held = (value: Expr): Expr =>
    value.kind === 'integer' || value.kind === 'address' ? value : b.hoist(value, at);
  const count = held(make.convert(layout, word, bytes));
  const pointer = held(make.convert(layout, pointerTo(element), typed));
  const whole = make.binary(layout, word, '/', count, make.integer(word, width));
  repeated(b, pointer, element, whole, at);
  const done = make.binary(layout, word, '*', whole, make.integer(word, width));
  const rest = make.binary(layout, word, '-', count, done);
  if (width === 1n || (rest.kind === 'integer' && rest.value === 0n)) return;
  const start = make.pointerAdd(make.convert(layout, pointerTo(UCHAR), pointer), done, false, pointerTo(UCHAR));
  repeated(b, start, UCHAR, rest, at);
}

/** Gives `count` elements from the pointer on any content. */
function repeated(b: FunctionBuilder, pointer: Expr, element: CType, count: Expr, at: SourceLocation): void {
  const word = sizeType(b.layout.model);
  const at0 = (index: Expr): Place =>
    make.dereference(b.layout, make.pointerAdd(pointer, index, false, pointerTo(element)), element);
  if (count.kind === 'integer' && count.value <= MOST_UNROLLED) {
    for (let i = 0n; i < count.value; i++) content(b, at0(make.integer(word, i)), at);
    return;
  }
  const index = b.temporary(word, at);
  b.assign(index, make.integer(word, 0n), at);
  const [head, body, after] = [b.newLocation(), b.newLocation(), b.newLocation()];
  b.continueAt(head, at);
  b.branch(make.compare('<', make.load(index), count), body, after, at);
  b.here = body;
  content(b, at0(make.load(index)), at);
  b.assign(index, make.binary(b.layout, word, '+', make.load(index), make.integer(word, 1n)), at);
  b.jump(head, at);
  b.here = after;
}

/** Gives an object any content, part by part. */
function content(b: FunctionBuilder, place: Place, at: SourceLocation): void {
  const type = valueType(place.type);
  switch (type.kind) {
    case 'integer':
    case 'float':
      input(b, place, type, type.name, at);
      return;
    case 'enum': {
      const name = type.definition.underlying?.name ?? 'uint';
      input(b, place, { kind: 'integer', name }, name, at);
      return;
    }
    case 'pointer':
      input(b, place, pointerTo(VOID), 'pointer', at);
      return;
    case 'struct':
      for (const [i, field] of (type.definition.fields ?? []).entries())
        if (field.name !== null || field.bits === undefined) content(b, make.memberOf(place, i), at);
      return;
    case 'array': {
      if (typeof type.length !== 'bigint') break;
      const first = make.addressOf(make.elementOfArray(place, make.ZERO), pointerTo(type.element));
      repeated(b, first, type.element, make.integer(sizeType(b.layout.model), type.length), at);
      return;
    }
    default: {
      const bytes = make.convert(b.layout, pointerTo(UCHAR), make.addressOfPlace(place));
      const size = make.integer(sizeType(b.layout.model), b.layout.sizeOf(type) ?? 0n);
      repeated(b, bytes, UCHAR, size, at);
    }
  }
}

function input(b: FunctionBuilder, place: Place, type: CType, name: string, at: SourceLocation): void {
  const held = b.temporary(type, at);
  const fn = b.context.libraryFunction(`${ANY_CONTENT}${name}`, [], type, 'verifier');
  b.emit({ kind: 'call', callee: { kind: 'direct', function: fn }, arguments: [], result: held }, at);
  b.assign(place, make.convert(b.layout, valueType(place.type), make.load(held)), at);
}
