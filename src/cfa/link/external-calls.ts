import type { Variable } from '../../c/ast.ts';
import { INT, pointerTo, VOID, valueType } from '../../c/type/type-tools.ts';
import type { CType, FunctionType } from '../../c/types.ts';
import type { AutomatonFunction, Edge, Expr, Operation, Program } from '../automaton.ts';
import { readingOf } from '../external-functions.ts';
import { type ExternalReading, mayChange } from '../externals.ts';
import { firstFreeVariable } from '../free-variable.ts';
import * as make from '../make.ts';
import { Callbacks } from './callbacks.ts';
import { functionAddresses, PointerFlow } from './pointer-flow.ts';

/** External functions may call functions of the program back: a hidden function models these callbacks. */

type Call = Operation & { kind: 'call' };

/** Intrinsics of the hidden function; they occur nowhere else. */
export const EXTERNAL = {
  /** The result is 0, or the position (from 1) of an argument: a function whose address external functions know. */
  choice: 'external-choice',
  /** The result is any value that an external function may have. */
  value: 'external-value',
  /** External functions change the memory that they know. */
  change: 'external-change',
} as const;

/** Name of the hidden function that calls functions back. */
const CALLBACKS = '$callbacks';

/**
 * Adds a call of a hidden function behind each call that may enter an external function with one of the `readings`. The
 * hidden function calls the functions whose address external functions may know. It calls them with any arguments and
 * any number of times. Edges and variables of the program keep their ids. The search for addresses may miss functions;
 * the encoder handles those, since it sees every address that is given.
 */
export function withCallbacks(program: Program, readings: readonly ExternalReading[]): Program {
  const read = new Set(program.functions.filter((fn) => fn !== null && isRead(program, fn, readings)).map((fn) => fn!.id));
  if (read.size === 0) return program;
  const foreseen = foreseenCallbacks(program, read);
  if (foreseen === null) return program;
  const id = program.functions.length;
  const functions = program.functions.map((fn) =>
    fn === null || !fn.defined ? fn : withCallsBehind(program, fn, id, (op) => foreseen.mayCall(op)),
  );
  return { ...program, functions: [...functions, callbackFunction(program, id, foreseen.functions)] };
}

function isRead(program: Program, fn: AutomatonFunction, readings: readonly ExternalReading[]): boolean {
  const reading = readingOf(program, fn);
  return reading !== null && mayChange(reading) && readings.includes(reading);
}

/** Collects the functions that may be called back; null if there are none. `read`: ids of external functions. */
function foreseenCallbacks(
  program: Program,
  read: ReadonlySet<number>,
): { readonly functions: readonly AutomatonFunction[]; mayCall(op: Call): boolean } | null {
  if (functionAddresses(program).size === 0) return null;
  const flow = new PointerFlow(program);
  const callbacks = new Callbacks(flow);
  const indirect = [...flow.addressTaken].some((id) => read.has(id));
  const mayCall = ({ callee }: Call): boolean => (callee.kind === 'direct' ? read.has(callee.function) : indirect);
  const found = new Set<number>();
  let calls = 0;
  for (const fn of program.functions) {
    for (const { op } of fn?.edges ?? []) {
      if (op.kind !== 'call' || !mayCall(op)) continue;
      calls++;
      for (const id of callbacks.told(op.arguments)) found.add(id);
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
      return fn?.defined === true ? [fn] : [];
    });
  return functions.length === 0 ? null : { functions, mayCall };
}

function withCallsBehind(
  program: Program,
  fn: AutomatonFunction,
  callee: number,
  mayCall: (op: Call) => boolean,
): AutomatonFunction {
  const calls = fn.edges.filter(({ op }) => op.kind === 'call' && mayCall(op));
  if (calls.length === 0) return fn;
  const edges: Edge[] = [...fn.edges];
  const outgoing = fn.outgoing.map((ids) => [...ids]);
  for (const edge of calls) {
    const behind = outgoing.length;
    outgoing.push([edges.length]);
    edges[edge.id] = { ...edge, to: behind };
    const { op } = edge;
    const returns = op.kind !== 'call' || op.callee.kind !== 'direct' || program.functions[op.callee.function]?.noreturn !== true;
    // Control does not return from a noreturn function: the callbacks behind its call lead nowhere.
    const to = returns ? edge.to : outgoing.push([]) - 1;
    edges.push({ id: edges.length, from: behind, to, op: callOf(callee, []), at: edge.at });
  }
  return { ...fn, edges, outgoing, locationCount: outgoing.length };
}

function callOf(callee: number, args: readonly Expr[]): Call {
  return { kind: 'call', callee: { kind: 'direct', function: callee }, arguments: args, result: null };
}

function intrinsic(name: string, args: readonly Expr[], result: Variable | null): Operation {
  const place = result === null ? null : make.variablePlace(result);
  return { kind: 'intrinsic', name, arguments: args, places: [], result: place };
}

/** Builds `while ((choice = ...) != 0) { call the chosen function; let external functions change memory }`. */
function callbackFunction(program: Program, id: number, called: readonly AutomatonFunction[]): AutomatonFunction {
  let next = firstFreeVariable(program);
  const at = called[0]!.at;
  const locals: Variable[] = [];
  const local = (type: CType): Variable => {
    const variable: Variable = {
      id: next++,
      name: `$t${locals.length}`,
      type: valueType(type),
      storage: 'automatic',
      external: false,
      undefined: false,
      scope: id,
      threadLocal: false,
      initializer: null,
      at,
    };
    locals.push(variable);
    return variable;
  };
  const edges: Edge[] = [];
  const outgoing: number[][] = [[], [], []];
  const [entry, exit, chosen] = [0, 1, 2];
  const location = (): number => outgoing.push([]) - 1;
  const push = (from: number, to: number, op: Operation): void => {
    outgoing[from]!.push(edges.length);
    edges.push({ id: edges.length, from, to, op, at });
  };
  const choice = local(INT);
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
    const args = fn.parameters.map(({ type }) => {
      const argument = local(type);
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
