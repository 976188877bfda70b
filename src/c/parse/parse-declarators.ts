import type { SourceLocation } from '../../base/source.ts';
import type { Expression, Variable } from '../ast.ts';
import type { Name } from '../lex/names.ts';
import { tryConstantInteger } from '../semantics/constants.ts';
import { refuseVariableRecord } from '../semantics/nodes.ts';
import { isComplete, isFunction, isInteger, withQualifiers } from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import { type ArrayType, type CType, Qualifier } from '../types/types.ts';
import { parseAttributes } from './attributes.ts';
import { accept, type Context, deepen, expect, sees, unexpected } from './context.ts';
import type { Declarator, DeclaratorMode, FunctionParameters } from './declarators.ts';
import { failure, MAX_DEPTH } from './failures.ts';
import { parseParameters } from './parse-parameters.ts';
import { sizeVariable } from './sizes.ts';
import { startsType } from './specifiers.ts';

/**
 * Declarators (C11 6.7.6), read from the outside as a list of type derivations, nearest to the name
 * first.
 */

type Derivation =
  | { readonly kind: 'pointer'; readonly qualifiers: number }
  | {
      readonly kind: 'array';
      readonly length: bigint | 'unknown' | Variable;
      /** Qualifiers of the pointer that a parameter such as `a[static const 5]` becomes. */
      readonly qualifiers: number;
      /** The length as written; absent without one. */
      readonly written?: { readonly value: Expression; readonly promised: boolean };
      readonly at: SourceLocation;
    }
  | { readonly kind: 'function'; readonly parameters: FunctionParameters; readonly at: SourceLocation };

interface Shape {
  name: Name | null;
  at: SourceLocation;
  readonly derivations: Derivation[];
  countedBy: string | null;
}

/** Reads a declarator on the base type `base`. */
export function parseDeclarator(c: Context, base: CType, mode: DeclaratorMode): Declarator {
  const shape: Shape = { name: null, at: c.scanner.at, derivations: [], countedBy: null };
  // The most frequent declarator is a plain name.
  const { scanner } = c;
  if (sees(c, 'identifier') && mode !== 'abstract') {
    shape.name = scanner.name;
    scanner.advance();
    if (sees(c, '[') || sees(c, '(')) parseSuffixes(c, shape.derivations);
  } else parseInto(c, shape, mode);
  const { derivations } = shape;
  const type = derivations.length === 0 ? base : derivedType(c, base, shape);
  const first = derivations[0];
  return {
    name: shape.name,
    at: shape.at,
    type,
    parameters: first?.kind === 'function' ? first.parameters : null,
    length: first?.kind === 'array' ? (first.written ?? null) : null,
    countedBy: shape.countedBy,
  };
}

function parseInto(c: Context, shape: Shape, mode: DeclaratorMode): void {
  const { scanner } = c;
  const pointers: Derivation[] = [];
  while (sees(c, '*') || sees(c, '__attribute__')) {
    if (sees(c, '*')) {
      scanner.advance();
      pointers.push({ kind: 'pointer', qualifiers: parseQualifiers(c, shape) });
      if (pointers.length > MAX_DEPTH) throw failure('C1703', [MAX_DEPTH], scanner.at);
    } else shape.countedBy = parseAttributes(c).countedBy ?? shape.countedBy;
  }
  if (sees(c, 'identifier') && mode !== 'abstract' && (mode === 'named' || !startsType(c) || pointers.length > 0)) {
    shape.name = scanner.name;
    shape.at = scanner.at;
    scanner.advance();
  } else if (sees(c, 'identifier') && mode === 'either') {
    // A typedef name redeclared as the name of a parameter: `int f(int T)`.
    shape.name = scanner.name;
    shape.at = scanner.at;
    scanner.advance();
  } else if (sees(c, '(') && !(mode !== 'named' && opensParameters(c))) {
    deepen(c);
    scanner.advance();
    parseAttributes(c);
    parseInto(c, shape, mode);
    expect(c, ')');
    c.depth--;
  } else if (mode === 'named') throw unexpected(c, 'a name or declarator');
  parseSuffixes(c, shape.derivations);
  for (let i = pointers.length - 1; i >= 0; i--) shape.derivations.push(pointers[i]);
}

/** Whether `(` of an abstract declarator opens a parameter list, not a declarator in parentheses. */
function opensParameters(c: Context): boolean {
  const next = c.scanner.peek();
  if (next === ')') return true;
  if (next === '(' || next === '*' || next === '[' || next === '__attribute__') return false;
  const name = c.scanner.peekName();
  return name === null || name.kind !== 'identifier' || name.ordinary?.kind === 'typedef';
}

