import { zero as positiveZero } from '../../base/softfloat.ts';
import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../ast.ts';
import { ENDS_LIKE_EXIT } from '../builtins/library/table.ts';
import { isVerifierName } from '../builtins/verifier-names.ts';
import { parseCharacter, parseString } from '../lex/literal-text.ts';
import { parseNumber } from '../lex/literals.ts';
import type { Name } from '../lex/names.ts';
import { builtinCall } from '../semantics/builtin-calls.ts';
import { integerNode } from '../semantics/nodes.ts';
import { arrayOf, BOOL, CHAR, INT, NULLPTR, withQualifiers } from '../types/type-basics.ts';
import { compatible } from '../types/type-relations.ts';
import { type FunctionType, Qualifier } from '../types/types.ts';
import { withRange } from './acsl-terms.ts';
import { skipParentheses } from './attributes.ts';
import type { Binding } from './bindings.ts';
import {
  type Context,
  deepen,
  expect,
  functionNameUnits,
  refuseWord,
  report,
  sees,
  setHeight,
  unexpected,
  warn,
} from './context.ts';
import { contractTerm } from './contract-terms.ts';
import { quantifiedStatement, refuseLocal } from './contracts.ts';
import { declareFunction } from './declare.ts';
import { failure } from './failures.ts';
import { noteTable } from './label-tables.ts';
import { checkCalled, variablePlace } from './nested.ts';
import { NO_ATTRIBUTES } from './specifiers.ts';
import { parseChooseExpr, parseGeneric, parseOffsetof, parseTypesCompatible, parseVaArg } from './type-builtins.ts';

/** Reads primary expressions (C11 6.5.1) and the builtins that are not functions. */
export function parsePrimary(c: Context): Expression {
  const { scanner } = c;
  const { at } = scanner;
  switch (scanner.kind) {
    case 'identifier':
      return parseIdentifier(c, at);
    case 'number':
      return parseNumberToken(c, at);
    case 'character': {
      const literal = parseCharacter(scanner.spelling, c.model, reporter(c, at));
      if (literal === null) throw failureNoted(c);
      scanner.advance();
      setHeight(c, 1);
      return { kind: 'integer', type: literal.type, at, value: literal.value };
    }
    case 'string':
      return parseStringTokens(c, at);
    case 'true':
    case 'false':
    case 'nullptr': {
      const { kind } = scanner;
      scanner.advance();
      setHeight(c, 1);
      return kind === 'nullptr' ? integerNode(0n, NULLPTR, at) : integerNode(kind === 'true' ? 1n : 0n, BOOL, at);
    }
    case '__func__':
      return functionName(c, at);
    default: {
      deepen(c);
      const e = parseTypeBuiltin(c, at);
      c.depth--;
      return e;
    }
  }
}

/** Reads primary expressions that take types or choose among expressions. */
function parseTypeBuiltin(c: Context, at: SourceLocation): Expression {
  switch (c.scanner.kind) {
    case '(':
      return parseInParentheses(c, at);
    case '_Generic':
      return parseGeneric(c, at);
    case '__builtin_va_arg':
      return parseVaArg(c, at);
    case '__builtin_offsetof':
      return parseOffsetof(c, at);
    case '__builtin_choose_expr':
      return parseChooseExpr(c);
    case '__builtin_types_compatible_p':
      return parseTypesCompatible(c, at);
    case '__builtin_has_attribute':
      // Attributes without a meaning here are not kept, so the answer is unknown.
      c.scanner.advance();
      skipParentheses(c);
      setHeight(c, 1);
      return { kind: 'builtin', name: '__builtin_has_attribute', type: INT, at, arguments: [] };
    default:
      throw unexpected(c, 'an expression');
  }
}

function parseInParentheses(c: Context, at: SourceLocation): Expression {
  c.scanner.advance();
  if (sees(c, '{')) return c.grammar.statementExpression(c, at);
  const e = withRange(c, c.grammar.expression(c), at);
  expect(c, ')');
  return e;
}

/** Returns a receiver of literal errors and warnings, which locates them at the token. */
function reporter(c: Context, at: SourceLocation) {
  return (code: Parameters<typeof report>[1], args: Parameters<typeof report>[2], offset: number): void => {
    c.program.messages.either(code, args, { ...at, column: at.column + offset });
  };
}

/** Returns the error to throw after a recorded error in a literal. */
function failureNoted(c: Context): Error {
  return c.program.messages.asError();
}

function parseNumberToken(c: Context, at: SourceLocation): Expression {
  const literal = parseNumber(c.scanner.spelling, c.model, reporter(c, at));
  if (literal === null) throw failureNoted(c);
  c.scanner.advance();
  setHeight(c, 1);
  const { type } = literal;
  const e: Expression =
    literal.kind === 'integer'
      ? integerNode(literal.value, type, at)
      : { kind: 'float', type: literal.type, at, value: literal.value };
  if (!literal.imaginary) return e;
  const zero: Expression =
    literal.kind === 'integer'
      ? integerNode(0n, type, at)
      : { kind: 'float', type: literal.type, at, value: positiveZero(false) };
  return {
    kind: 'builtin',
    name: '__builtin_complex',
    type: { kind: 'complex', base: literal.type },
    at,
    arguments: [zero, e],
  };
}

