import type { SourceLocation } from '../../base/source.ts';
import type { Variable } from '../ast.ts';
import type { Name } from '../lex/names.ts';
import { refuseVariableRecord } from '../semantics/nodes.ts';
import { isFunction, isVoid, pointerTo, qualifiersOf, withQualifiers } from '../types/type-basics.ts';
import type { CType, ParameterType } from '../types/types.ts';
import { attributedType, parseAttributes } from './attributes.ts';
import { accept, type Context, expect, report, sees, unexpected } from './context.ts';
import type { FunctionParameters } from './declarators.ts';
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
  let variadic = false;
  do {
    if (accept(c, '...')) {
      variadic = true;
      break;
    }
    parseParameter(c, types, variables);
  } while (accept(c, ','));
  expect(c, ')');
  const scope = c.scopes.leave();
  const lengths = c.lengths;
  c.lengths = savedLengths;
  c.inPrototype = savedPrototype;
  // `f(T)` where T is a typedef of void.
  if (types.length === 1 && isVoid(types[0].type) && types[0].name === null) return { ...empty, prototyped: true };
  return { types, variadic, prototyped: true, variables, scope, lengths, identifiers: null };
}

function parseParameter(c: Context, types: ParameterType[], variables: Variable[]): void {
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
  if (name === null) return;
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
