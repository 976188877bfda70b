import type { SourceLocation } from '../../base/source.ts';
import type { Contract, FunctionDeclaration, Statement, Variable } from '../ast.ts';
import { intNode, refuseVariableRecord } from '../semantics/nodes.ts';
import { INT, isComplete, isVoid } from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import { compatible } from '../types/type-relations.ts';
import type { CType, FunctionType, ParameterType } from '../types/types.ts';
import { parseAttributes } from './attributes.ts';
import {
  accept,
  type Context,
  expect,
  type FunctionState,
  type Nest,
  report,
  sees,
  unexpected,
  warn,
} from './context.ts';
import { joinContract, statedContract } from './contracts.ts';
import type { Declarator, FunctionParameters } from './declarators.ts';
import { declareFunction } from './declare.ts';
import { failure } from './failures.ts';
import { declareNested, finishNest } from './nested.ts';
import { adjusted } from './parse-parameters.ts';
import { recovering } from './recovery.ts';
import { type Specifiers, startsType } from './specifiers.ts';

/** Whether a function body, or the parameter declarations of a K&R definition, follow the declarator. */
export function startsBody(c: Context, declarator: Declarator): boolean {
  if (sees(c, '{')) return true;
  const { parameters } = declarator;
  return parameters !== null && !parameters.prototyped && parameters.identifiers !== null && startsType(c);
}

/** Reads a function definition from the end of its declarator on (C11 6.9.1). */
export function parseFunctionDefinition(
  c: Context,
  specifiers: Specifiers,
  declarator: Declarator,
  contract: Contract | null,
): void {
  const name = declarator.name!;
  const { at } = declarator;
  let parameters = declarator.parameters!;
  let type = declarator.type as FunctionType;
  const outer = c.function;
  if (specifiers.implicitInt) warn(c, 'C1950', [], specifiers.at);
  if (
    specifiers.storage === 'typedef' ||
    (specifiers.storage === 'auto' && outer === null) ||
    specifiers.storage === 'register'
  ) {
    throw failure('C1335', [name.text], at);
  }
  const savedLengths = c.lengths;
  c.lengths = [];
  if (parameters.identifiers !== null) {
    parameters = parseOldStyle(c, parameters);
    type = { ...type, parameters: parameters.types };
  }
  checkTypes(type, at);
  const { storage, attributes } = specifiers;
  const binding =
    outer === null
      ? declareFunction(c, name, type, { storage, attributes, sizes: parameters.sizes, asmName: null, at })
      : declareNested(c, name, type, attributes, at);
  const declaration = binding.function;
  joinContract(c, declaration, contract);
  // A definition gives the types of the parameters best, unless a prototype did.
  const redefined = noteDefinition(c, declaration, specifiers, at);
  const isOther = !redefined && !compatible(declaration.type, type);
  if (!declaration.type.prototyped || isOther) declaration.type = type;
  binding.type = compatible(declaration.type, type) ? declaration.type : type;
  const state = newState(c, declaration, type, name.text);
  c.function = state;
  c.scopes.reopen(parameters.scope);
  for (const variable of parameters.variables) (variable as { scope: number }).scope = declaration.id;
  for (const statement of parameters.lengths) if (statement.kind === 'vla-length') adopt(statement.variable, state);
  const lack =
    outer !== null && parameters.lengths.length > 0 ? 'a nested function with parameters of variable size' : null;
  const block = parseBody(c, lack);
  c.scopes.leave();
  if (state.stated !== null) joinContract(c, declaration, statedContract(state.stated, parameters.variables));
  finishLabels(c, state);
  c.function = outer;
  c.lengths = savedLengths;
  let body: Statement[] =
    parameters.lengths.length > 0 ? [...parameters.lengths, ...block.body] : (block.body as Statement[]);
  // Falling off the end of main returns 0 (C11 5.1.2.2.3).
  if (name.text === 'main' && type.result.kind === 'integer' && type.result.name === 'int') {
    body = [...body, { kind: 'return', at: block.end, value: intNode(0, block.end) }];
  }
  if (!redefined && !state.wrapsVariadic) {
    declaration.definition = {
      parameters: parameters.variables,
      locals: state.locals,
      body: body === block.body ? block : { ...block, body },
      end: block.end,
    };
    (declaration as { at: SourceLocation }).at = at;
    c.program.defined.push(declaration);
  }
  if (outer === null) finishNest(c, state.nest);
}

/**
 * Reads the block of a function. It is a single unsupported statement if no smaller piece could be
 * skipped.
 */
function parseBody(c: Context, lack: string | null): Statement & { kind: 'block' } {
  const { at } = c.scanner;
  const parse = () => {
    if (lack !== null) throw failure('C1336', [lack], at);
    return c.grammar.block(c, false);
  };
  return recovering(c, parse, 'block', (s) => ({ kind: 'block', at, body: [s], end: s.at }));
}

