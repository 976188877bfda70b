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

/** Passes the direct parts of an expression to the visitor, in the order of evaluation. */
export function visitExpression(e: Expression, visitor: SyntaxVisitor): void {
  switch (e.kind) {
    case 'integer':
    case 'float':
    case 'string':
    case 'variable':
    case 'function':
    case 'label-address':
      return;
    case 'array-decay':
    case 'address':
    case 'dereference':
    case 'load':
    case 'negate':
    case 'complement':
    case 'not':
    case 'convert':
    case 'complex-part':
      visitor.expression(e.operand);
      return;
    case 'member':
      visitor.expression(e.base);
      return;
    case 'binary':
    case 'compare':
    case 'pointer-difference':
    case 'logical':
    case 'comma':
      visitor.expression(e.left);
      visitor.expression(e.right);
      return;
    case 'pointer-add':
      visitor.expression(e.pointer);
      visitor.expression(e.index);
      return;
    case 'conditional':
      visitor.expression(e.condition);
      if (e.then !== null) visitor.expression(e.then);
      visitor.expression(e.otherwise);
      return;
    case 'assign':
    case 'compound-assign':
      visitor.expression(e.value);
      visitor.expression(e.target);
      return;
    case 'increment':
      visitor.expression(e.target);
      return;
    case 'call':
      visitor.expression(e.callee);
      e.arguments.forEach(visitor.expression);
      return;
    case 'compound-literal':
      visitInitializer(e.initializer, visitor);
      return;
    case 'statement-expression':
      visitor.statement(e.body);
      if (e.result !== null) visitor.expression(e.result);
      return;
    case 'sizeof-variable':
      if (e.operand !== null) visitor.expression(e.operand);
      return;
    case 'va-arg':
      visitor.expression(e.list);
      return;
    case 'builtin':
      e.arguments.forEach(visitor.expression);
      return;
    default:
      unreachable(e);
      return;
  }
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
