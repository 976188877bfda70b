import { liveVariables } from '../../program/cfa/analysis/live-variables.ts';
import type { AutomatonFunction, Edge, Expr, Operation } from '../../program/cfa/automaton.ts';
import type { Calls } from '../calls.ts';
import type { CompiledFunction } from '../code.ts';
import { compatible } from '../convention.ts';
import { compileContext } from '../expressions.ts';
import type { Runtime } from '../runtime.ts';
import type { Caller, Scope } from './code-writer.ts';

/** The locations of a loop and of its inlined calls, and the locations where control leaves it. */
export interface Graph {
  readonly nodes: readonly Node[];
  /** Scopes, that of the running activation first. */
  readonly scopes: readonly Scope[];
}

/** A location within one scope, and the action there. */
export interface Node {
  readonly scope: Scope;
  readonly location: number;
  readonly action: Action;
  /** Successors, in the order of the action's branches. */
  readonly successors: readonly number[];
}

/** The action at a location. */
type Action =
  /** Control returns to the interpreter, before the location's step. */
  | { readonly kind: 'leave' }
  | { readonly kind: 'operation'; readonly edge: Edge }
  | { readonly kind: 'branch'; readonly edge: Edge; readonly condition: Expr }
  | { readonly kind: 'switch'; readonly edges: readonly Edge[] }
  | { readonly kind: 'enter'; readonly edge: Edge; readonly arguments: readonly Expr[]; readonly scope: Scope }
  /** `edge`: null where control falls off the end of the function. */
  | { readonly kind: 'return'; readonly edge: Edge | null; readonly caller: Caller };

const MOST_NODES = 600;
/** Limit of nested inlined calls. */
const MOST_DEPTH = 4;
const MOST_EDGES = 80;

type Call = Operation & { readonly kind: 'call' };

/**
 * Returns the graph of a loop of a function: its `body`, and the small functions called there that
 * need no memory of their own. Null if it is too large.
 */
export function graphOf(
  runtime: Runtime,
  calls: Calls,
  code: CompiledFunction,
  header: number,
  body: ReadonlySet<number>,
): Graph | null {
  const graph = new GraphBuilder(runtime, calls, code, body);
  return graph.build(header);
}

class GraphBuilder {
  readonly #nodes: { scope: Scope; location: number; action: Action; successors: number[] }[] = [];
  readonly #ids = new Map<string, number>();
  readonly #scopes: Scope[] = [];
  readonly #root: Scope;

  constructor(
    private readonly runtime: Runtime,
    private readonly calls: Calls,
    code: CompiledFunction,
    private readonly body: ReadonlySet<number>,
  ) {
    this.#root = this.#scope(code, null);
  }

  build(header: number): Graph | null {
    this.#node(this.#root, header);
    for (let id = 0; id < this.#nodes.length; id++) {
      if (this.#nodes.length > MOST_NODES) return null;
      this.#expand(this.#nodes[id]);
    }
    return { nodes: this.#nodes, scopes: this.#scopes };
  }

  #scope(code: CompiledFunction, caller: Caller | null): Scope {
    const number = this.#scopes.length;
    const context = compileContext(this.runtime, code.frame);
    const scope = { number, fn: code.function, code, context, frame: number === 0 ? 'f' : `f${number}`, caller };
    this.#scopes.push(scope);
    return scope;
  }

  #node(scope: Scope, location: number): number {
    const key = `${scope.number} ${location}`;
    let id = this.#ids.get(key);
    if (id === undefined) {
      id = this.#nodes.length;
      this.#ids.set(key, id);
      this.#nodes.push({ scope, location, action: { kind: 'leave' }, successors: [] });
    }
    return id;
  }

