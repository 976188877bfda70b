import { stronglyConnected, successorsOf } from '../cfa/analysis/graph.ts';
import type { AutomatonFunction, Edge, Expr, Operation, Program } from '../cfa/automaton.ts';
import { endOfFault } from '../cfa/checks/faults.ts';
import { faultPlace, faultsOf } from '../cfa/checks/memory-places.ts';
import { isCompatibleCall } from '../cfa/compatible.ts';
import { errorFunctionIds } from '../cfa/error-functions.ts';
import { readingOf } from '../cfa/external-functions.ts';
import { type ExternalReading, externalConstruct, mayChange } from '../cfa/externals.ts';
import { EXTERNAL } from '../cfa/hidden-callbacks.ts';
import type { LinkGoal } from '../cfa/linked.ts';
import { Callbacks } from './callbacks.ts';
import { libraryCall, mayJump } from './library.ts';
import { PointerFlow } from './pointer-flow.ts';

/** The meaning of a call of one function. */
export type CallMeaning =
  | { readonly kind: 'error' }
  | { readonly kind: 'inline'; readonly function: AutomatonFunction }
  | ReturnType<typeof libraryCall>;

/** The calls of a program: the functions that they reach, and the functions that can reach the error. */
export class CallGraph {
  readonly #flow: PointerFlow;
  readonly #callbacks: Callbacks;
  readonly #candidateLists = new Map<Edge, readonly number[]>();
  /**
   * Whether the function is an error function or its body can reach a call of one, by function id: 1 or
   * 0. Operations that may call any function count as such calls.
   */
  readonly #reachesError: Uint8Array;
  /** Reading of each external function, by function id; null for other functions. */
  readonly #readings: readonly (ExternalReading | null)[];
  /** Functions that the hidden function of external-calls.ts calls. */
  readonly #foreseen: ReadonlySet<number>;
  /** Ids of functions whose call is the error. */
  readonly #errors: ReadonlySet<number>;
  /** Whether each edge lies on a cycle, by function id and edge id. */
  readonly #cyclic = new Map<number, Uint8Array>();
  /** Whether external functions may call back a function that is not foreseen and can reach the error. */
  #callbacksReachError = false;

