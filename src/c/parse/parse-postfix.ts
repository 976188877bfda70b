import type { SourceLocation } from '../../base/source.ts';
import type { Expression, Initializer, Statement } from '../ast.ts';
import type { Name } from '../lex/names.ts';
import { increment } from '../semantics/assignments.ts';
import { call } from '../semantics/calls.ts';
import { rvalue } from '../semantics/conversions.ts';
import { memberNode, memberPath } from '../semantics/member-nodes.ts';
import { addressOf, dereference, isLvalue } from '../semantics/nodes.ts';
import { pointerAdd, sequence, withLengths } from '../semantics/operators.ts';
import { variableMember } from '../semantics/variable-records.ts';
import {
  isComplete,
  isFunction,
  isInteger,
  isPointer,
  isRecord,
  isVariableRecord,
  isVariablyModified,
  pointerTo,
  qualifiersOf,
  withQualifiers,
} from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import type { CType } from '../types/types.ts';
import { withRange } from './acsl-terms.ts';
import { type Context, deepen, expect, sees, setHeight, unexpected } from './context.ts';
import { failure } from './failures.ts';
import { noteCall } from './nested.ts';
import { parsePrimary } from './parse-primary.ts';

/** Postfix expressions (C11 6.5.2). */

/** Reads a primary expression and the postfix operators behind it. */
export function parsePrimaryPostfix(c: Context): Expression {
  return parsePostfix(c, parsePrimary(c));
}

/** Reads subscripts, calls, members and increments behind an expression. */
export function parsePostfix(c: Context, start: Expression): Expression {
  const { scanner } = c;
  let e = start;
  for (;;) {
    switch (scanner.kind) {
      case '[': {
        const { at } = scanner;
        const height = c.height;
        deepen(c);
        scanner.advance();
        const index = withRange(c, c.grammar.expression(c), at);
        expect(c, ']');
        c.depth--;
        setHeight(c, Math.max(height, c.height) + 1);
        e = subscript(c, e, index, at);
        break;
      }
      case '(': {
        const height = c.height;
        deepen(c);
        scanner.advance();
        const list = c.grammar.arguments(c);
        c.depth--;
        setHeight(c, Math.max(height, c.height) + 1);
        e = call(c, e, list, start.at);
        noteCall(c, e);
        break;
      }
      case '.':
      case '->': {
        const { at, kind } = scanner;
        scanner.advance();
        if (!sees(c, 'identifier') && !/^\w/.test(scanner.kind)) throw unexpected(c, 'a member name');
        e = member(c, e, kind === '->', scanner.name, at);
        setHeight(c, c.height + 1);
        scanner.advance();
        break;
      }
      case '++':
      case '--': {
        const { at, kind } = scanner;
        scanner.advance();
        setHeight(c, c.height + 1);
        e = increment(c, e, kind === '++' ? 1 : -1, false, at);
        break;
      }
      default:
        return e;
    }
  }
}

function subscript(c: Context, left: Expression, right: Expression, at: SourceLocation): Expression {
  if (left.type.kind === 'vector') return vectorElement(c, left, right, at);
  const l = rvalue(c, left);
  const r = rvalue(c, right);
  const [pointer, index] = isPointer(l.type) ? [l, r] : [r, l];
  if (!isPointer(pointer.type) || !isInteger(index.type))
    throw failure('C1423', [formatType(l.type), formatType(r.type)], at);
  if (pointer.type.target.kind === 'function') throw failure('C1423', [formatType(l.type), formatType(r.type)], at);
  return dereference(pointerAdd(c, pointer, index, false, at), at);
}

/** Returns an element of a vector object, which is reached through a pointer to its start (GNU). */
function vectorElement(c: Context, left: Expression, right: Expression, at: SourceLocation): Expression {
  if (left.type.kind !== 'vector') throw failure('C1423', [formatType(left.type), formatType(right.type)], at);
  const index = rvalue(c, right);
  if (!isInteger(index.type)) throw failure('C1423', [formatType(left.type), formatType(index.type)], at);
  const element = withQualifiers(left.type.element, qualifiersOf(left.type));
  if (isLvalue(left)) {
    const start: Expression = {
      kind: 'convert',
      type: pointerTo(element),
      at,
      operand: addressOf(left, at),
      explicit: true,
    };
    return dereference(pointerAdd(c, start, index, false, at), at);
  }
  const held = temporaryVector(c, left, at);
  const start: Expression = {
    kind: 'convert',
    type: pointerTo(element),
    at,
    operand: addressOf(held.place, at),
    explicit: true,
  };
  const value = rvalue(c, dereference(pointerAdd(c, start, index, false, at), at));
  return sequence([held.declaration], value, value.type, at);
}

