import type { Expression, Statement, TranslationUnit } from '../../../src/c/ast.ts';
import { FrontEndError, formatDiagnostic } from '../../../src/c/diagnostics.ts';
import { parseProgram } from '../../../src/c/index.ts';
import { formatType } from '../../../src/c/types/type-format.ts';
import type { DataModel } from '../../../src/c/types/types.ts';

/** Parsing snippets, and syntax trees as short texts. */

export function parse(text: string, model: DataModel = 'LP64', file = 'test.c'): TranslationUnit {
  return parseProgram([{ text, file }], { model });
}

/** `line:column code` of every error; empty if there is none. */
export function errorsOf(text: string, file = 'test.c'): string[] {
  try {
    parse(text, 'LP64', file);
    return [];
  } catch (error) {
    if (!(error instanceof FrontEndError)) throw error;
    return error.diagnostics.map(({ at, code }) => `${at?.line}:${at?.column} ${code}`);
  }
}

export function errorText(text: string): string {
  try {
    parse(text);
    return '';
  } catch (error) {
    if (!(error instanceof FrontEndError)) throw error;
    return error.diagnostics.map(formatDiagnostic).join('\n');
  }
}

/** `(kind:type parts ...)`; loads of variables are just their names. */
export function shape(e: Expression | null): string {
  if (e === null) return '-';
  const type = formatType(e.type);
  const list = (...parts: (string | Expression | null)[]): string =>
    `(${parts.map((part) => (typeof part === 'string' ? part : shape(part))).join(' ')})`;
  switch (e.kind) {
    case 'integer':
      return `${e.value}:${type}`;
    case 'float':
      return `${Number(e.value.significand) * 2 ** e.value.exponent * (e.value.negative ? -1 : 1)}:${type}`;
    case 'variable':
      return `&${e.variable.name}`;
    case 'function':
      return e.function.name;
    case 'string':
      return JSON.stringify(String.fromCharCode(...e.units.slice(0, -1)));
    case 'load':
      return e.operand.kind === 'variable' ? e.operand.variable.name : list('load', e.operand);
    case 'array-decay':
    case 'address':
    case 'dereference':
    case 'not':
      return list(e.kind, e.operand);
    case 'negate':
    case 'complement':
      return list(`${e.kind}:${type}`, e.operand);
    case 'convert':
      return list(type, e.operand);
    case 'member':
      return list(`.${e.field.name ?? e.index}`, e.base);
    case 'binary':
      return list(`${e.operator}:${type}`, e.left, e.right);
    case 'compare':
    case 'logical':
      return list(e.operator, e.left, e.right);
    case 'pointer-add':
      return list(e.negative ? 'ptr-' : 'ptr+', e.pointer, e.index);
    case 'pointer-difference':
      return list('ptrdiff', e.left, e.right);
    case 'conditional':
      return list(`?:${type}`, e.condition, e.then, e.otherwise);
    case 'comma':
      return list(',', e.left, e.right);
    case 'assign':
      return list('=', e.target, e.value);
    case 'compound-assign':
      return list(`${e.operator}=:${formatType(e.computation)}`, e.target, e.value);
    case 'increment':
      return list(`${e.prefix ? 'pre' : 'post'}${e.delta}`, e.target);
    case 'call':
      return list(e.callee, ...e.arguments);
    case 'compound-literal':
      return `{${initializerShape(e.initializer)}}:${type}`;
    case 'statement-expression':
      return list(`stmts${e.body.body.length}`, e.result);
    case 'sizeof-variable':
      return `sizeof(${formatType(e.of)})`;
    case 'label-address':
      return `&&${e.label.name}`;
    case 'va-arg':
      return list(`va_arg:${type}`, e.list);
    case 'complex-part':
      return list(e.part, e.operand);
    case 'builtin':
      return list(e.name, ...e.arguments);
  }
}

/** `path=value` entries, with `..last` for ranges. */
export function initializerShape(initializer: {
  readonly entries: readonly import('../../../src/c/ast.ts').InitializerEntry[];
}): string {
  return initializer.entries
    .map(
      ({ path, range, value }) =>
        `${path.map((index, level) => (range?.level === level ? `${index}..${range.last}` : index)).join('.')}=${shape(value)}`,
    )
    .join(' ');
}

/** Statements of the last function defined. */
export function bodyOf(unit: TranslationUnit): readonly Statement[] {
  return unit.functions.findLast((each) => each.definition !== null)!.definition!.body.body;
}

/** The expression of the only (or last) expression statement or return of `void f(...) { ... }` around it. */
export function expressionOf(declarations: string, expression: string, model: DataModel = 'LP64'): string {
  const statement = bodyOf(parse(`${declarations}\nvoid f(void) { ${expression}; }`, model)).at(-1)!;
  if (statement.kind === 'expression') return shape(statement.expression);
  return statement.kind;
}

export function globalOf(text: string, name: string, model: DataModel = 'LP64') {
  return parse(text, model).globals.find((variable) => variable.name === name)!;
}
