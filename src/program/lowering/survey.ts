import type { Expression, FunctionDeclaration, Label, Statement, TranslationUnit, Variable } from '../../c/ast.ts';
import { compatibleUnqualified } from '../../c/types/type-relations.ts';
import { type SyntaxVisitor, visitExpression, visitStatement } from './children.ts';
import { directCallee, JumpCollector, type JumpSurvey } from './jump-survey.ts';
import { Lifetimes } from './lifetimes.ts';

/** Facts about a whole program that the builder needs before the first automaton. */
export interface UnitSurvey {
  readonly greatestVariable: number;
  /** Ids of variables whose address may be held by a pointer: `&x`, `&x.field`, arrays. */
  readonly addressTaken: ReadonlySet<number>;
  /** Functions without a body whose address is taken. */
  readonly addressedLibrary: ReadonlySet<FunctionDeclaration>;
  /** Functions with a body whose address is converted to a pointer to another type. */
  readonly castFunctions: ReadonlySet<FunctionDeclaration>;
  /** Labels of each function (by id) that a computed goto may reach, in source order. */
  readonly addressTakenLabels: ReadonlyMap<number, readonly Label[]>;
  /**
   * Calls of the `cleanup` statements around a label, outermost first. A label without cleanups has no
   * entry.
   */
  readonly labelCleanups: ReadonlyMap<Label, readonly Expression[]>;
  /** The innermost block around a label; null outside of all blocks. */
  readonly labelBlocks: ReadonlyMap<Label, Enclosing | null>;
  readonly lifetimes: Pick<Lifetimes, 'atStart' | 'between'>;
  readonly jumps: JumpSurvey;
}

/** A block with the blocks around it. */
interface Enclosing {
  readonly block: Statement;
  readonly outer: Enclosing | null;
}

/** Returns the variable that contains an lvalue; null if a pointer leads to it or it is a temporary. */
function rootVariable(lvalue: Expression): Variable | null {
  let inner = lvalue;
  while (inner.kind === 'member' || inner.kind === 'complex-part')
    inner = inner.kind === 'member' ? inner.base : inner.operand;
  return inner.kind === 'variable' || inner.kind === 'compound-literal' ? inner.variable : null;
}

/** Collects the facts in one walk over all the syntax of a program. Recursive: for the compile thread. */
export function surveyUnit(unit: TranslationUnit): UnitSurvey {
  const addressTaken = new Set<number>();
  const addressedLibrary = new Set<FunctionDeclaration>();
  const castFunctions = new Set<FunctionDeclaration>();
  const addressTakenLabels = new Map<number, readonly Label[]>();
  const jumps = new JumpCollector(unit);
  let fn: number | null = null;
  const labelCleanups = new Map<Label, readonly Expression[]>();
  const labelBlocks = new Map<Label, Enclosing | null>();
  let enclosing: Enclosing | null = null;
  const lifetimes = new Lifetimes();
  const cleanups: Expression[] = [];
  let labels: Label[] = [];
  let greatest = 0;
  const see = (variable: Variable) => {
    if (variable.id > greatest) greatest = variable.id;
  };

  const visitor: SyntaxVisitor = {
    expression(e) {
      switch (e.kind) {
        case 'variable':
          see(e.variable);
          break;
        case 'compound-literal':
          see(e.variable);
          break;
        case 'address':
        case 'array-decay': {
          const root = rootVariable(e.operand);
          if (root !== null) addressTaken.add(root.id);
          break;
        }
        case 'va-arg': {
          const root = rootVariable(e.list);
          if (root !== null) addressTaken.add(root.id);
          break;
        }
        case 'function':
          jumps.address(e.function);
          if (e.function.definition === null) addressedLibrary.add(e.function);
          break;
        case 'convert': {
          const named = directCallee(e.operand);
          if (named?.definition != null && !compatibleUnqualified(e.type, e.operand.type)) castFunctions.add(named);
          break;
        }
        case 'call':
          jumps.see(e, fn);
          // A direct call does not take the address of its callee.
          if (directCallee(e.callee) !== null) {
            e.arguments.forEach(visitor.expression);
            return;
          }
          break;
        case 'statement-expression':
          // The result lies in the scope of the body.
          walk(e.body, e.result);
          return;
        default:
          break;
      }
      visitExpression(e, visitor);
    },
    statement(s: Statement) {
      if (s.kind === 'declaration' || s.kind === 'vla-length') see(s.variable);
      if (s.kind === 'label' && s.label.addressTaken) labels.push(s.label);
      if (s.kind === 'label') labelBlocks.set(s.label, enclosing);
      if (s.kind === 'label' && cleanups.length > 0) labelCleanups.set(s.label, [...cleanups]);
      walk(s, null);
    },
  };
  const walk = (s: Statement, result: Expression | null) => {
    const outer = cleanups.length;
    const around = enclosing;
    if (s.kind === 'block' || s.kind === 'for') enclosing = { block: s, outer: around };
    lifetimes.enter(s);
    visitStatement(s, visitor);
    enclosing = around;
    if (s.kind === 'cleanup') cleanups.push(s.call);
    if (s.kind === 'block' || s.kind === 'for') cleanups.length = outer;
    if (result !== null) visitor.expression(result);
    lifetimes.leave(s);
  };

  for (const global of unit.globals) {
    see(global);
    if (global.initializer !== null) for (const entry of global.initializer.entries) visitor.expression(entry.value);
  }
  for (const declaration of unit.functions) {
    const definition = declaration.definition;
    if (definition === null) continue;
    labels = [];
    fn = declaration.id;
    definition.parameters.forEach(see);
    definition.locals.forEach(see);
    visitor.statement(definition.body);
    lifetimes.finish(labels);
    if (labels.length > 0) addressTakenLabels.set(declaration.id, labels);
  }
  return {
    greatestVariable: greatest,
    addressTaken,
    addressedLibrary,
    castFunctions,
    addressTakenLabels,
    labelCleanups,
    labelBlocks,
    lifetimes,
    jumps: jumps.finish(),
  };
}
