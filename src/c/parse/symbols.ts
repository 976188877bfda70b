import type { Expression, FunctionDeclaration, Variable } from '../ast.ts';
import { classifyFunction } from '../builtins/classify.ts';
import { addressOf } from '../semantics/nodes.ts';
import type { Layout } from '../types/layout.ts';
import { isRecord, pointerTo } from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import { compatible } from '../types/type-relations.ts';
import type { CType } from '../types/types.ts';
import { joinVariables, removeJoined } from './aliases.ts';
import { standingType } from './declare.ts';
import type { External, ProgramState } from './program.ts';

/**
 * Resolves the symbols of the linker: names that `asm` labels and aliases unite, and weak names
 * without a definition.
 */
export function resolveSymbols(program: ProgramState): void {
  resolveAliases(program);
  resolveLabels(program);
  for (const external of program.externals.values()) {
    if (external.weak && external.kind === 'variable') external.variable.missing = external.variable.undefined;
    else if (external.weak && external.kind === 'function') external.function.missing = isMissing(external.function);
  }
}

/**
 * Gives each variable of external linkage one type. Another type in another file is an error, unless
 * both have one layout. Expressions of another type then access the object through a pointer.
 */
export function uniteTypes(program: ProgramState): void {
  const { messages, layout } = program;
  for (const [name, external] of program.externals) {
    if (external.kind !== 'variable' || external.types.length < 2) continue;
    const { variable, types } = external;
    const standing = standingType(types);
    for (const other of types) {
      if (other === standing) continue;
      if (haveOneLayout(other.type, variable.type, layout))
        messages.warn('C1961', [name, formatType(other.type), formatType(variable.type)], other.at);
      else
        messages.error('C1327', [name], other.at, [
          { message: `declared as '${formatType(variable.type)}' here`, at: standing.at },
        ]);
    }
  }
  for (const mention of program.mentions) {
    const { type } = mention.kind === 'variable' ? mention.variable : mention.function;
    if (mention.type === type || compatible(mention.type, type)) continue;
    const { at } = mention;
    const operand: Expression = addressOf({ ...mention, type }, at);
    const pointer: Expression = { kind: 'convert', type: pointerTo(mention.type), at, operand, explicit: true };
    Object.assign(mention, { kind: 'dereference', operand: pointer });
  }
}

/**
 * Whether objects of the two types have one size, one alignment and values of the same kinds at the same
 * places. An incomplete type says nothing about that.
 */
function haveOneLayout(first: CType, second: CType, layout: Layout): boolean {
  let [a, b] = [first, second];
  while (a.kind === 'array' && b.kind === 'array') {
    if (typeof a.length === 'bigint' && typeof b.length === 'bigint' && a.length !== b.length) return false;
    [a, b] = [a.element, b.element];
  }
  if (compatible(a, b)) return true;
  const sizes = [layout.sizeOf(a), layout.sizeOf(b)];
  if (sizes.includes(null)) return a.kind !== 'array' && b.kind !== 'array';
  if (sizes[0] !== sizes[1] || layout.alignOf(a) !== layout.alignOf(b)) return false;
  if (!isRecord(a) || !isRecord(b) || a.kind !== b.kind) return valueKind(a) === valueKind(b);
  const [fields, others] = [a.definition.fields!, b.definition.fields!];
  return (
    fields.length === others.length &&
    fields.every(({ type, bits }, i) => bits === others[i].bits && haveOneLayout(type, others[i].type, layout))
  );
}

/** Returns a name that types share whose values have the same bits. */
function valueKind(type: CType): string {
  switch (type.kind) {
    case 'integer':
      return type.name === 'bool' ? 'bool' : 'integer';
    case 'enum':
      return type.definition.underlying === null ? 'integer' : valueKind(type.definition.underlying);
    case 'float':
      return type.name;
    case 'complex':
      return `complex ${type.base.name}`;
    case 'vector':
      return `vector ${type.count} ${valueKind(type.element)}`;
    default:
      return type.kind;
  }
}

