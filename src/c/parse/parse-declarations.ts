import type { Contract, Expression, Initializer, Statement, Variable } from '../ast.ts';
import type { Annotation } from '../lex/scanner.ts';
import { call } from '../semantics/calls.ts';
import { fold, staticValue } from '../semantics/constants.ts';
import { convertNode, rvalue } from '../semantics/conversions.ts';
import { addressOf } from '../semantics/nodes.ts';
import { ownWidth } from '../semantics/wide-bitfields.ts';
import {
  isComplete,
  isFunction,
  isVariablyModified,
  isVoid,
  qualifiersOf,
  withQualifiers,
} from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import { type CType, Qualifier } from '../types/types.ts';
import { parseFunctionNotes } from './acsl.ts';
import { attributedType, parseAttributes, seesAttributes } from './attributes.ts';
import { accept, type Context, expect, report, sees, unexpected, warn } from './context.ts';
import { joinContract, parseContract } from './contracts.ts';
import type { Declarator } from './declarators.ts';
import { declareFunction, declareGlobal, declareLocal, declareTypedef, type Extent } from './declare.ts';
import { failure } from './failures.ts';
import { labelTable } from './label-tables.ts';
import { declareNested } from './nested.ts';
import { parseAsmName, skipAsm } from './parse-asm.ts';
import { parseFunctionDefinition, startsBody } from './parse-functions.ts';
import { namedExpression } from './parse-primary.ts';
import { recovering } from './recovery.ts';
import type { Attributes, Specifiers } from './specifiers.ts';
import { parseStaticAssert } from './static-assert.ts';

/** Reads one external declaration (C11 6.9), or a stray semicolon. */
export function parseExternalDeclaration(c: Context): void {
  const { scanner } = c;
  while (accept(c, '__extension__'));
  switch (scanner.kind) {
    case ';':
      scanner.advance();
      return;
    case 'asm':
      skipAsm(c);
      return;
    case '_Static_assert':
      parseStaticAssert(c);
      return;
    default:
  }
  const { at, notes } = scanner;
  const specifiers = c.grammar.specifiers(c, false);
  if (accept(c, ';')) {
    if (!specifiers.tag) warn(c, 'C1959', [], at);
    return;
  }
  if (specifiers.implicitInt && !sees(c, 'identifier') && !sees(c, '*') && !sees(c, '(')) {
    throw unexpected(c, 'a declaration');
  }
  let first = true;
  do {
    const declarator = readDeclarator(c, specifiers, first ? notes : []);
    if (first && declarator.parameters !== null && isFunction(declarator.type) && startsBody(c, declarator)) {
      parseFunctionDefinition(c, specifiers, declarator, declarator.contract);
      return;
    }
    if (specifiers.implicitInt) unknownType(c, specifiers, declarator);
    finishGlobal(c, specifiers, declarator);
    c.lengths = [];
    first = false;
  } while (accept(c, ','));
  expect(c, ';');
}

/**
 * Handles a declaration without a type. It counts as one of `int`, unless its continuation shows that
 * a name was meant as a type.
 */
function unknownType(c: Context, specifiers: Specifiers, declarator: Declarator): void {
  if (sees(c, 'identifier') && declarator.name) throw failure('C1202', [declarator.name.text], declarator.at);
  warn(c, 'C1950', [], specifiers.at);
}

interface FullDeclarator extends Declarator {
  readonly attributes: Attributes;
  readonly contract: Contract | null;
  readonly asmName: string | null;
}

/** Reads a declarator with the assembler name and attributes around it. `notes`: annotations before it. */
function readDeclarator(c: Context, specifiers: Specifiers, notes: readonly Annotation[] = []): FullDeclarator {
  let attributes = parseAttributes(c, specifiers.attributes);
  const declarator = c.grammar.declarator(c, specifiers.type, 'named');
  let asmName: string | null = null;
  if (sees(c, 'asm')) asmName = parseAsmName(c);
  attributes = parseAttributes(c, attributes);
  let type = attributedType(c, declarator.type, attributes, declarator.at);
  if (!isFunction(type)) {
    const align = Math.max(attributes.align ?? 0, specifiers.alignas ?? 0);
    if (align > 0) type = { ...type, align };
    if (specifiers.constant) type = withQualifiers(type, Qualifier.const);
  }
  const contract = parseContract(c, declarator) ?? parseFunctionNotes(c, notes, declarator);
  return { ...declarator, type, attributes, asmName, contract };
}

/** Finishes a function or typedef declaration, the same in any scope; false for variables. */
function finishCommon(c: Context, specifiers: Specifiers, d: FullDeclarator): boolean {
  const name = d.name!;
  if (specifiers.storage === 'typedef') {
    if (sees(c, '=')) throw failure('C1333', [name.text], d.at);
    if (d.attributes.transparentUnion && d.type.kind === 'union') d.type.definition.transparentUnion = true;
    declareTypedef(c, name, d.type, d.at);
    return true;
  }
  if (!isFunction(d.type)) return false;
  if (specifiers.storage === 'auto' && c.function !== null) {
    declareNested(c, name, d.type, d.attributes, d.at);
    return true;
  }
  const { function: declaration } = declareFunction(c, name, d.type, {
    storage: specifiers.storage,
    attributes: d.attributes,
    sizes: d.parameters?.sizes,
    asmName: d.asmName,
    at: d.at,
  });
  joinContract(c, declaration, d.contract);
  if (d.attributes.alias !== null) {
    c.program.aliases.push({ function: declaration, target: d.attributes.alias, at: d.at, file: c.program.file });
  }
  if (sees(c, '=')) throw failure('C1334', [name.text], d.at);
  return true;
}

