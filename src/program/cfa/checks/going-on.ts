import type { Variable } from '../../../c/ast.ts';
import { BOOL } from '../../../c/types/type-basics.ts';
import type { AutomatonFunction, Edge, Expr, Location, Operation, Program } from '../automaton.ts';
import { CHECK_CHOICE } from '../beyond.ts';
import { bodylessFunction, functionReturning } from '../bodyless-function.ts';
import { EditedGraph } from '../edited-graph.ts';
import { firstFreeVariable } from '../free-variable.ts';
import * as make from '../make.ts';
import { checkOf } from './kinds.ts';

/** The name of the variables that choose. */
const CHOICE = '$asked';

/**
 * Returns the program in which a run may end at calls of these functions, which fail checks, or go on behind
 * them. C defines what happens behind a leak or a wrapped sum: a proof of another check is about these runs,
 * too. A hidden input chooses. Edges keep their ids.
 */
export function goingOn(program: Program, fails: ReadonlySet<number>): Program {
  if (fails.size === 0) return program;
  const choice = program.functions.length;
  let nextVariable = firstFreeVariable(program);
  const functions = program.functions.map((fn) => {
    const asked = fn?.edges.filter(({ op, to }) => isCallOf(op, fails) && mayGoOn(program, fn, to)) ?? [];
    if (fn === null || asked.length === 0) return fn;
    const graph = new EditedGraph(fn);
    const locals = asked.map((edge) => {
      const variable = hiddenVariable(nextVariable++, fn, edge);
      chosen(graph, edge, variable, choice);
      return variable;
    });
    return { ...graph.result(), locals: [...fn.locals, ...locals] };
  });
  const common = { type: functionReturning(BOOL), origin: 'verifier', at: make.NOWHERE } as const;
  return { ...program, functions: [...functions, bodylessFunction({ id: choice, name: CHECK_CHOICE, ...common })] };
}

/** Replaces a call that fails a check by a choice between this call and the location behind it. */
function chosen(graph: EditedGraph, edge: Edge, variable: Variable, choice: number): void {
  const { to, op, at } = edge;
  const [asked, fails] = [graph.location(), graph.location()];
  const result = make.variablePlace(variable);
  const callee = { kind: 'direct', function: choice } as const;
  graph.replace({ ...edge, to: asked, op: { kind: 'call', callee, arguments: [], result } });
  for (const truth of [true, false])
    graph.add(asked, truth ? fails : to, { kind: 'assume', condition: make.load(result), truth }, at);
  graph.add(fails, to, op, at);
}

/** Whether a condition is the choice between an end and what follows. */
export function isChoiceOfEnd(condition: Expr): boolean {
  return condition.kind === 'load' && condition.place.kind === 'variable' && condition.place.variable.name === CHOICE;
}

function hiddenVariable(id: number, { id: scope }: AutomatonFunction, { at }: Edge): Variable {
  const common = { external: false, undefined: false, threadLocal: false, initializer: null };
  return { id, name: CHOICE, type: BOOL, storage: 'automatic', scope, at, ...common };
}

/** Whether a run from a location may come to other code than an end of the program. */
function mayGoOn(program: Program, fn: AutomatonFunction, from: Location): boolean {
  const seen = new Set([from]);
  for (const location of seen) {
    if (location === fn.exit && fn.id !== program.main) return true;
    for (const id of fn.outgoing[location]) {
      const { op, to } = fn.edges[id];
      if (op.kind === 'intrinsic' && op.name === 'trap') continue;
      const callee = op.kind === 'call' && op.callee.kind === 'direct' ? program.functions[op.callee.function] : null;
      if (op.kind === 'call' && callee?.noreturn === true && !callee.defined && checkOf(callee.name) === null) continue;
      if (op.kind !== 'skip' && op.kind !== 'return') return true;
      seen.add(to);
    }
  }
  return false;
}

function isCallOf(op: Operation, functions: ReadonlySet<number>): boolean {
  return op.kind === 'call' && op.callee.kind === 'direct' && functions.has(op.callee.function);
}
