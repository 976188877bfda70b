import type { SourceLocation } from '../../base/source.ts';
import type { Expression, Label, LoopClauses, Statement } from '../ast.ts';
import { assigned, convertNode, promoted, rvalue, testable } from '../semantics/conversions.ts';
import { discarded } from '../semantics/operators.ts';
import { isInteger, isPointer, isVoid, pointerTo, VOID } from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import { parseAssertNotes, parseLoopNotes } from './acsl.ts';
import { parseAttributes } from './attributes.ts';
import { accept, type Context, deepen, expect, type LabelState, report, sees, unexpected, warn } from './context.ts';
import { parseLoopClauses, parseStatedClause } from './contracts.ts';
import { failure } from './failures.ts';
import { parseGotoTarget } from './label-tables.ts';
import { declareLocalLabel, defineLabel, labelOf } from './labels.ts';
import { parseAsmStatement } from './parse-asm.ts';
import { parseLocalDeclaration, skipAttributeStatement } from './parse-declarations.ts';
import { afterUnsupported, type End, recovering, resuming } from './recovery.ts';
import { startsType } from './specifiers.ts';
import { type CaseMark, checkCases, parseCase, parseDefault } from './switch-cases.ts';

type Block = Statement & { kind: 'block' };

/** Reads `{ ... }` (C11 6.8.2). */
export function parseBlock(c: Context, scoped: boolean): Block {
  const { at } = c.scanner;
  expect(c, '{');
  if (scoped) c.scopes.enter();
  const locals = sees(c, '__label__') ? parseLocalLabels(c) : null;
  const body: Statement[] = [];
  while (!sees(c, '}')) resuming(c, () => parseItem(c, body));
  for (const expression of parseAssertNotes(c, c.scanner.notes))
    body.push({ kind: 'expression', at: expression.at, expression });
  const end = c.scanner.at;
  if (locals) closeLocalLabels(c, locals);
  if (scoped) c.scopes.leave();
  c.scanner.advance();
  return { kind: 'block', at, body, end };
}

function parseLocalLabels(c: Context): Map<string, LabelState> {
  const labels = new Map<string, LabelState>();
  while (accept(c, '__label__')) {
    do {
      if (!sees(c, 'identifier')) throw unexpected(c, 'a label');
      declareLocalLabel(c, labels, c.scanner.name, c.scanner.at);
      c.scanner.advance();
    } while (accept(c, ','));
    expect(c, ';');
  }
  c.function!.localLabels.push(labels);
  return labels;
}

function closeLocalLabels(c: Context, labels: ReadonlyMap<string, LabelState>): void {
  c.function!.localLabels.pop();
  for (const { label, defined } of labels.values()) if (!defined) report(c, 'C1501', [label.name], label.at);
}

/** Whether a declaration starts here. A typedef name before `:` is a label. */
function startsDeclaration(c: Context): boolean {
  const { kind } = c.scanner;
  if (kind === 'identifier') return startsType(c) && c.scanner.peek() !== ':';
  if (kind === '_Static_assert') return true;
  if (kind === '__extension__') {
    const name = c.scanner.peekName();
    if (name === null) return false;
    return name.kind === 'identifier' ? name.ordinary?.kind === 'typedef' : startsTypeWord(name.kind);
  }
  return startsType(c);
}

function startsTypeWord(kind: string): boolean {
  return !/^(sizeof|_Alignof|__alignof|_Generic|__func__|__real__|__imag__|__builtin_.*|asm)$/.test(kind);
}

/** Reads a declaration or statement of a block. */
function parseItem(c: Context, out: Statement[]): void {
  for (const expression of parseAssertNotes(c, c.scanner.notes))
    out.push({ kind: 'expression', at: expression.at, expression });
  if (skipAttributeStatement(c)) return;
  const stated = parseStatedClause(c, parseStatement);
  if (stated !== null) out.push(stated);
  else if (startsDeclaration(c)) parseLocalDeclaration(c, out);
  else out.push(parseStatement(c));
}

function parseStatement(c: Context): Statement {
  deepen(c);
  const statement = statementOf(c);
  c.depth--;
  return statement;
}