function adopt(variable: Variable, state: FunctionState): void {
  (variable as { scope: number }).scope = state.id;
  state.locals.push(variable);
}

function newState(c: Context, declaration: FunctionDeclaration, type: FunctionType, name: string): FunctionState {
  const outer = c.function;
  const nest: Nest = outer?.nest ?? { functions: new Map(), labelTables: new Map(), calls: [] };
  return {
    id: declaration.id,
    name,
    type,
    locals: [],
    labels: new Map(),
    definedLabels: 0,
    valueScope: 0,
    localLabels: [],
    switches: [],
    loops: 0,
    wrapsVariadic: false,
    nameLiteral: null,
    tablesInGoto: null,
    declaration,
    stated: null,
    depth: c.scopes.depth,
    outer,
    nest,
    captures: nest.functions.get(declaration) ?? new Map(),
  };
}

function checkTypes(type: FunctionType, at: SourceLocation): void {
  if (!isVoid(type.result) && !isComplete(type.result)) throw failure('C1341', [formatType(type.result)], at);
  for (const [index, parameter] of type.parameters.entries()) {
    if (!isComplete(parameter.type))
      throw failure('C1342', [parameter.name ?? String(index + 1), formatType(parameter.type)], at);
  }
}

/**
 * Records where the function is defined. Returns true if it is already defined and that definition
 * stays.
 */
function noteDefinition(
  c: Context,
  declaration: FunctionDeclaration,
  specifiers: Specifiers,
  at: SourceLocation,
): boolean {
  const external = declaration.external ? c.program.externals.get(declaration.name) : undefined;
  // An inline definition gives way to an external one (C11 6.7.4p7; GNU's `extern inline` too).
  const declaredWeak = external?.kind === 'function' && external.weak && external.definedAt === null;
  const { weak, gnuInline } = specifiers.attributes;
  const yielding = weak || declaredWeak || gnuInline || (specifiers.inline && specifiers.storage !== 'extern');
  if (external?.kind !== 'function') {
    if (declaration.definition === null) return false;
    report(c, 'C1329', [declaration.name], at, [{ message: 'previous definition is here', at: declaration.at }]);
    return true;
  }
  if (external.definedAt !== null) {
    if (yielding) return true;
    if (!external.weak) {
      report(c, 'C1602', [declaration.name], at, [{ message: 'first defined here', at: external.definedAt }]);
      return true;
    }
  }
  external.definedAt = at;
  external.weak = yielding;
  return false;
}

/** Reads the parameter declarations between the declarator and the body of a K&R definition. */
function parseOldStyle(c: Context, parameters: FunctionParameters): FunctionParameters {
  const types = new Map<string, { type: CType; at: SourceLocation; isRegister: boolean }>();
  const names = new Set(parameters.identifiers!.map(({ name }) => name.text));
  c.scopes.enter();
  while (!sees(c, '{')) {
    if (!startsType(c)) throw unexpected(c, "'{'");
    const specifiers = c.grammar.specifiers(c, false);
    if (accept(c, ';')) continue;
    do {
      const declarator = c.grammar.declarator(c, specifiers.type, 'named');
      parseAttributes(c);
      const text = declarator.name!.text;
      if (!names.has(text)) throw failure('C1343', [text], declarator.at);
      refuseVariableRecord(declarator.type, 'a parameter', declarator.at);
      types.set(text, {
        type: adjusted(declarator.type),
        at: declarator.at,
        isRegister: specifiers.storage === 'register',
      });
    } while (accept(c, ','));
    expect(c, ';');
  }
  const tags = c.scopes.leave();
  c.scopes.enter();
  const list: ParameterType[] = [];
  const variables: Variable[] = [];
  for (const { name, at } of parameters.identifiers!) {
    const declared = types.get(name.text);
    const type = declared?.type ?? INT;
    const variable = c.program.newVariable(name.text, type, declared?.at ?? at, { storage: 'automatic', scope: null });
    list.push({ name: name.text, type });
    variables.push(variable);
    if (name.ordinary?.depth === c.scopes.depth) report(c, 'C1318', [name.text], at);
    c.scopes.declare(name, {
      kind: 'variable',
      variable,
      type,
      isDefinition: true,
      isRegister: declared?.isRegister ?? false,
      depth: c.scopes.depth,
      at,
    });
  }
  const scope = c.scopes.leave();
  const lengths = c.lengths;
  c.lengths = [];
  return {
    ...parameters,
    types: list,
    variables,
    lengths,
    scope: { ordinary: [...tags.ordinary, ...scope.ordinary], tags: tags.tags },
  };
}

function finishLabels(c: Context, state: FunctionState): void {
  for (const { label, defined } of state.labels.values()) {
    if (!defined) report(c, 'C1501', [label.name], label.at);
  }
}