function resolveAliases({ aliases, functions, messages }: ProgramState): void {
  if (aliases.length === 0) return;
  const defined = new Map<string, FunctionDeclaration>();
  for (const each of functions) if (each.definition !== null) defined.set(each.name, each);
  // An alias may name another alias.
  const targets = new Map(aliases.map((alias) => [alias.function.name, alias.target]));
  const ends = new Map<string, FunctionDeclaration | null>();
  for (const { function: declaration, target, at } of aliases) {
    const path: string[] = [];
    let name: string | undefined = target;
    while (name !== undefined && !defined.has(name) && !ends.has(name)) {
      // A name that leads back to itself has no end.
      ends.set(name, null);
      path.push(name);
      name = targets.get(name);
    }
    const found = name === undefined ? null : (defined.get(name) ?? ends.get(name) ?? null);
    for (const each of path) ends.set(each, found);
    if (found === null) messages.error('C1603', [target], at);
    else if (declaration.definition === null && declaration !== found) makeSame(declaration, found);
  }
}

function isMissing(declaration: FunctionDeclaration): boolean {
  if (declaration.definition !== null || declaration.same !== null) return false;
  return classifyFunction({ ...declaration, defined: false }) === 'external';
}

/** Joins external names that have one assembler name. The defined name stands for all. */
function resolveLabels(program: ProgramState): void {
  const labels = new Set<string>();
  for (const external of program.externals.values()) {
    const label = labelOf(external);
    if (label !== null) labels.add(label);
  }
  if (labels.size === 0) return;
  const groups = new Map<string, External[]>();
  for (const [name, external] of program.externals) {
    const symbol = labelOf(external) ?? name;
    if (!labels.has(symbol)) continue;
    const group = groups.get(symbol);
    if (group === undefined) groups.set(symbol, [external]);
    else group.push(external);
  }
  const joined = new Set<Variable>();
  for (const [symbol, group] of groups) if (group.length > 1) unite(program, symbol, group, joined);
  removeJoined(program, joined);
}

function labelOf(external: External): string | null {
  return external.kind === 'variable' ? external.asmName : external.function.asmName;
}

/** Makes the names of a group one symbol. Variables that now stand for another one are added to `joined`. */
function unite(program: ProgramState, symbol: string, group: readonly External[], joined: Set<Variable>): void {
  const functions = group.flatMap((each) => (each.kind === 'function' ? [each.function] : []));
  const variables = group.flatMap((each) => (each.kind === 'variable' ? [each.variable] : []));
  const defined = [
    ...functions.filter(({ definition }) => definition !== null),
    ...variables.filter((each) => !each.undefined),
  ];
  if (defined.length > 1 || (functions.length > 0 && variables.length > 0)) {
    program.messages.error('C1602', [symbol], (defined[1] ?? variables[0]).at);
    return;
  }
  const standing =
    functions.find(({ definition }) => definition !== null) ?? functions.find(({ name }) => name === symbol);
  const target = standing ?? functions[0];
  for (const each of functions) if (target !== undefined && each !== target) makeSame(each, target);
  const object = variables.find((each) => !each.undefined) ?? variables[0];
  if (object === undefined) return;
  const others = variables.filter((each) => each !== object);
  const different = others.find(({ type }) => !compatible(type, object.type));
  if (different === undefined) joinVariables(others, object, joined);
  else
    program.messages.error(
      'C1336',
      [`one object as '${different.name}' and '${object.name}', of different types`],
      different.at,
    );
}

/**
 * Turns calls of one function into calls of the other. A declaration of another type gets a copy of
 * the body.
 */
function makeSame(declaration: FunctionDeclaration, target: FunctionDeclaration): void {
  if (compatible(declaration.type, target.type)) declaration.same = target.same ?? target;
  else declaration.definition ??= target.definition;
}
