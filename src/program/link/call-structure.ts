import { stronglyConnected } from '../cfa/analysis/graph.ts';
import type { AutomatonFunction, Edge, Program } from '../cfa/automaton.ts';
import type { CallGraph } from './calls.ts';
import type { UsefulLocations } from './useful.ts';

/** A call that may enter a function with a body. */
interface CallSite {
  readonly edge: Edge;
  /** Position of the function in `CallStructure.functions`. */
  readonly callee: number;
}

/** The call graph of the functions with a body that calls from `main` may reach. */
export interface CallStructure {
  /** `main` is the first. */
  readonly functions: readonly AutomatonFunction[];
  /**
   * Calls of each function, by position in `functions`. A callee occurs once for each call that may
   * enter it.
   */
  readonly sites: readonly (readonly CallSite[])[];
  /**
   * The set of mutually recursive functions of each function, by position. Callees come before callers;
   * see `stronglyConnected`.
   */
  readonly components: Int32Array;
  /** Whether the function may be called while it is active, by position. */
  readonly recursive: Uint8Array;
  /** Whether the error may be reached after some activation has ended, by position. */
  readonly behind: Uint8Array;
}

/** Computes the call graph from `main`. */
export function callStructure(
  program: Program,
  main: AutomatonFunction,
  calls: CallGraph,
  useful: UsefulLocations,
): CallStructure {
  const functions = [main];
  const positions = new Map([[main.id, 0]]);
  const sites: CallSite[][] = [];
  // The list grows during the loop.
  for (let at = 0; at < functions.length; at++) {
    const own: CallSite[] = [];
    for (const edge of functions[at].edges) {
      const { op } = edge;
      if (op.kind !== 'call') continue;
      for (const id of calls.targets(edge, op)) {
        const fn = program.functions[id]!;
        if (calls.meaning(fn, op).kind !== 'inline') continue;
        let callee = positions.get(id);
        if (callee === undefined) {
          positions.set(id, (callee = functions.length));
          functions.push(fn);
        }
        own.push({ edge, callee });
      }
    }
    sites.push(own);
  }
  const successors = sites.map((own) => own.map(({ callee }) => callee));
  const components = stronglyConnected(successors);
  return {
    functions,
    sites,
    components,
    recursive: findRecursive(successors, components),
    behind: findBehind(functions, sites, useful),
  };
}

function findRecursive(successors: readonly (readonly number[])[], components: Int32Array): Uint8Array {
  const members = new Int32Array(components.length);
  for (const component of components) members[component]++;
  return Uint8Array.from(successors, (callees, at) => (members[components[at]] > 1 || callees.includes(at) ? 1 : 0));
}

/**
 * Determines `behind`. Whether the error is reachable after a call depends on the caller, and on the
 * code behind the caller's own calls.
 */
function findBehind(
  functions: readonly AutomatonFunction[],
  sites: readonly (readonly CallSite[])[],
  useful: UsefulLocations,
): Uint8Array {
  const behind = new Uint8Array(functions.length);
  const pending = functions.map((_, at) => at);
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const matters = useful.from(functions[at], behind[at] === 1);
    for (const { edge, callee } of sites[at]) {
      if (behind[callee] === 1 || !matters(edge.to)) continue;
      behind[callee] = 1;
      pending.push(callee);
    }
  }
  return behind;
}
