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
   * call through a pointer may reach every function; a function without a body uses none. `external`: other files
   * may take the address of a global, too.
   */
  of(called: FunctionDeclaration, external = false): readonly Variable[] {
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
    return [...variables].filter(
      (variable) => (this.#addressed.has(variable) || (external && variable.external)) && isAnyGlobal(variable),
    );
  }
}

/** Positions of the parameters that a function uses for accesses alone: no comparison or call sees their values. */
export function onlyAccessed({ definition }: FunctionDeclaration): ReadonlySet<number> {
  if (definition === null) return new Set();
  const seen = new Map<Variable, number>();
  const count = (variable: Variable, by: number): void => {
    seen.set(variable, (seen.get(variable) ?? 0) + by);
  };
  visitorOf((e) => {
    if (e.kind === 'variable') count(e.variable, 1);
    if (e.kind !== 'dereference') return;
    let pointer = e.operand;
    while (pointer.kind === 'pointer-add' || pointer.kind === 'convert')
      pointer = pointer.kind === 'convert' ? pointer.operand : pointer.pointer;
    if (pointer.kind === 'load' && pointer.operand.kind === 'variable') count(pointer.operand.variable, -1);
  }).statement(definition.body);
  return new Set(definition.parameters.flatMap((one, i) => ((seen.get(one) ?? 0) === 0 ? [i] : [])));
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