function parseStringTokens(c: Context, at: SourceLocation): Expression {
  const pieces: string[] = [];
  const places: SourceLocation[] = [];
  while (sees(c, 'string')) {
    pieces.push(c.scanner.spelling);
    places.push(c.scanner.at);
    c.scanner.advance();
  }
  const reported: Parameters<typeof parseString>[2] = (code, args, offset, piece) =>
    reporter(c, places[piece])(code, args, offset);
  const literal = parseString(pieces, c.model, reported, c.standard);
  if (literal === null) throw failureNoted(c);
  setHeight(c, 1);
  const type = arrayOf(literal.element, BigInt(literal.units.length));
  return { kind: 'string', type, at, id: c.program.nextString(), units: literal.units };
}

function functionName(c: Context, at: SourceLocation): Expression {
  c.scanner.advance();
  setHeight(c, 1);
  const fn = c.function;
  if (fn !== null && fn.nameLiteral !== null) return { ...fn.nameLiteral, at };
  const units = functionNameUnits(c);
  const type = arrayOf(withQualifiers(CHAR, Qualifier.const), BigInt(units.length));
  const literal: Expression = { kind: 'string', type, at, id: c.program.nextString(), units };
  if (fn !== null) fn.nameLiteral = literal;
  return literal;
}

function parseIdentifier(c: Context, at: SourceLocation): Expression {
  const { name } = c.scanner;
  c.scanner.advance();
  return (
    (name.text.startsWith('__CPROVER_') ? quantifiedStatement(c, name.text, at) : null) ?? namedExpression(c, name, at)
  );
}

/** Returns the expression that a name denotes. The token after the name is current. */
export function namedExpression(c: Context, name: Name, at: SourceLocation): Expression {
  setHeight(c, 1);
  const binding = name.ordinary;
  if (binding === null) return unknownName(c, name, at);
  switch (binding.kind) {
    case 'variable': {
      const { variable, type } = binding;
      refuseLocal(c, variable, at);
      noteTable(c, variable, at);
      const e: Expression & { kind: 'variable' } = { kind: 'variable', type, at, variable };
      if (variable.external) c.program.mentions.push(e);
      return variablePlace(c, e);
    }
    case 'function':
      checkCalled(c, binding, at);
      if (binding.function.name === 'atexit') c.program.registersHandlers = true;
      if (ENDS_LIKE_EXIT.has(binding.function.name)) c.program.endsInLibrary = true;
      return functionNode(c, binding, at);
    case 'constant':
      return { kind: 'integer', type: binding.type, at, value: binding.value };
    case 'typedef':
      throw failure('C1204', [name.text], at);
  }
}

function functionNode(c: Context, binding: Binding & { kind: 'function' }, at: SourceLocation): Expression {
  const { function: declaration, implicit } = binding;
  const type = compatible(binding.type, declaration.type) ? declaration.type : binding.type;
  const e: Expression & { kind: 'function' } = { kind: 'function', type, at, function: declaration };
  if (!implicit && declaration.external) c.program.mentions.push(e);
  return e;
}

/** Handles a name without declaration: a builtin, a function that is called, or an error. */
function unknownName(c: Context, name: Name, at: SourceLocation): Expression {
  const { text } = name;
  if (text.startsWith('__') || text.startsWith('$')) {
    const stated = contractTerm(c, text, at);
    if (stated !== null) return stated;
    const e = builtinCall(c, text, at);
    if (e !== null) return e;
    refuseWord(text, at);
  }
  // Old compilers have no header that defines it.
  if (text === 'unreachable' && c.standard === 'c23' && sees(c, '('))
    return builtinCall(c, '__builtin_unreachable', at)!;
  if (sees(c, '(') && (text === '_BitInt' || text.startsWith('__builtin_ia32_'))) throw failure('C1336', [text], at);
  if (sees(c, '(')) {
    // C90's implicit declaration. GCC knows the type of functions of the standard library.
    const known = c.program.builtins.typeOf(text);
    const type: FunctionType = known ?? {
      kind: 'function',
      result: INT,
      parameters: [],
      variadic: false,
      prototyped: false,
    };
    // Other verifiers know these words without a declaration.
    if (!/^__(CPROVER|ESBMC)_/.test(text) || !isVerifierName(text)) warn(c, 'C1966', [text], at);
    return functionNode(
      c,
      declareFunction(c, name, type, { storage: 'none', attributes: NO_ATTRIBUTES, asmName: null, at, implicit: true }),
      at,
    );
  }
  if (c.function === null) throw failure('C1401', [text], at);
  report(c, 'C1401', [text], at);
  const variable = c.program.newVariable(text, INT, at, { storage: 'automatic', scope: c.function.id });
  c.scopes.declare(name, {
    kind: 'variable',
    variable,
    type: INT,
    isDefinition: true,
    isRegister: false,
    depth: c.scopes.depth,
    at,
  });
  return { kind: 'variable', type: INT, at, variable };
}
