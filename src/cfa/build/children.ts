import { unreachable } from '../../base/errors.ts';
import type { Expression, Initializer, Statement } from '../../c/ast.ts';

/** What a walk over syntax meets below a node. */
export interface SyntaxVisitor {
  expression(expression: Expression): void;
  statement(statement: Statement): void;
}

function visitInitializer(initializer: Initializer | null, visitor: SyntaxVisitor): void {
  if (initializer !== null) for (const entry of initializer.entries) visitor.expression(entry.value);
}

/** Shows the direct parts of an expression to the visitor, in the order of evaluation. */
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
      return visitor.expression(e.operand);
    case 'member':
      return visitor.expression(e.base);
    case 'binary':
    case 'compare':
    case 'pointer-difference':
    case 'logical':
    case 'comma':
      visitor.expression(e.left);
      return visitor.expression(e.right);
    case 'pointer-add':
      visitor.expression(e.pointer);
      return visitor.expression(e.index);
    case 'conditional':
      visitor.expression(e.condition);
      if (e.then !== null) visitor.expression(e.then);
      return visitor.expression(e.otherwise);
    case 'assign':
    case 'compound-assign':
      visitor.expression(e.value);
      return visitor.expression(e.target);
    case 'increment':
      return visitor.expression(e.target);
    case 'call':
      visitor.expression(e.callee);
      return e.arguments.forEach(visitor.expression);
    case 'compound-literal':
      return visitInitializer(e.initializer, visitor);
    case 'statement-expression':
      visitor.statement(e.body);
      if (e.result !== null) visitor.expression(e.result);
      return;
    case 'sizeof-variable':
      if (e.operand !== null) visitor.expression(e.operand);
      return;
    case 'va-arg':
      return visitor.expression(e.list);
    case 'builtin':
      return e.arguments.forEach(visitor.expression);
    default:
      return unreachable(e);
  }
}

/** Shows the direct parts of a statement to the visitor, in source order. */
export function visitStatement(s: Statement, visitor: SyntaxVisitor): void {
  switch (s.kind) {
    case 'empty':
    case 'goto':
    case 'break':
    case 'continue':
      return;
    case 'expression':
      return visitor.expression(s.expression);
    case 'declaration':
      return visitInitializer(s.initializer, visitor);
    case 'vla-length':
      return visitor.expression(s.length);
    case 'block':
      return s.body.forEach(visitor.statement);
    case 'if':
      visitor.expression(s.condition);
      visitor.statement(s.then);
      if (s.otherwise !== null) visitor.statement(s.otherwise);
      return;
    case 'while':
      visitor.expression(s.condition);
      return visitor.statement(s.body);
    case 'do':
      visitor.statement(s.body);
      return visitor.expression(s.condition);
    case 'for':
      s.init.forEach(visitor.statement);
      if (s.condition !== null) visitor.expression(s.condition);
      if (s.step !== null) visitor.expression(s.step);
      return visitor.statement(s.body);
    case 'switch':
      visitor.expression(s.value);
      return visitor.statement(s.body);
    case 'case':
    case 'default':
    case 'label':
      return visitor.statement(s.body);
    case 'computed-goto':
      return visitor.expression(s.target);
    case 'return':
      if (s.value !== null) visitor.expression(s.value);
      return;
    case 'asm':
      for (const operand of s.outputs) visitor.expression(operand.expression);
      for (const operand of s.inputs) visitor.expression(operand.expression);
      return;
    default:
      return unreachable(s);
  }
}