function finishGlobal(c: Context, specifiers: Specifiers, d: FullDeclarator): void {
  if (finishCommon(c, specifiers, d)) return;
  const name = d.name!;
  if (specifiers.storage === 'auto' || (specifiers.storage === 'register' && d.asmName === null))
    throw failure('C1335', [name.text], d.at);
  let type = d.type;
  const initialized = sees(c, '=');
  const extent: Extent = initialized ? 'definition' : specifiers.storage === 'extern' ? 'extern' : 'tentative';
  const inferred = specifiers.autoType ? parseInferred(c, specifiers, d, true) : null;
  if (inferred !== null) type = withQualifiers(inferred.type, qualifiersOf(type));
  if (isVoid(type)) throw failure('C1337', [name.text], d.at);
  if (isVariablyModified(type)) throw failure('C1321', [], d.at);
  const binding = declareGlobal(c, name, type, extent, {
    isStatic: specifiers.storage === 'static' || specifiers.constant,
    threadLocal: specifiers.threadLocal,
    attributes: d.attributes,
    asmName: d.asmName,
    at: d.at,
  });
  if (d.attributes.alias !== null) {
    c.program.variableAliases.push({
      variable: binding.variable,
      target: d.attributes.alias,
      at: d.at,
      file: c.program.file,
    });
  }
  if (!initialized) return;
  const { variable } = binding;
  if (inferred === null) c.scanner.advance();
  const result = inferred ?? c.grammar.initializer(c, binding.type, true);
  binding.type = inferred === null ? result.type : type;
  variable.type = sized(c, binding.type, result.initializer);
  variable.initializer = result.initializer;
  if (specifiers.constant) keepConstant(c, variable, result.initializer);
}

/**
 * Returns the type of the object itself. If a flexible array member is initialised, the object is
 * larger than its type says (GNU). Its type is then a copy of the record in which that member has its
 * length.
 */
function sized(c: Context, type: CType, initializer: Initializer): CType {
  if (type.kind !== 'struct') return type;
  const { definition } = type;
  const last = definition.fields?.length ? definition.fields[definition.fields.length - 1] : null;
  if (last === null || last.type.kind !== 'array' || (last.type.length !== 'unknown' && last.type.length !== 0n))
    return type;
  const index = definition.fields!.length - 1;
  let length = 0;
  for (const { path, range, value } of initializer.entries) {
    if (path[0] !== index) continue;
    if (path.length === 1) length = Math.max(length, value.kind === 'string' ? value.units.length : 0);
    else length = Math.max(length, (range?.level === 1 ? range.last : path[1]) + 1);
  }
  if (length === 0) return type;
  const field = { ...last, type: { ...last.type, length: BigInt(length) } };
  const fields = [...definition.fields!.slice(0, -1), field];
  return { ...type, definition: { ...definition, id: c.program.nextRecord(), fields } };
}

// ---------------------------------------------------------------------------------------------------------------------- blocks

/** Reads a declaration inside a function, and adds its statements to `out`. */
export function parseLocalDeclaration(c: Context, out: Statement[]): void {
  const { scanner } = c;
  while (accept(c, '__extension__'));
  if (sees(c, '_Static_assert')) {
    parseStaticAssert(c);
    return;
  }
  const at = scanner.at;
  const specifiers = c.grammar.specifiers(c, false);
  flushLengths(c, out);
  if (accept(c, ';')) {
    if (!specifiers.tag) warn(c, 'C1959', [], at);
    return;
  }
  do {
    const declarator = readDeclarator(c, specifiers);
    if (specifiers.implicitInt) unknownType(c, specifiers, declarator);
    if (declarator.parameters !== null && isFunction(declarator.type) && startsBody(c, declarator)) {
      parseFunctionDefinition(c, specifiers, declarator, declarator.contract);
      return;
    }
    flushLengths(c, out);
    finishLocal(c, specifiers, declarator, out);
  } while (accept(c, ','));
  expect(c, ';');
}

/** Adds the statements that set the lengths of the VLA types just read. */
function flushLengths(c: Context, out: Statement[]): void {
  if (c.lengths.length === 0) return;
  out.push(...c.lengths);
  c.lengths = [];
}

/** An initialiser with the object's type, or the unsupported statement that replaces it. */
type Initialized = { readonly type: CType; readonly initializer: Initializer } | { readonly lack: Statement };

