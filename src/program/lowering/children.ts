import { unreachable } from '../../base/errors.ts';
import type { Expression, Initializer, Statement } from '../../c/ast.ts';

/** The visitor of the direct parts of a syntax node. */
export interface SyntaxVisitor {
  expression(expression: Expression): void;
  statement(statement: Statement): void;
}

function visitInitializer(initializer: Initializer | null, visitor: SyntaxVisitor): void {
  if (initializer !== null) for (const entry of initializer.entries) visitor.expression(entry.value);
}

type OfKind<K> = Expression extends infer E
  ? E extends { readonly kind: infer Q }
    ? K extends Q
      ? E
      : never
    : never
  : never;
type PartOf<E> = {
  [F in keyof E]-?: E[F] extends Expression | readonly Expression[] | null ? F : never;
}[keyof E];

/** The fields that hold the direct parts of an expression, in the order of evaluation. Statements and initialisers stand apart. */
const PARTS: { readonly [K in Expression['kind']]: readonly PartOf<OfKind<K>>[] } = {
  integer: [],
  float: [],
  string: [],
  variable: [],
  function: [],
  'label-address': [],
  'array-decay': ['operand'],
  address: ['operand'],
  dereference: ['operand'],
  load: ['operand'],
  negate: ['operand'],
  complement: ['operand'],
  not: ['operand'],
  convert: ['operand'],
  'complex-part': ['operand'],
  member: ['base'],
  binary: ['left', 'right'],
  compare: ['left', 'right'],
  'pointer-difference': ['left', 'right'],
  logical: ['left', 'right'],
  comma: ['left', 'right'],
  'pointer-add': ['pointer', 'index'],
  conditional: ['condition', 'then', 'otherwise'],
  assign: ['value', 'target'],
  'compound-assign': ['value', 'target'],
  increment: ['target'],
  call: ['callee', 'arguments'],
  'compound-literal': [],
  'statement-expression': ['result'],
  'sizeof-variable': ['operand'],
  'va-arg': ['list'],
  builtin: ['arguments'],
};

/** Passes the direct parts of an expression to the visitor, in the order of evaluation. */
export function visitExpression(e: Expression, visitor: SyntaxVisitor): void {
  if (e.kind === 'compound-literal') visitInitializer(e.initializer, visitor);
  else if (e.kind === 'statement-expression') visitor.statement(e.body);
  for (const field of PARTS[e.kind]) {
    const part = partAt(e, field);
    if (part === null) continue;
    if ('kind' in part) visitor.expression(part);
    else part.forEach(visitor.expression);
  }
}

/** Returns the expression with others in place of its direct parts. Statements and initialisers inside stay. */
export function withParts(e: Expression, other: (part: Expression) => Expression): Expression {
  const changed: Record<string, Expression | readonly Expression[]> = {};
  for (const field of PARTS[e.kind]) {
    const part = partAt(e, field);
    if (part !== null) changed[field] = 'kind' in part ? other(part) : part.map(other);
  }
  return { ...e, ...changed };
}

function partAt(e: Expression, field: string): Expression | readonly Expression[] | null {
  return (e as unknown as Readonly<Record<string, Expression | readonly Expression[] | null>>)[field];
}

/** Passes the direct parts of a statement to the visitor, in source order. */
export function visitStatement(s: Statement, visitor: SyntaxVisitor): void {
  switch (s.kind) {
    case 'empty':
    case 'goto':
    case 'break':
    case 'continue':
    case 'unsupported':
      return;
    case 'expression':
      visitor.expression(s.expression);
      return;
    case 'declaration':
      visitInitializer(s.initializer, visitor);
      return;
    case 'cleanup':
      visitor.expression(s.call);
      return;
    case 'vla-length':
      visitor.expression(s.length);
      return;
    case 'block':
      s.body.forEach(visitor.statement);
      return;
    case 'if':
      visitor.expression(s.condition);
      visitor.statement(s.then);
      if (s.otherwise !== null) visitor.statement(s.otherwise);
      return;
    case 'while':
      visitor.expression(s.condition);
      visitor.statement(s.body);
      return;
    case 'do':
      visitor.statement(s.body);
      visitor.expression(s.condition);
      return;
    case 'for':
      s.init.forEach(visitor.statement);
      if (s.condition !== null) visitor.expression(s.condition);
      if (s.step !== null) visitor.expression(s.step);
      visitor.statement(s.body);
      return;
    case 'switch':
      visitor.expression(s.value);
      visitor.statement(s.body);
      return;
    case 'case':
    case 'default':
    case 'label':
      visitor.statement(s.body);
      return;
    case 'computed-goto':
      visitor.expression(s.target);
      return;
    case 'return':
      if (s.value !== null) visitor.expression(s.value);
      return;
    case 'asm':
      for (const operand of s.outputs) visitor.expression(operand.expression);
      for (const operand of s.inputs) visitor.expression(operand.expression);
      return;
    default:
      unreachable(s);
      return;
  }
}
