import type { SourceLocation } from '../../base/source.ts';
import type { Variable } from '../../c/ast.ts';
import { INT, pointerTo, VOID, valueType } from '../../c/types/type-basics.ts';
import type { CType, FunctionType } from '../../c/types/types.ts';
import { addressedVariables } from '../cfa/addressed-variables.ts';
import type { AutomatonFunction, Edge, Expr, Operation, Place, Program } from '../cfa/automaton.ts';
import { EditedGraph } from '../cfa/edited-graph.ts';
import { errorFunctionIds } from '../cfa/error-functions.ts';
import { readingOf } from '../cfa/external-functions.ts';
import { type ExternalReading, mayChange } from '../cfa/externals.ts';
import { firstFreeVariable } from '../cfa/free-variable.ts';
import { CALLBACKS, EXTERNAL, hasCallbacks } from '../cfa/hidden-callbacks.ts';
import * as make from '../cfa/make.ts';
import { Callbacks } from './callbacks.ts';
import { functionAddresses, PointerFlow } from './pointer-flow.ts';

/** Callbacks of external functions into the program, which a hidden function models. */

type Call = Operation & { kind: 'call' };

/** Callbacks that external functions may make, found by types and the search for addresses. */
export interface ForeseenCallbacks {
  /** Functions that may be called back. */
  readonly functions: readonly AutomatonFunction[];
  /** External functions that may change memory, by id. */
  readonly readings: ReadonlyMap<number, ExternalReading>;
  /** Readings of the external functions that calls through pointers may enter. */
  readonly indirect: ReadonlySet<ExternalReading>;
}

/**
 * Finds the functions that external functions of the program may call back: functions with a body and
 * the error functions. Null if there are none. The search may miss functions. The encoder handles
 * those, as it sees every address that is passed.
 */
export function foreseeCallbacks(program: Program, errorFunctions: readonly string[]): ForeseenCallbacks | null {
  const readings = new Map<number, ExternalReading>();
  const errors = errorFunctionIds(program, errorFunctions);
  for (const fn of program.functions) {
    const reading = fn === null || errors.has(fn.id) ? null : readingOf(program, fn);
    if (reading !== null && mayChange(reading)) readings.set(fn!.id, reading);
  }
  if (readings.size === 0 || functionAddresses(program).size === 0) return null;
  const flow = new PointerFlow(program);
  const callbacks = new Callbacks(flow);
  const indirect = new Set([...flow.addressTaken].flatMap((id) => readings.get(id) ?? []));
  const found = new Set<number>();
  let calls = 0;
  for (const fn of program.functions) {
    for (const { op } of fn?.edges ?? []) {
      if (op.kind !== 'call') continue;
      if (op.callee.kind === 'direct' ? !readings.has(op.callee.function) : indirect.size === 0) continue;
      calls++;
      for (const id of callbacks.inArguments(op.arguments)) found.add(id);
      for (const id of flow.givenTo(op)) found.add(id);
    }
  }
  if (calls === 0) return null;
  for (const { external, type, id } of program.globals) {
    if (external) for (const fn of callbacks.behind(type, id)) found.add(fn);
  }
  const functions = [...found]
    .sort((a, b) => a - b)
    .flatMap((id) => {
      const fn = program.functions[id];
      return fn !== null && fn !== undefined && (fn.defined || errors.has(id)) ? [fn] : [];
    });
  return functions.length === 0 ? null : { functions, readings, indirect };
}

/**
 * Adds a call of a hidden function behind each call that may enter an external function with one of
 * the `readings`. A call that already has one gets no second. The hidden function calls the foreseen
 * functions, with any arguments and any number of times. Edges and variables of the program keep their
 * ids.
 *
 * Where callbacks could read or change the place of the call's result, a temporary variable holds the
 * result. The caller takes it when the external function has returned.
 */
export function withCallbacks(
  program: Program,
  { functions: called, readings: known, indirect }: ForeseenCallbacks,
  readings: readonly ExternalReading[],
): Program {
  const mayEnter = (reading: ExternalReading | undefined): boolean =>
    reading !== undefined && readings.includes(reading);
  const throughPointer = [...indirect].some(mayEnter);
  const mayCall = ({ callee }: Call): boolean =>
    callee.kind === 'direct' ? mayEnter(known.get(callee.function)) : throughPointer;
  const insertion: Insertion = {
    program,
    id: program.functions.length,
    mayCall,
    addressed: addressedVariables(program),
    next: firstFreeVariable(program),
  };
  const functions = program.functions.map((fn) => (fn?.defined === true ? withCallsBehind(fn, insertion) : fn));
  if (functions.every((fn, id) => fn === program.functions[id])) return program;
  return { ...program, functions: [...functions, callbackFunction(insertion, called)] };
}

interface Insertion {
  readonly program: Program;
  /** Id of the hidden function. */
  readonly id: number;
  readonly mayCall: (op: Call) => boolean;
  /** Ids of the variables whose address the program takes. */
  readonly addressed: ReadonlySet<number>;
  /** Id of the next hidden variable. */
  next: number;
}