function statementOf(c: Context): Statement {
  const { scanner } = c;
  const { at, kind, notes } = scanner;
  switch (kind) {
    case ';':
      scanner.advance();
      return { kind: 'empty', at };
    case '{':
      return parseBlock(c, true);
    case 'if':
      return inScope(c, () => parseIf(c, at));
    case 'while':
      return inScope(c, () => {
        const noted = parseLoopNotes(c, notes);
        scanner.advance();
        const condition = parseCondition(c);
        const clauses = parseLoopClauses(c, noted);
        return { kind: 'while', at, condition, body: parseLoopBody(c), ...withClauses(clauses) };
      });
    case 'do':
      return inScope(c, () => {
        scanner.advance();
        const first = parseLoopClauses(c, parseLoopNotes(c, notes));
        const body = parseLoopBody(c);
        expect(c, 'while');
        const condition = parseCondition(c);
        const clauses = parseLoopClauses(c, first);
        expect(c, ';');
        return { kind: 'do', at, body, condition, ...withClauses(clauses) };
      });
    case 'for':
      return inScope(c, () => parseFor(c, at));
    case 'switch':
      return inScope(c, () => parseSwitch(c, at));
    case 'case':
    case 'default':
      return parseLabels(c);
    case 'goto':
      return parseGoto(c, at);
    case 'break':
    case 'continue': {
      scanner.advance();
      expect(c, ';');
      const fn = c.function!;
      if (fn.loops === 0 && (kind === 'continue' || fn.switches.length === 0)) report(c, 'C1504', [kind], at);
      return { kind, at };
    }
    case 'return':
      return parseReturn(c, at);
    case 'asm':
      return parseAsmStatement(c);
    case 'else':
      throw failure('C1203', [], at);
    case 'identifier': {
      const next = scanner.peek();
      if (next === ':') return parseLabels(c);
      if (next === 'identifier' && scanner.name.ordinary === null) throw failure('C1202', [scanner.name.text], at);
      break;
    }
    default:
  }
  const parse = (): Statement => ({ kind: 'expression', at, expression: discarded(c, c.grammar.expression(c)) });
  const statement = recovering(c, parse, [';'], (s) => (givesValue(c) ? null : s));
  expect(c, ';');
  return statement;
}

/** Whether the expression before the current semicolon is the value of a statement expression. */
function givesValue(c: Context): boolean {
  return c.scopes.depth === c.function!.valueScope && c.scanner.peek() === '}';
}

/**
 * Reads an expression by `parse`, and skips it if it needs an unsupported construct. `end` is the
 * token after it.
 */
function recoveringExpression(c: Context, parse: () => Expression, end: End): Expression {
  return recovering(c, parse, [end], afterUnsupported);
}

/** Reads a controlling expression in parentheses. */
function parseCondition(c: Context): Expression {
  expect(c, '(');
  const condition = recoveringExpression(c, () => testable(c, c.grammar.expression(c)), ')');
  expect(c, ')');
  return condition;
}

/** Reads a statement whose declarations end with it (C11 6.8.4p3, 6.8.5p5). */
function inScope(c: Context, parse: () => Statement): Statement {
  c.scopes.enter();
  const statement = parse();
  c.scopes.leave();
  return statement;
}

/** Reads a statement that is a scope of its own even without braces. */
function parsePart(c: Context): Statement {
  return sees(c, '{') ? parseStatement(c) : inScope(c, () => parseStatement(c));
}

function parseLoopBody(c: Context): Statement {
  c.function!.loops++;
  const body = parsePart(c);
  c.function!.loops--;
  return body;
}

function parseIf(c: Context, at: SourceLocation): Statement {
  c.scanner.advance();
  const condition = parseCondition(c);
  const then = parsePart(c);
  const otherwise = accept(c, 'else') ? parsePart(c) : null;
  return { kind: 'if', at, condition, then, otherwise };
}

function parseFor(c: Context, at: SourceLocation): Statement {
  const { notes } = c.scanner;
  c.scanner.advance();
  expect(c, '(');
  const init: Statement[] = [];
  if (startsDeclaration(c)) parseLocalDeclaration(c, init);
  else {
    const start = c.scanner.at;
    const parse = () => discarded(c, c.grammar.expression(c));
    if (!sees(c, ';')) init.push({ kind: 'expression', at: start, expression: recoveringExpression(c, parse, ';') });
    expect(c, ';');
  }
  const condition = sees(c, ';') ? null : recoveringExpression(c, () => testable(c, c.grammar.expression(c)), ';');
  expect(c, ';');
  const step = sees(c, ')') ? null : recoveringExpression(c, () => discarded(c, c.grammar.expression(c)), ')');
  expect(c, ')');
  const clauses = parseLoopClauses(c, parseLoopNotes(c, notes));
  const body = parseLoopBody(c);
  return { kind: 'for', at, init, condition, step, body, ...withClauses(clauses) };
}

function withClauses(clauses: LoopClauses | null): { readonly clauses?: LoopClauses } {
  return clauses === null ? {} : { clauses };
}

function parseSwitch(c: Context, at: SourceLocation): Statement {
  c.scanner.advance();
  expect(c, '(');
  const value = recoveringExpression(c, () => promoted(c, rvalue(c, c.grammar.expression(c))), ')');
  expect(c, ')');
  if (!isInteger(value.type)) throw failure('C1505', [formatType(value.type)], value.at);
  const fn = c.function!;
  fn.switches.push({ type: value.type, cases: [], hasDefault: false });
  const body = parsePart(c);
  checkCases(c, fn.switches.pop()!);
  return { kind: 'switch', at, value, body };
}

/** A label with a name in front of a statement. */
type NamedMark = { readonly kind: 'label'; readonly label: Label; readonly at: SourceLocation };

/**
 * Reads labels and the statement behind them. A declaration or the end of the block may follow as well
 * (C2X, GNU).
 */