  constructor(
    readonly program: Program,
    errorFunctions: readonly string[],
    private readonly goal: LinkGoal = 'error',
  ) {
    this.#errors = errorFunctionIds(program, errorFunctions);
    this.#flow = new PointerFlow(program);
    this.#callbacks = new Callbacks(this.#flow);
    this.#reachesError = new Uint8Array(program.functions.length);
    this.#readings = program.functions.map((fn) =>
      fn === null || this.#errors.has(fn.id) ? null : readingOf(program, fn),
    );
    this.#foreseen = new Set(
      program.functions.flatMap((fn) =>
        (fn?.edges ?? []).flatMap(({ op }) =>
          op.kind === 'intrinsic' && op.name === EXTERNAL.choice
            ? op.arguments.flatMap((address) => (address.kind === 'function-address' ? [address.function] : []))
            : [],
        ),
      ),
    );
    this.#findReachingFunctions();
  }

  /** Returns the meaning of a call of `fn`. */
  meaning(fn: AutomatonFunction, op: Operation & { kind: 'call' }): CallMeaning {
    if (this.#errors.has(fn.id)) return { kind: 'error' };
    if (fn.defined) return { kind: 'inline', function: fn };
    const reading = this.#readings[fn.id];
    if (reading !== null) return this.#externalCall(fn, reading, op);
    const meaning = libraryCall(fn, op);
    if (meaning.kind !== 'plain' || !this.#callbacks.of(fn.name, op).some((id) => this.#reachesError[id] === 1))
      return meaning;
    return { kind: 'unsupported', construct: `call of ${fn.name}, which may call back`, jumps: true };
  }

  /**
   * Gives the meaning of a call of an external function under its reading. A call of the hidden function
   * follows with the callbacks, unless the call has no meaning.
   */
  #externalCall(
    fn: AutomatonFunction,
    reading: ExternalReading,
    { callee }: Operation & { kind: 'call' },
  ): CallMeaning {
    const unsupported: CallMeaning = { kind: 'unsupported', construct: externalConstruct(fn.name), jumps: true };
    if (reading === 'stop') return unsupported;
    if (!fn.noreturn) return { kind: 'plain' };
    if (!mayChange(reading)) return { kind: 'noreturn' };
    if (this.#callbacksReachError || (this.#foreseen.size > 0 && callee.kind === 'indirect')) return unsupported;
    return { kind: this.#foreseen.size > 0 ? 'plain' : 'noreturn' };
  }

  /** Returns the functions that a call may enter. */
  targets(edge: Edge, op: Operation & { kind: 'call' }): readonly number[] {
    if (op.callee.kind === 'direct') return [op.callee.function];
    const named = namedFunction(op.callee.pointer);
    if (named === null) return this.candidates(edge, op);
    return isCompatibleCall(this.program.functions[named]!, op) ? [named] : [];
  }

  /** Returns the functions that an indirect call may reach, by the pointer analysis. */
  candidates(edge: Edge, op: Operation & { kind: 'call' }): readonly number[] {
    let list = this.#candidateLists.get(edge);
    if (list === undefined) {
      list = this.#flow.candidates(op);
      this.#candidateLists.set(edge, list);
    }
    return list;
  }

  canReachError(fn: AutomatonFunction): boolean {
    return this.#reachesError[fn.id] === 1;
  }

  /**
   * Whether the operation on the edge itself may reach the goal, before control is behind it. `fn`: the
   * function that has the edge.
   */
  isRoot(edge: Edge, fn: AutomatonFunction): boolean {
    return this.#cyclicEdges(fn)[edge.id] === 1 || this.#operationReaches(edge, fn);
  }

  /** Whether each edge of the function lies on a cycle of it, by edge id, if cycles are the goal. */
  #cyclicEdges(fn: AutomatonFunction): Uint8Array {
    if (this.goal === 'error') return NO_CYCLES;
    let cyclic = this.#cyclic.get(fn.id);
    if (cyclic === undefined) this.#cyclic.set(fn.id, (cyclic = edgesOnCycles(fn)));
    return cyclic;
  }

  #operationReaches(edge: Edge, fn: AutomatonFunction): boolean {
    const { op } = edge;
    if (this.mayFault(edge, fn)) return true;
    if (op.kind !== 'call') return mayJump(op);
    if (op.callee.kind === 'indirect') return true;
    const callee = this.program.functions[op.callee.function]!;
    const meaning = this.meaning(callee, op);
    switch (meaning.kind) {
      case 'error':
        return true;
      case 'inline':
        return this.canReachError(callee);
      case 'unsupported':
        return meaning.jumps;
      default:
        return this.mayReachGoalWithin(callee.id);
    }
  }

  /** Whether the operation may be a fault of memory that is an error. */
  mayFault(edge: Edge, fn: AutomatonFunction): boolean {
    const { program } = this;
    if (program.watched.length === 0) return false;
    const kinds = faultsOf(edge.op, program);
    if (kinds.length === 0) return false;
    const at = faultPlace(fn, edge);
    // A fault without a check is a gap for proofs.
    return kinds.some((kind) => endOfFault(program.faults, kind, at).kind !== 'masked');
  }

  /**
   * Whether the call of a function without a body may reach the goal. A callback that is not foreseen may
   * reach it, and a failing assumption is a cycle by some rules.
   */
  mayReachGoalWithin(id: number): boolean {
    if (this.#isAssumption(id)) return true;
    const reading = this.#readings[id];
    return this.#callbacksReachError && reading !== null && mayChange(reading);
  }

  /** Marks the functions that have a loop or that a call may enter again while they are active. */
  #markCycles(callers: readonly (readonly number[])[], mark: (id: number) => void): void {
    for (const fn of this.program.functions) {
      if (fn?.defined && this.#cyclicEdges(fn).includes(1)) mark(fn.id);
    }
    const components = stronglyConnected(callers);
    const members = new Int32Array(callers.length);
    for (const component of components) members[component]++;
    for (const [id, component] of components.entries()) {
      if (members[component] > 1 || callers[id].includes(id)) mark(id);
    }
  }

  #isAssumption(id: number): boolean {
    return this.goal === 'cycle' && this.program.functions[id]?.name === '__VERIFIER_assume';
  }

  #findReachingFunctions(): void {
    const { functions } = this.program;
    const reaches = this.#reachesError;
    const callers: number[][] = functions.map(() => []);
    const pending: number[] = [];
    /** Functions that call external functions. */
    const callingOut = new Set<number>();
    const mark = (id: number) => {
      if (reaches[id] === 1) return;
      reaches[id] = 1;
      pending.push(id);
    };
    for (const fn of functions) {
      if (fn === null) continue;
      if (this.#errors.has(fn.id)) mark(fn.id);
      for (const edge of fn.edges) {
        const { op } = edge;
        if (mayJump(op) || this.mayFault(edge, fn)) mark(fn.id);
        if (op.kind !== 'call') continue;
        if (op.callee.kind === 'indirect') {
          mark(fn.id);
          continue;
        }
        const callee = functions[op.callee.function]!;
        const meaning = this.meaning(callee, op);
        if (meaning.kind === 'error' || (meaning.kind === 'unsupported' && meaning.jumps)) mark(fn.id);
        if (this.#isAssumption(callee.id)) mark(fn.id);
        if (meaning.kind === 'inline') callers[callee.id].push(fn.id);
        const reading = this.#readings[callee.id];
        if (reading !== null && reading !== 'pure') callingOut.add(fn.id);
        else if (meaning.kind === 'plain')
          for (const id of this.#callbacks.of(callee.name, op)) callers[id].push(fn.id);
      }
    }
    if (this.goal === 'cycle') this.#markCycles(callers, mark);
    const spread = (): void => {
      for (let id = pending.pop(); id !== undefined; id = pending.pop()) callers[id].forEach(mark);
    };
    spread();
    if (callingOut.size === 0) return;
    this.#callbacksReachError = [...this.#flow.addressTaken].some((id) => reaches[id] === 1 && !this.#foreseen.has(id));
    if (this.#callbacksReachError) callingOut.forEach(mark);
    spread();
  }
}

const NO_CYCLES = new Uint8Array(0);

/** Whether each edge of the function lies on a cycle, by edge id: 1 or 0. */
function edgesOnCycles(fn: AutomatonFunction): Uint8Array {
  const components = stronglyConnected(successorsOf(fn));
  return Uint8Array.from(fn.edges, ({ from, to }) => (components[from] === components[to] ? 1 : 0));
}

/** Returns the function whose address the pointer is, with or without casts; null for other pointers. */
export function namedFunction(pointer: Expr): number | null {
  let inner = pointer;
  while (inner.kind === 'convert' && inner.type.kind === 'pointer') inner = inner.operand;
  return inner.kind === 'function-address' ? inner.function : null;
}
