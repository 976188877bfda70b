import type { Variable } from '../../c/ast.ts';
import type { Layout } from '../../c/types/layout.ts';
import { lengthVariables } from '../../c/types/length-variables.ts';
import type { AutomatonFunction, Edge, Operation, Place } from '../cfa/automaton.ts';
import * as make from '../cfa/make.ts';
import { rewriteOperation } from '../cfa/rewrite.ts';
import { walkOperation } from '../cfa/walk.ts';

/** Whether the function can be copied: no type depends on its variables, and no pointer leads into its code. */
export function isCopyable(fn: AutomatonFunction): boolean {
  if ([...fn.parameters, ...fn.locals].some(({ type }) => [...lengthVariables(type)].length > 0)) return false;
  return fn.edges.every(({ op }) => {
    let plain = op.kind !== 'unsupported' || op.unread !== true;
    walkOperation(op, { expr: (e) => void (plain &&= e.kind !== 'label-address' && e.kind !== 'size-of') }, true);
    return plain;
  });
}

/** Copies a function with variables of its own; direct calls go to the copies of functions. */
export function copied(
  fn: AutomatonFunction,
  id: number,
  copies: ReadonlyMap<number, number>,
  layout: Layout,
  newVariable: () => number,
): AutomatonFunction {
  const own = new Map<number, Variable>();
  const copy = (variable: Variable): Variable => {
    const made = { ...variable, id: newVariable(), scope: id };
    own.set(variable.id, made);
    return made;
  };
  const [parameters, locals] = [fn.parameters.map(copy), fn.locals.map(copy)];
  const place = (one: Place): Place => {
    const variable = one.kind === 'variable' ? own.get(one.variable.id) : undefined;
    return variable === undefined ? one : make.variablePlace(variable);
  };
  const renamed = (op: Operation): Operation => {
    if (op.kind === 'declare') return { ...op, variable: own.get(op.variable.id) ?? op.variable };
    const rewritten = rewriteOperation(op, { layout, place });
    return redirected(rewritten, copies);
  };
  const extents = [...fn.extents].map(([variable, extent]) => [own.get(variable)?.id ?? variable, extent] as const);
  const edges = fn.edges.map((edge): Edge => ({ ...edge, op: renamed(edge.op) }));
  return { ...fn, id, parameters, locals, edges, extents: new Map(extents) };
}

/** The operation with a direct call of a copied function as one of its copy. */
export function redirected(op: Operation, copies: ReadonlyMap<number, number>): Operation {
  if (op.kind !== 'call' || op.callee.kind !== 'direct') return op;
  const other = copies.get(op.callee.function);
  return other === undefined ? op : { ...op, callee: { kind: 'direct', function: other } };
}