  #expand(node: { scope: Scope; location: number; action: Action; successors: number[] }): void {
    const { scope, location } = node;
    const { fn, caller } = scope;
    if (caller === null && !this.body.has(location)) return;
    const edges = fn.outgoing[location].map((id) => fn.edges[id]);
    const [edge] = edges;
    if (location === fn.exit || edge === undefined) {
      if (location === fn.exit && caller !== null) this.#return(node, null, caller);
      return;
    }
    const { op } = edge;
    switch (op.kind) {
      case 'assume': {
        const [, other] = edges;
        if (
          edges.length !== 2 ||
          other.op.kind !== 'assume' ||
          other.op.condition !== op.condition ||
          other.op.truth === op.truth
        )
          return;
        const [yes, no] = op.truth ? [edge, other] : [other, edge];
        node.action = { kind: 'branch', edge, condition: op.condition };
        node.successors = [this.#node(scope, yes.to), this.#node(scope, no.to)];
        return;
      }
      case 'case':
      case 'default':
        node.action = { kind: 'switch', edges };
        node.successors = edges.map(({ to }) => this.#node(scope, to));
        return;
      case 'return':
        if (caller !== null) this.#return(node, edge, caller);
        return;
      case 'call': {
        const inner = this.#called(scope, edge, op);
        if (inner !== null) {
          node.action = { kind: 'enter', edge, arguments: op.arguments, scope: inner };
          node.successors = [this.#node(inner, inner.fn.entry)];
          return;
        }
        const fn = op.callee.kind === 'direct' ? this.runtime.program.functions[op.callee.function] : null;
        if (fn == null || !this.calls.returnsAtOnce(fn)) return;
        break;
      }
      case 'skip':
      case 'assign':
      case 'declare':
      case 'zero':
      case 'set-string':
      case 'intrinsic':
        break;
      case 'choose':
      case 'unsupported':
        return;
    }
    node.action = { kind: 'operation', edge };
    node.successors = [this.#node(scope, edge.to)];
  }

  #return(node: { action: Action; successors: number[] }, edge: Edge | null, caller: Caller): void {
    node.action = { kind: 'return', edge, caller };
    node.successors = [this.#node(caller.scope, caller.edge.to)];
  }

  /** Returns the scope of a call that is inlined; null for calls that the interpreter makes. */
  #called(scope: Scope, edge: Edge, op: Call): Scope | null {
    const { runtime } = this;
    if (op.callee.kind !== 'direct' || this.#nodes.length > MOST_NODES / 2) return null;
    const fn = runtime.program.functions[op.callee.function];
    if (fn == null || !fn.defined || runtime.isError(fn) || fn.type.variadic) return null;
    if (fn.edges.length > MOST_EDGES || op.arguments.length !== fn.parameters.length || isWithin(scope, fn))
      return null;
    const code = this.calls.codeOf(fn);
    if (code === null || code.memorySize > 0 || code.frame.arrays.size > 0 || !beginsClean(code)) return null;
    const { pointerSize } = runtime;
    const fits = fn.parameters.every(({ type }, index) => {
      const adapt = compatible(runtime.represent(op.arguments[index].type), runtime.represent(type), pointerSize);
      return code.frame.slots.has(fn.parameters[index].id) && adapt !== 'different';
    });
    const { result } = fn.type;
    const keeps =
      op.result === null ||
      (result.kind !== 'void' &&
        compatible(runtime.represent(result), runtime.represent(op.result.type), pointerSize) === 'same');
    return fits && keeps ? this.#scope(code, { scope, edge, op }) : null;
  }
}

/** Whether the function is already being called, or calls are nested too deep. */
function isWithin(scope: Scope, fn: AutomatonFunction): boolean {
  let depth = 1;
  for (let at: Scope | null = scope; at !== null; at = at.caller?.scope ?? null, depth++) if (at.fn === fn) return true;
  return depth > MOST_DEPTH + 1;
}

/** Whether no variable is read before it has a value, and none asks for one. */
function beginsClean({ function: fn, frame, declarations }: CompiledFunction): boolean {
  if (declarations.seen.size > 0) return false;
  const parameters = new Set(fn.parameters.map(({ id }) => id));
  const locals = [...frame.slots.keys()].filter((id) => !parameters.has(id));
  return liveVariables(fn, locals)?.liveAt(fn.entry).length === 0;
}
