import type { SourceLocation } from '../../base/source.ts';
import type { AutomatonFunction, Edge, Program } from './automaton.ts';

/** A call of a function that lets a run go on only if a condition holds. */
export interface AssumptionCall {
  /** Id of the calling function. */
  readonly caller: number;
  readonly edge: Edge;
  /** Name of the called function. */
  readonly name: string;
}

/** An assumption that no run of the program passes. */
export interface VacuousAssumption {
  readonly name: string;
  readonly at: SourceLocation;
}

/** Functions that programs of verification tasks call, or define, in order to exclude runs. */
const ASSUMPTION = /^(__(VERIFIER|CPROVER|ESBMC|SEAHORN|SEA)_assume|klee_assume|assume|assume_abort_if_not)$/;
/** The function that a run calls behind such a call, see {@link withPasses}. */
export const PASSED = '$passed';

/** Lists the calls of such functions, in the order of the program. Linear. */
export function assumptionCalls({ functions }: Program): readonly AssumptionCall[] {
  return functions.flatMap((fn) =>
    (fn?.edges ?? []).flatMap((edge): readonly AssumptionCall[] => {
      const { op } = edge;
      if (op.kind !== 'call' || op.callee.kind !== 'direct') return [];
      const name = functions[op.callee.function]?.name ?? '';
      return ASSUMPTION.test(name) ? [{ caller: fn!.id, edge, name }] : [];
    }),
  );
}

/** Returns the program with a call of {@link PASSED}, which has no body, directly behind each of the calls. */
export function withPasses(program: Program, calls: readonly AssumptionCall[]): Program {
  const functions: (AutomatonFunction | null)[] = [...program.functions];
  const passed = functions.length;
  for (const { caller, edge } of calls) {
    const fn = functions[caller]!;
    const behind = fn.locationCount;
    const call: Edge = {
      id: fn.edges.length,
      from: behind,
      to: edge.to,
      op: { kind: 'call', callee: { kind: 'direct', function: passed }, arguments: [], result: null },
      at: edge.at,
    };
    functions[caller] = {
      ...fn,
      locationCount: behind + 1,
      edges: [...fn.edges.map((each) => (each.id === edge.id ? { ...each, to: behind } : each)), call],
      outgoing: [...fn.outgoing, [call.id]],
    };
  }
  functions.push(passedFunction(passed, calls[0].edge));
  return { ...program, functions };
}

function passedFunction(id: number, { at }: Edge): AutomatonFunction {
  return {
    id,
    name: PASSED,
    type: { kind: 'function', result: { kind: 'void' }, parameters: [], variadic: false, prototyped: true },
    parameters: [],
    locals: [],
    defined: false,
    origin: 'external',
    hasTwin: false,
    noreturn: true,
    pure: false,
    entry: 0,
    exit: 1,
    locationCount: 2,
    edges: [],
    outgoing: [[], []],
    marks: [],
    extents: new Map(),
    at,
  };
}