function hiddenVariable(insertion: Insertion, name: string, type: CType, scope: number, at: SourceLocation): Variable {
  return {
    id: insertion.next++,
    name,
    type: valueType(type),
    storage: 'automatic',
    external: false,
    undefined: false,
    scope,
    threadLocal: false,
    initializer: null,
    at,
  };
}

function withCallsBehind(fn: AutomatonFunction, insertion: Insertion): AutomatonFunction {
  const { program, mayCall } = insertion;
  const calls = fn.edges.filter(
    (edge) => edge.op.kind === 'call' && mayCall(edge.op) && !hasCallbacks(program, fn, edge),
  );
  if (calls.length === 0) return fn;
  const graph = new EditedGraph(fn);
  const locals = [...fn.locals];
  for (const edge of calls) {
    const { op, at } = edge;
    if (op.kind !== 'call') continue;
    const behind = graph.location();
    const returns = op.callee.kind !== 'direct' || program.functions[op.callee.function]?.noreturn !== true;
    let call = op;
    let { to } = edge;
    if (!returns) {
      // Control does not return from a noreturn function: the run ends behind its callbacks.
      to = graph.location();
      graph.add(to, graph.location(), intrinsic(EXTERNAL.end, [], null), at);
    } else if (op.result !== null && !isOutOfReach(op.result, insertion)) {
      const result = hiddenVariable(insertion, `$result${insertion.next}`, op.result.type, fn.id, at);
      locals.push(result);
      call = { ...op, result: make.variablePlace(result) };
      to = graph.location();
      graph.add(to, edge.to, { kind: 'assign', target: op.result, value: make.load(make.variablePlace(result)) }, at);
    }
    graph.replace({ ...edge, to: behind, op: call });
    graph.add(behind, to, callOf(insertion.id, []), at);
  }
  return { ...graph.result(), locals };
}

/** Whether no callback can read or change the place. */
function isOutOfReach(place: Place, { addressed }: Insertion): boolean {
  return place.kind === 'variable' && place.variable.storage === 'automatic' && !addressed.has(place.variable.id);
}

function callOf(callee: number, args: readonly Expr[]): Call {
  return { kind: 'call', callee: { kind: 'direct', function: callee }, arguments: args, result: null };
}

function intrinsic(name: string, args: readonly Expr[], result: Variable | null): Operation {
  const place = result === null ? null : make.variablePlace(result);
  return { kind: 'intrinsic', name, arguments: args, places: [], result: place };
}

/**
 * Builds `while ((choice = ...) != 0) { call the chosen function; let external functions change memory
 * }`.
 */
function callbackFunction(insertion: Insertion, called: readonly AutomatonFunction[]): AutomatonFunction {
  const { id } = insertion;
  const at = called[0].at;
  const locals: Variable[] = [];
  const local = (name: string, type: CType): Variable => {
    const variable = hiddenVariable(insertion, name, type, id, at);
    locals.push(variable);
    return variable;
  };
  const edges: Edge[] = [];
  const outgoing: number[][] = [[], [], []];
  const [entry, exit, chosen] = [0, 1, 2];
  const location = (): number => outgoing.push([]) - 1;
  const push = (from: number, to: number, op: Operation): void => {
    outgoing[from].push(edges.length);
    edges.push({ id: edges.length, from, to, op, at });
  };
  const choice = local('$choice', INT);
  const addresses = called.map((fn): Expr => ({ kind: 'function-address', type: pointerTo(fn.type), function: fn.id }));
  push(entry, chosen, intrinsic(EXTERNAL.choice, addresses, choice));
  const value = make.load(make.variablePlace(choice));
  for (const [i, fn] of called.entries()) {
    const number = BigInt(i + 1);
    let from = location();
    push(chosen, from, { kind: 'case', value, low: number, high: number });
    const step = (op: Operation): void => {
      const to = location();
      push(from, to, op);
      from = to;
    };
    const parameters: readonly { readonly name?: string | null; readonly type: CType }[] = fn.defined
      ? fn.parameters
      : fn.type.parameters;
    const args = parameters.map(({ name, type }, position) => {
      const argument = local(`$${name || `argument ${position + 1}`} of ${fn.name}`, type);
      step(intrinsic(EXTERNAL.value, [], argument));
      return make.load(make.variablePlace(argument));
    });
    step(callOf(fn.id, args));
    push(from, entry, intrinsic(EXTERNAL.change, [], null));
  }
  push(chosen, exit, { kind: 'default', value, ranges: [{ low: 1n, high: BigInt(called.length) }] });
  const type: FunctionType = { kind: 'function', result: VOID, parameters: [], variadic: false, prototyped: true };
  return {
    id,
    name: CALLBACKS,
    type,
    parameters: [],
    locals,
    defined: true,
    origin: 'program',
    hasTwin: false,
    noreturn: false,
    pure: false,
    entry,
    exit,
    locationCount: outgoing.length,
    edges,
    outgoing,
    marks: [],
    extents: new Map(),
    at,
  };
}
