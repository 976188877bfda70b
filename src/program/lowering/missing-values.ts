import type { SourceLocation } from '../../base/source.ts';
import type { TranslationUnit } from '../../c/ast.ts';
import { isVoid } from '../../c/types/type-basics.ts';
import type { AutomatonFunction, Expr, Operation, StaticValue } from '../cfa/automaton.ts';
import { EditedGraph } from '../cfa/edited-graph.ts';
import { walkExpr, walkOperation } from '../cfa/walk.ts';
import type { Watch } from './watch.ts';

/** Checks that a function which ends without a value has no caller that uses one (C11 6.9.1p12). */

/** How the callers of functions use their values. */
interface Uses {
  /** Ids of functions with a call that uses the value, or may do so. */
  readonly used: ReadonlySet<number>;
  /** Ids of functions with a call that does not use the value, or may not. */
  readonly unused: ReadonlySet<number>;
}

/** Functions that start a thread. They use no value themselves. */
const STARTERS: ReadonlySet<string> = new Set(['pthread_create', 'thrd_create']);

/**
 * Returns the functions with a check where one ends without the value that its callers use. Where only some
 * of them use it, such an end has no meaning: it is a gap of proofs.
 */
export function checkMissingValues(
  functions: readonly (AutomatonFunction | null)[],
  initialValues: ReadonlyMap<number, readonly StaticValue[]>,
  unit: TranslationUnit,
  watch: Watch,
): (AutomatonFunction | null)[] {
  const ending = new Set(functions.filter((fn) => fn !== null && mayLackValue(fn)));
  if (!watch.ends('unreachable') || ending.size === 0) return [...functions];
  const { used, unused } = usesOf(functions, initialValues);
  const ends = new Map(unit.functions.map(({ id, definition }) => [id, definition?.end] as const));
  return functions.map((fn) => {
    if (fn === null || !ending.has(fn) || !used.has(fn.id)) return fn;
    return withCheck(fn, ends.get(fn.id) ?? fn.at, failure(fn, watch, unused.has(fn.id)));
  });
}

/** Whether control may leave the function without a value that it should have. The end of `main` returns 0. */
function mayLackValue({ defined, name, type, edges, exit }: AutomatonFunction): boolean {
  if (!defined || name === 'main' || isVoid(type.result)) return false;
  return edges.some(({ to, op }) => to === exit && lacksValue(op));
}

function lacksValue(op: Operation): boolean {
  return op.kind !== 'return' || op.value === null;
}

/** The operation at an end without a value. */
function failure({ name }: AutomatonFunction, watch: Watch, isDoubtful: boolean): Operation {
  const check = watch.get('unreachable');
  const what = `the end of ${name} without the value that its caller uses`;
  if (isDoubtful || check === undefined)
    return { kind: 'unsupported', construct: what, unread: true, check: 'unreachable' };
  return { kind: 'call', callee: { kind: 'direct', function: check }, arguments: [], result: null, what };
}

function withCheck(fn: AutomatonFunction, at: SourceLocation, op: Operation): AutomatonFunction {
  const graph = new EditedGraph(fn);
  const end = graph.location();
  for (const edge of fn.edges)
    if (edge.to === fn.exit && lacksValue(edge.op)) graph.replace({ ...edge, to: end, op: withoutReturn(edge.op) });
  graph.add(end, fn.exit, op, at);
  return graph.result();
}

/** Only edges to the exit return. */
function withoutReturn(op: Operation): Operation {
  return op.kind === 'return' ? { kind: 'skip' } : op;
}

/** Collects the calls of all functions. A call through a pointer may call those whose address is taken. */
function usesOf(
  functions: readonly (AutomatonFunction | null)[],
  initialValues: ReadonlyMap<number, readonly StaticValue[]>,
): Uses {
  const [used, unused, addressed] = [new Set<number>(), new Set<number>(), new Set<number>()];
  /** Numbers of arguments of calls through pointers, by whether they use the value. */
  const indirect = { used: new Set<number>(), unused: new Set<number>() };
  const addresses = (into: Set<number>) => ({
    expr(e: Expr): void {
      if (e.kind === 'function-address') into.add(e.function);
    },
  });
  for (const fn of functions)
    for (const { op } of fn?.edges ?? []) {
      if (op.kind !== 'call') {
        walkOperation(op, addresses(addressed), true);
        continue;
      }
      const isUsed = op.result !== null;
      if (op.callee.kind === 'direct') {
        (isUsed ? used : unused).add(op.callee.function);
        const callee = functions[op.callee.function];
        const calledBack = new Set<number>();
        for (const argument of op.arguments) walkExpr(argument, addresses(calledBack));
        for (const id of calledBack) {
          addressed.add(id);
          if (callee?.defined === false) (STARTERS.has(callee.name) ? unused : used).add(id);
        }
      } else {
        walkOperation(op, addresses(addressed), true);
        (isUsed ? indirect.used : indirect.unused).add(op.arguments.length);
      }
    }
  for (const values of initialValues.values())
    for (const { value } of values) if (value.kind !== 'bytes') walkExpr(value, addresses(addressed));
  for (const id of addressed) {
    const count = functions[id]?.parameters.length ?? 0;
    if (indirect.used.has(count)) used.add(id);
    // Which of the functions such a call reaches is not known here.
    unused.add(id);
  }
  return { used, unused };
}