function parseLabels(c: Context): Statement {
  const marks: (CaseMark | NamedMark)[] = [];
  const { scanner } = c;
  const depth = c.depth;
  for (;;) {
    const { at, kind } = scanner;
    if (kind === 'case') {
      const mark = parseCase(c, at);
      if (mark) marks.push(mark);
    } else if (kind === 'default') {
      marks.push(parseDefault(c, at));
    } else if (kind === 'identifier' && scanner.peek() === ':') {
      const { name } = scanner;
      scanner.advance();
      scanner.advance();
      parseAttributes(c);
      marks.push({ kind: 'label', at, label: defineLabel(c, name, at).label });
    } else break;
    deepen(c);
  }
  let body: Statement = sees(c, '}') || startsDeclaration(c) ? { kind: 'empty', at: scanner.at } : parseStatement(c);
  for (let i = marks.length - 1; i >= 0; i--) body = { ...marks[i], body };
  c.depth = depth;
  return body;
}

function parseGoto(c: Context, at: SourceLocation): Statement {
  c.scanner.advance();
  const statement = recovering<Statement>(
    c,
    () => parseTarget(c, at),
    [';'],
    (s) => s,
  );
  expect(c, ';');
  return statement;
}

/** Reads the target between `goto` and its semicolon. */
function parseTarget(c: Context, at: SourceLocation): Statement {
  const { scanner } = c;
  if (accept(c, '*')) {
    const { target, base } = parseGotoTarget(c, () => rvalue(c, c.grammar.expression(c)));
    if (base !== null) return { kind: 'computed-goto', at, target, base };
    if (!isPointer(target.type) && !isInteger(target.type))
      throw failure('C1404', ['assignment', 'void *', formatType(target.type)], at);
    return { kind: 'computed-goto', at, target: convertNode(c, target, pointerTo(VOID), false), base };
  }
  if (!sees(c, 'identifier')) throw unexpected(c, 'a label');
  const { label } = labelOf(c, scanner.name, scanner.at);
  scanner.advance();
  return { kind: 'goto', at, label };
}

function parseReturn(c: Context, at: SourceLocation): Statement {
  c.scanner.advance();
  if (accept(c, ';')) {
    const { result } = c.function!.type;
    if (!isVoid(result)) warn(c, 'C1964', [], at);
    return { kind: 'return', at, value: null };
  }
  const statement = recovering(
    c,
    () => returnOf(c, at),
    [';'],
    (s) => s,
  );
  expect(c, ';');
  return statement;
}

/** Reads the expression of `return`, up to its semicolon. */
function returnOf(c: Context, at: SourceLocation): Statement {
  const { result } = c.function!.type;
  const e = c.grammar.expression(c);
  if (!isVoid(result)) return { kind: 'return', at, value: assigned(c, e, result, 'return') };
  // A value, or a call of another void function, is evaluated all the same.
  if (!isVoid(e.type)) warn(c, 'C1965', [], at);
  const body: Statement[] = [
    { kind: 'expression', at, expression: discarded(c, e) },
    { kind: 'return', at, value: null },
  ];
  return { kind: 'block', at, body, end: at };
}

/**
 * Reads `({ ... })` after its `(`. The value is that of the last statement if that is an expression
 * (GNU).
 */
export function parseStatementExpression(c: Context, at: SourceLocation): Expression {
  if (c.function === null) throw failure('C1415', [], at);
  const saved = c.lengths;
  c.lengths = [];
  const outer = c.function.valueScope;
  c.function.valueScope = c.scopes.depth + 1;
  const block = parseBlock(c, true);
  c.function.valueScope = outer;
  expect(c, ')');
  c.lengths = saved;
  const body = [...block.body];
  const last = body.pop();
  const labels: Statement[] = [];
  let end = last;
  // The value may stand behind labels.
  while (end?.kind === 'label') {
    labels.push({ ...end, body: { kind: 'empty', at: end.at } });
    end = end.body;
  }
  if (end?.kind !== 'expression') return { kind: 'statement-expression', type: VOID, at, body: block, result: null };
  const result = rvalue(c, end.expression);
  if (block.body.some(({ kind }) => kind === 'cleanup'))
    return valueBeforeCleanups(c, { ...block, body: [...body, ...labels] }, result);
  return {
    kind: 'statement-expression',
    type: result.type,
    at,
    body: { ...block, body: [...body, ...labels] },
    result,
  };
}

/**
 * Builds a statement expression whose scope ends with cleanups. A variable keeps its value while they
 * run.
 */
function valueBeforeCleanups(c: Context, block: Block, result: Expression): Expression {
  const { type, at } = result;
  const evaluate = (expression: Expression): Block => ({
    ...block,
    body: [...block.body, { kind: 'expression', at, expression }],
  });
  if (isVoid(type)) return { kind: 'statement-expression', type: VOID, at, body: evaluate(result), result: null };
  const variable = c.program.newVariable('$value', type, at, { storage: 'automatic', scope: c.function!.id });
  c.function!.locals.push(variable);
  const place: Expression = { kind: 'variable', type, at, variable };
  const inner = evaluate({ kind: 'assign', type, at, target: place, value: result });
  const body: Block = { ...block, body: [{ kind: 'declaration', at, variable, initializer: null }, inner] };
  return { kind: 'statement-expression', type, at, body, result: { kind: 'load', type, at, operand: place } };
}