function finishLocal(c: Context, specifiers: Specifiers, d: FullDeclarator, out: Statement[]): void {
  if (finishCommon(c, specifiers, d)) return;
  const name = d.name!;
  const { at } = d;
  const fn = c.function!;
  const initialized = sees(c, '=');
  let { type } = d;
  if (isVoid(type)) throw failure('C1337', [name.text], at);
  if (specifiers.storage === 'extern') {
    if (initialized) throw failure('C1339', [name.text], at);
    declareGlobal(c, name, type, 'extern', {
      isStatic: false,
      threadLocal: specifiers.threadLocal,
      attributes: d.attributes,
      asmName: d.asmName,
      at,
    });
    return;
  }
  const isStatic = specifiers.storage === 'static';
  const inferred = specifiers.autoType ? parseInferred(c, specifiers, d, isStatic) : null;
  if (inferred !== null) {
    flushLengths(c, out);
    type = withQualifiers(inferred.type, qualifiersOf(type));
  }
  const incomplete = type.kind === 'array' && type.length === 'unknown' && isComplete(type.element);
  if (!isComplete(type) && !(incomplete && initialized)) throw failure('C1340', [name.text, formatType(type)], at);
  const variable = c.program.newVariable(name.text, type, at, {
    storage: isStatic ? 'static' : 'automatic',
    scope: fn.id,
    threadLocal: specifiers.threadLocal,
  });
  if (isStatic && isVariablyModified(type)) throw failure('C1321', [], at);
  if (!isStatic) fn.locals.push(variable);
  const binding = declareLocal(c, name, variable, specifiers.storage === 'register', at);
  let initializer: Initializer | null = null;
  if (inferred !== null) initializer = inferred.initializer;
  else if (initialized) {
    c.scanner.advance();
    const declared = type;
    const parse = () => c.grammar.initializer(c, declared, isStatic);
    const recoverable = !isStatic && isComplete(declared);
    const result = recoverable ? recovering<Initialized>(c, parse, [',', ';'], (lack) => ({ lack })) : parse();
    if ('lack' in result) {
      out.push({ kind: 'declaration', at, variable, initializer: null }, result.lack);
      addCleanup(c, d, variable, out);
      return;
    }
    type = result.type;
    binding.type = type;
    variable.type = isStatic ? sized(c, type, result.initializer) : type;
    initializer = isStatic ? labelTable(c, variable, result.initializer, at) : result.initializer;
  }
  if (specifiers.constant && initializer !== null) keepConstant(c, variable, initializer);
  if (isStatic) variable.initializer = initializer;
  else {
    out.push({ kind: 'declaration', at, variable, initializer });
    addCleanup(c, d, variable, out);
  }
}

/** Adds the call that the variable's `cleanup` attribute asks for, if it has one. */
function addCleanup(c: Context, d: FullDeclarator, variable: Variable, out: Statement[]): void {
  const { cleanup } = d.attributes;
  if (cleanup === null) return;
  const { at } = d;
  const place: Expression = { kind: 'variable', type: variable.type, at, variable };
  out.push({
    kind: 'cleanup',
    at,
    call: call(c, namedExpression(c, cleanup.name, cleanup.at), [addressOf(place, at)], at),
  });
}

/** An attribute list that stands alone as a statement, such as `[[fallthrough]];`. */
export function skipAttributeStatement(c: Context): boolean {
  if (!seesAttributes(c)) return false;
  const start = c.scanner.mark();
  parseAttributes(c);
  if (accept(c, ';')) return true;
  // The attributes belong to the declaration that follows.
  c.scanner.rewind(start);
  return false;
}

/**
 * Reads `= value` behind `__auto_type x`, or `auto x` in C23. The value has the type of the variable,
 * which gets the qualifiers of the declaration. A static one needs a constant. Throws C1336, C1413.
 */
function parseInferred(
  c: Context,
  specifiers: Specifiers,
  { name, at }: Declarator,
  isStatic: boolean,
): { readonly type: CType; readonly initializer: Initializer } {
  expect(c, '=');
  const value: Expression = rvalue(c, c.grammar.assignment(c));
  if (isVoid(value.type)) report(c, 'C1337', [name!.text], at);
  if (ownWidth(c, value) !== null) throw failure('C1336', ["'__auto_type' of a bit-field"], at);
  const type = withQualifiers(value.type, qualifiersOf(specifiers.type));
  const entry = { path: [], value: isStatic ? staticValue(c, value) : value };
  return { type, initializer: { zeroFirst: false, entries: [entry] } };
}

/**
 * Keeps the value of a `constexpr` object of scalar type for constant expressions. Throws C1412 where the
 * initialiser has no constant value.
 */
function keepConstant(c: Context, variable: Variable, initializer: Initializer): void {
  const [entry] = initializer.entries;
  if (entry === undefined || entry.path.length > 0) return;
  const { type } = variable;
  if (type.kind === 'array' || type.kind === 'struct' || type.kind === 'union') return;
  const value = fold(c, convertNode(c, entry.value, type, false), true);
  if (value.kind !== 'integer' && value.kind !== 'float') throw failure('C1412', [], entry.value.at);
  c.program.constants.set(variable, value);
}
