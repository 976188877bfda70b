import type { SourceLocation } from '../../base/source.ts';
import type { ArgumentCount, ArgumentSize, Expression, Variable } from '../ast.ts';
import type { Name } from '../lex/names.ts';
import { tryConstantInteger } from '../semantics/constants.ts';
import { refuseVariableRecord } from '../semantics/nodes.ts';
import { isFunction, isVoid, pointerTo, qualifiersOf, withQualifiers } from '../types/type-basics.ts';
import type { CType, ParameterType } from '../types/types.ts';
import { attributedType, parseAttributes } from './attributes.ts';
import { accept, type Context, expect, report, sees, unexpected } from './context.ts';
import type { Declarator, FunctionParameters } from './declarators.ts';
import { failure } from './failures.ts';
import type { ClosedScope } from './scopes.ts';
import { startsType } from './specifiers.ts';

const nothing: ClosedScope = { ordinary: [], tags: [] };
const empty: FunctionParameters = {
  types: [],
  variadic: false,
  prototyped: false,
  variables: [],
  scope: nothing,
  lengths: [],
  sizes: [],
  identifiers: null,
};

/** Reads a parameter list after `(`, up to and including `)` (C11 6.7.6.3). */
export function parseParameters(c: Context): FunctionParameters {
  const { scanner } = c;
  if (accept(c, ')')) return empty;
  if (sees(c, 'identifier') && !startsType(c)) return parseIdentifiers(c);
  if (sees(c, 'void') && scanner.peek() === ')') {
    scanner.advance();
    scanner.advance();
    return { ...empty, prototyped: true };
  }
  const savedLengths = c.lengths;
  const savedPrototype = c.inPrototype;
  c.lengths = [];
  c.inPrototype = true;
  c.scopes.enter();
  const types: ParameterType[] = [];
  const variables: Variable[] = [];
  const counted: Counted[] = [];
  let variadic = false;
  do {
    if (accept(c, '...')) {
      variadic = true;
      break;
    }
    const own = parseParameter(c, types, variables);
    if (own !== null) counted.push(own);
  } while (accept(c, ','));
  expect(c, ')');
  const scope = c.scopes.leave();
  const lengths = c.lengths;
  c.lengths = savedLengths;
  c.inPrototype = savedPrototype;
  // `f(T)` where T is a typedef of void.
  if (types.length === 1 && isVoid(types[0].type) && types[0].name === null) return { ...empty, prototyped: true };
  const sizes = counted.flatMap((one) => sizeOf(c, one, variables));
  return { types, variadic, prototyped: true, variables, scope, lengths, sizes, identifiers: null };
}

/** The number of elements of a parameter: the length of an array, or a name that may be declared later. */
type Counted =
  | { readonly pointer: number; readonly length: NonNullable<Declarator['length']> }
  | { readonly pointer: number; readonly countedBy: string };

/** Nothing where the number is no sum or product of arguments. */
function sizeOf(c: Context, counted: Counted, variables: readonly Variable[]): readonly ArgumentSize[] {
  const { pointer } = counted;
  if ('countedBy' in counted) {
    const position = variables.findIndex(({ name }) => name === counted.countedBy) + 1;
    return position === 0 ? [] : [{ pointer, count: { kind: 'argument', position }, null: 'empty' }];
  }
  const count = countOf(c, counted.length.value, variables);
  return count === null ? [] : [{ pointer, count, null: counted.length.promised ? 'never' : 'any' }];
}

function countOf(c: Context, length: Expression, variables: readonly Variable[]): ArgumentCount | null {
  const value = tryConstantInteger(c, length);
  if (value !== null) return { kind: 'number', value };
  switch (length.kind) {
    case 'load':
    case 'convert':
      return countOf(c, length.operand, variables);
    case 'variable': {
      const position = variables.indexOf(length.variable) + 1;
      return position === 0 ? null : { kind: 'argument', position };
    }
    case 'binary': {
      const { operator } = length;
      if (operator !== '+' && operator !== '-' && operator !== '*') return null;
      const [left, right] = [countOf(c, length.left, variables), countOf(c, length.right, variables)];
      return left === null || right === null ? null : { kind: 'binary', operator, left, right };
    }
    default:
      return null;
  }
}

/** Returns the number of elements that the parameter says; null if it says none. */
function parseParameter(c: Context, types: ParameterType[], variables: Variable[]): Counted | null {
  while (accept(c, '__extension__'));
  const specifiers = c.grammar.specifiers(c, false);
  if (specifiers.implicitInt && specifiers.storage === 'none' && qualifiersOf(specifiers.type) === 0)
    throw sees(c, 'identifier')
      ? failure('C1202', [c.scanner.name.text], c.scanner.at)
      : unexpected(c, 'a parameter declaration');
  const declarator = c.grammar.declarator(c, specifiers.type, 'either');
  const attributes = parseAttributes(c, specifiers.attributes);
  const declared = attributedType(c, declarator.type, attributes, declarator.at);
  refuseVariableRecord(declared, 'a parameter', declarator.at);
  const type = adjusted(declared);
  const { name, at } = declarator;
  if (isVoid(type) && (name !== null || types.length > 0)) throw failure('C1326', [name?.text ?? ''], at);
  types.push({ name: name === null ? null : name.text, type });
  const variable = c.program.newVariable(name === null ? `$parameter${types.length}` : name.text, type, at, {
    storage: 'automatic',
    scope: c.function?.id ?? null,
  });
  variables.push(variable);
  const { length } = declarator;
  const countedBy = declarator.countedBy ?? attributes.countedBy;
  const pointer = types.length;
  const counted = length !== null ? { pointer, length } : countedBy === null ? null : { pointer, countedBy };
  if (name === null) return counted;
  const other = name.ordinary;
  if (other !== null && other.depth === c.scopes.depth)
    report(c, 'C1318', [name.text], at, [{ message: 'first declared here', at: other.at }]);
  const isRegister = specifiers.storage === 'register';
  c.scopes.declare(name, {
    kind: 'variable',
    variable,
    type,
    isDefinition: true,
    isRegister,
    depth: c.scopes.depth,
    at,
  });
  return counted;
}

/** Returns the type of a parameter inside the function (C11 6.7.6.3p7, p8). */
export function adjusted(type: CType): CType {
  if (type.kind === 'array') return withQualifiers(pointerTo(type.element), qualifiersOf(type));
  return isFunction(type) ? pointerTo(type) : type;
}

function parseIdentifiers(c: Context): FunctionParameters {
  const identifiers: { name: Name; at: SourceLocation }[] = [];
  do {
    if (!sees(c, 'identifier')) throw unexpected(c, 'a parameter name');
    const { name, at } = c.scanner;
    identifiers.push({ name, at });
    c.scanner.advance();
    if (sees(c, 'identifier') || sees(c, '*')) throw failure('C1202', [name.text], at);
  } while (accept(c, ','));
  expect(c, ')');
  return { ...empty, identifiers };
}