function temporaryVector(c: Context, value: Expression, at: SourceLocation) {
  const variable = c.program.newVariable('$temporary', value.type, at, {
    storage: 'automatic',
    scope: c.function?.id ?? null,
  });
  c.function?.locals.push(variable);
  const place: Expression = { kind: 'variable', type: value.type, at, variable };
  const declaration = {
    kind: 'declaration',
    at,
    variable,
    initializer: { zeroFirst: false, entries: [{ path: [], value }] },
  } as const;
  return { place, declaration };
}

/** Reads the initialiser list of `(type){ ... }`; its brace is the current token. */
export function finishCompoundLiteral(
  c: Context,
  type: CType,
  at: SourceLocation,
  head: LiteralHead = { storage: new Set(), lengths: [] },
): Expression {
  const e = compoundLiteral(c, type, at, head);
  setHeight(c, 1);
  return e;
}

/** Storage classes and lengths before the initialiser list of a compound literal. */
export interface LiteralHead {
  /** Keywords before the type (C23 6.5.3.6): `static`, `register`, `constexpr`, `_Thread_local`. */
  readonly storage: ReadonlySet<string>;
  /** Statements that compute the lengths of its type. */
  readonly lengths: readonly Statement[];
}

/**
 * Reads the initialiser list of a compound literal (C11 6.5.2.5), which becomes a hidden object,
 * static at file scope.
 */
function compoundLiteral(c: Context, type: CType, at: SourceLocation, head: LiteralHead): Expression {
  const { storage, lengths } = head;
  const unknownLength = type.kind === 'array' && type.length === 'unknown' && isComplete(type.element);
  if (isFunction(type) || (!isComplete(type) && !unknownLength)) throw failure('C1303', [formatType(type)], at);
  const isStatic = c.function === null || storage.has('static');
  if (isStatic && lengths.length > 0) throw failure('C1321', [], at);
  const result = c.grammar.initializer(c, type, isStatic);
  const variable = c.program.newVariable('$literal', result.type, at, {
    storage: isStatic ? 'static' : 'automatic',
    scope: c.function?.id ?? null,
    threadLocal: storage.has('_Thread_local'),
  });
  if (isStatic) variable.initializer = result.initializer;
  if (isStatic && c.function !== null) return { kind: 'variable', type: result.type, at, variable };
  if (!isStatic) c.function!.locals.push(variable);
  const e = (initializer: Initializer): Expression => {
    return { kind: 'compound-literal', type: result.type, at, variable, initializer };
  };
  // The first value evaluates the lengths, so that the literal remains an lvalue.
  const [first, ...others] = result.initializer.entries;
  if (first === undefined)
    return lengths.length === 0 ? e(result.initializer) : withLengths(lengths, rvalue(c, e(result.initializer)));
  return e({ ...result.initializer, entries: [{ ...first, value: withLengths(lengths, first.value) }, ...others] });
}

/** Builds `base.name` or `base->name`. */
function member(c: Context, base: Expression, arrow: boolean, name: Name, at: SourceLocation): Expression {
  let e = base;
  if (arrow) {
    const pointer = rvalue(c, base);
    if (!isPointer(pointer.type) || !(isRecord(pointer.type.target) || isVariableRecord(pointer.type.target)))
      throw failure('C1424', ['->', formatType(pointer.type)], at);
    e = dereference(pointer, at);
  }
  const { type } = e;
  if (isVariableRecord(type)) return variableMember(c, e, type, name.text, at);
  if (!isRecord(type)) throw failure('C1424', ['.', formatType(type)], at);
  if (type.definition.fields === null) throw failure('C1303', [formatType(type)], at);
  const path = memberPath(type.definition, name.text);
  if (path === null) throw failure('C1425', [formatType(type), name.text], at);
  for (const index of path) e = memberNode(e, index, at);
  refuseInNested(c, e.type, at);
  return e;
}

/** Refuses a type whose size only the enclosing function may know. Throws C1336. */
function refuseInNested(c: Context, type: CType, at: SourceLocation): void {
  const nested = c.function !== null && c.function.outer !== null;
  if (nested && isVariablyModified(type))
    throw failure('C1336', ['a member of a variable type in a nested function'], at);
}