function parseQualifiers(c: Context, shape?: Shape): number {
  let qualifiers = 0;
  for (;;) {
    const kind = c.scanner.kind;
    if (kind === 'const' || kind === 'volatile' || kind === 'restrict') qualifiers |= Qualifier[kind];
    else if (kind === '_Atomic') qualifiers |= Qualifier.atomic;
    else if (kind === '__attribute__') {
      const { countedBy } = parseAttributes(c);
      if (shape !== undefined && countedBy !== null) shape.countedBy = countedBy;
      continue;
    } else return qualifiers;
    c.scanner.advance();
  }
}

function parseSuffixes(c: Context, derivations: Derivation[]): void {
  for (;;) {
    const { at } = c.scanner;
    if (sees(c, '[') && c.scanner.peek() === '[') parseAttributes(c);
    else if (sees(c, '[')) derivations.push(parseArray(c));
    else if (accept(c, '(')) derivations.push({ kind: 'function', parameters: parseParameters(c), at });
    else return;
    if (derivations.length > MAX_DEPTH) throw failure('C1703', [MAX_DEPTH], at);
  }
}

function parseArray(c: Context): Derivation {
  const { scanner } = c;
  scanner.advance();
  const at = scanner.at;
  let qualifiers = 0;
  let promised = false;
  while (sees(c, 'static') || sees(c, 'const') || sees(c, 'volatile') || sees(c, 'restrict')) {
    if (accept(c, 'static')) promised = true;
    else qualifiers |= parseQualifiers(c);
  }
  if (accept(c, ']')) return { kind: 'array', length: 'unknown', qualifiers, at };
  if (sees(c, '*') && scanner.peek() === ']') {
    scanner.advance();
    scanner.advance();
    return { kind: 'array', length: 'unknown', qualifiers, at };
  }
  const size = c.grammar.assignment(c);
  expect(c, ']');
  if (!isInteger(size.type)) throw failure('C1319', [formatType(size.type)], at);
  const written = { value: size, promised };
  const constant = tryConstantInteger(c, size);
  if (constant !== null) {
    if (constant < 0n) throw failure('C1320', [constant], at);
    return { kind: 'array', length: constant, qualifiers, written, at };
  }
  if (c.function === null && !c.inPrototype) throw failure('C1321', [], at);
  return { kind: 'array', length: sizeVariable(c, '$length', size, at), qualifiers, written, at };
}

function derivedType(c: Context, base: CType, shape: Shape): CType {
  let type = base;
  for (let i = shape.derivations.length - 1; i >= 0; i--) {
    const derivation = shape.derivations[i];
    switch (derivation.kind) {
      case 'pointer':
        type =
          derivation.qualifiers === 0
            ? { kind: 'pointer', target: type }
            : { kind: 'pointer', target: type, qualifiers: derivation.qualifiers };
        break;
      case 'array':
        type = arrayType(c, type, derivation.length, derivation.at, i === 0 ? derivation.qualifiers : 0);
        break;
      case 'function': {
        refuseVariableRecord(type, 'a result', derivation.at);
        if (isFunction(type) || type.kind === 'array')
          throw failure('C1322', [isFunction(type) ? 'a function' : 'an array'], derivation.at);
        const { types, variadic, prototyped } = derivation.parameters;
        type = { kind: 'function', result: withQualifiers(type, 0), parameters: types, variadic, prototyped };
        break;
      }
    }
  }
  c.program.depths.check(type, shape.at);
  return type;
}

function arrayType(
  c: Context,
  element: CType,
  length: bigint | 'unknown' | Variable,
  at: SourceLocation,
  qualifiers: number,
): ArrayType {
  const unknownInner = element.kind === 'array' && element.length === 'unknown';
  if (isFunction(element)) throw failure('C1323', [], at);
  if ((!isComplete(element) && !(unknownInner && c.inPrototype)) || element.kind === 'void') {
    throw failure('C1324', [formatType(element)], at);
  }
  const common = qualifiers === 0 ? {} : { qualifiers };
  if (typeof length === 'object')
    return { kind: 'array', element, length: 'variable', lengthVariable: length.id, ...common };
  if (typeof length === 'bigint') {
    const size = c.layout.sizeOf(element);
    if (length * (size ?? 1n) > c.layout.maxObjectSize) throw failure('C1325', [], at);
  }
  return { kind: 'array', element, length, ...common };
}
