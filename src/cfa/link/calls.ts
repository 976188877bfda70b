import type { AutomatonFunction, Edge, Expr, Operation, Program } from '../automaton.ts';
import { Callbacks } from './callbacks.ts';
import { isCompatibleCall } from './compatible.ts';
import { libraryCall, mayJump } from './library.ts';
import { PointerFlow } from './pointer-flow.ts';

/** What becomes of a call of one function. */
export type CallMeaning =
  | { readonly kind: 'error' }
  | { readonly kind: 'inline'; readonly function: AutomatonFunction }
  | ReturnType<typeof libraryCall>;

/** The calls of a program: whom they reach, and which functions can reach the error. */
export class CallGraph {
  private readonly flow: PointerFlow;
  private readonly callbacks: Callbacks;
  private readonly candidateLists = new Map<Edge, readonly number[]>();
  /** By function id: 1 if it is the error function, or its body can reach a call of that or something that may call anything. */
  private readonly reachesError: Uint8Array;

  constructor(
    readonly program: Program,
    private readonly errorFunction: string,
  ) {
    this.flow = new PointerFlow(program);
    this.callbacks = new Callbacks(this.flow);
    this.reachesError = new Uint8Array(program.functions.length);
    this.findReachingFunctions();
  }

  /** The function that is called when `fn` is called. */
  meaning(fn: AutomatonFunction, op: Operation & { kind: 'call' }): CallMeaning {
    if (fn.name === this.errorFunction) return { kind: 'error' };
    if (fn.defined) return { kind: 'inline', function: fn };
    const meaning = libraryCall(fn, op);
    if (meaning.kind !== 'plain' || !this.callbacks.of(fn.name, op).some((id) => this.reachesError[id] === 1)) return meaning;
    return { kind: 'unsupported', construct: `call of ${fn.name}, which may call back`, jumps: true };
  }

  /** Functions that a call may enter. */
  targets(edge: Edge, op: Operation & { kind: 'call' }): readonly number[] {
    if (op.callee.kind === 'direct') return [op.callee.function];
    const named = namedFunction(op.callee.pointer);
    if (named === null) return this.candidates(edge, op);
    return isCompatibleCall(this.program.functions[named]!, op) ? [named] : [];
  }

  /** Functions that an indirect call may reach, by the pointer analysis. */
  candidates(edge: Edge, op: Operation & { kind: 'call' }): readonly number[] {
    let list = this.candidateLists.get(edge);
    if (list === undefined) {
      list = this.flow.candidates(op);
      this.candidateLists.set(edge, list);
    }
    return list;
  }

  canReachError(fn: AutomatonFunction): boolean {
    return this.reachesError[fn.id] === 1;
  }

  /** Can the error be reached by what happens on the edge itself, before control is behind it? */
  isRoot(edge: Edge): boolean {
    const { op } = edge;
    if (op.kind !== 'call') return mayJump(op);
    if (op.callee.kind === 'indirect') return true;
    const fn = this.program.functions[op.callee.function]!;
    const meaning = this.meaning(fn, op);
    switch (meaning.kind) {
      case 'error':
        return true;
      case 'inline':
        return this.canReachError(fn);
      case 'unsupported':
        return meaning.jumps;
      default:
        return false;
    }
  }

  private findReachingFunctions(): void {
    const { functions } = this.program;
    const { reachesError: reaches } = this;
    const callers: number[][] = functions.map(() => []);
    const pending: number[] = [];
    const mark = (id: number) => {
      if (reaches[id] === 1) return;
      reaches[id] = 1;
      pending.push(id);
    };
    for (const fn of functions) {
      if (fn === null) continue;
      if (fn.name === this.errorFunction) mark(fn.id);
      for (const { op } of fn.edges) {
        if (mayJump(op)) mark(fn.id);
        if (op.kind !== 'call') continue;
        if (op.callee.kind === 'indirect') {
          mark(fn.id);
          continue;
        }
        const callee = functions[op.callee.function]!;
        const meaning = this.meaning(callee, op);
        if (meaning.kind === 'error' || (meaning.kind === 'unsupported' && meaning.jumps)) mark(fn.id);
        if (meaning.kind === 'inline') callers[callee.id]!.push(fn.id);
        if (meaning.kind === 'plain') for (const id of this.callbacks.of(callee.name, op)) callers[id]!.push(fn.id);
      }
    }
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) callers[id]!.forEach(mark);
  }
}

/** The function whose address the pointer is, cast or not. */
export function namedFunction(pointer: Expr): number | null {
  let inner = pointer;
  while (inner.kind === 'convert' && inner.type.kind === 'pointer') inner = inner.operand;
  return inner.kind === 'function-address' ? inner.function : null;
}
