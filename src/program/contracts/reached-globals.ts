import type { Expression, FunctionDeclaration, TranslationUnit, Variable } from '../../c/ast.ts';
import { type SyntaxVisitor, visitExpression, visitStatement } from '../lowering/children.ts';
import { isAnyGlobal } from '../lowering/entry.ts';

/** Which globals calls of functions read or write by name, so that their pointers have to lead elsewhere. */
export class ReachedGlobals {
  readonly #addressed = new Set<Variable>();

  constructor(private readonly unit: TranslationUnit) {
    const visitor = visitorOf((e) => {
      if (e.kind !== 'address' && e.kind !== 'array-decay') return;
      let place = e.operand;
      while (place.kind === 'member') place = place.base;
      if (place.kind === 'variable') this.#addressed.add(place.variable);
    });
    for (const { definition } of unit.functions) if (definition !== null) visitor.statement(definition.body);
    for (const { initializer } of unit.globals)
      for (const { value } of initializer?.entries ?? []) visitor.expression(value);
  }

  /**
   * The globals that a call of the function may use, and to which pointers may lead. Constant ones are left out. A
   * call through a pointer may reach every function; a function without a body uses none.
   */
  of(called: FunctionDeclaration): readonly Variable[] {
    const functions = new Set([called]);
    const variables = new Set<Variable>();
    const visitor = visitorOf((e) => {
      if (e.kind === 'variable' && e.variable.storage === 'static') variables.add(e.variable);
      else if (e.kind === 'function') functions.add(e.function);
      else if (e.kind === 'call' && e.callee.kind !== 'function')
        for (const one of this.unit.functions) functions.add(one);
    });
    // The loop appends to the set.
    for (const { definition } of functions) if (definition !== null) visitor.statement(definition.body);
    return [...variables].filter((variable) => this.#addressed.has(variable) && isAnyGlobal(variable));
  }
}

/** A visitor of all expressions below a node, outer ones first. */
export function visitorOf(see: (e: Expression) => void): SyntaxVisitor {
  const visitor: SyntaxVisitor = {
    expression(e) {
      see(e);
      visitExpression(e, visitor);
    },
    statement(s) {
      visitStatement(s, visitor);
    },
  };
  return visitor;
}
