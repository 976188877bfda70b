import type { Variable } from '../../../c/ast.ts';
import { ERRNO_ADDRESS, maySetErrno } from '../../../c/builtins/library/table.ts';
import { Layout } from '../../../c/types/layout.ts';
import { INT, valueType } from '../../../c/types/type-basics.ts';
import type { AutomatonFunction, Edge, Expr, Operation, Place, Program } from '../../cfa/automaton.ts';
import { intrinsic } from '../../cfa/beyond.ts';
import { ERRNO, ERRNO_VARIABLE, errnoAfter } from '../../cfa/errno.ts';
import { firstFreeVariable } from '../../cfa/free-variable.ts';
import * as make from '../../cfa/make.ts';
import { rewriteOperation } from '../../cfa/rewrite.ts';
import { targetOf, walkExpr, walkOperation } from '../../cfa/walk.ts';

/** Uses of the address of `errno` in a function. */
interface Uses {
  /** Ids of temporary variables that hold the address. */
  readonly temporaries: ReadonlySet<number>;
  /** Locations before reads of `errno`. */
  readonly reads: ReadonlySet<number>;
  /** Ids of edges that write to `errno`. */
  readonly writes: ReadonlySet<number>;
  /** Whether the address goes anywhere else than into temporary variables. */
  readonly kept: boolean;
}

/**
 * Gives `errno` an object: a hidden variable that is 0 at the start, one for each thread. Calls of
 * `__errno_location` become assignments of its address. An intrinsic behind each call that may set
 * `errno` says so. Programs that never ask for the address stay as they are. The time is linear.
 */
export function withErrno(program: Program): Program {
  const asked = new Set(
    program.functions.flatMap((fn) => (fn !== null && !fn.defined && isErrnoAddress(fn) ? [fn.id] : [])),
  );
  return asked.size === 0 ? program : new ErrorNumbers(program, asked).run();
}

function isErrnoAddress({ name, origin, type }: AutomatonFunction): boolean {
  return origin === 'library' && ERRNO_ADDRESS.has(name) && type.result.kind === 'pointer';
}

class ErrorNumbers {
  readonly #layout: Layout;
  readonly #variable: Variable;
  readonly #place: Place;
  /** Names of functions that set `errno` and whose address the program takes. */
  readonly #passed: readonly string[];
  #kept = false;

  constructor(
    private readonly program: Program,
    private readonly asked: ReadonlySet<number>,
  ) {
    this.#layout = new Layout(program);
    const { at } = program.functions.find((fn) => fn !== null && asked.has(fn.id))!;
    const hidden = { external: false, undefined: false, scope: null, threadLocal: true, initializer: null } as const;
    this.#variable = {
      id: firstFreeVariable(program),
      name: ERRNO_VARIABLE,
      type: INT,
      storage: 'static',
      at,
      ...hidden,
    };
    this.#place = make.variablePlace(this.#variable);
    this.#passed = this.#passedFunctions();
  }

  run(): Program {
    const uses = this.program.functions.map((fn) => (fn === null ? null : this.#usesIn(fn)));
    this.#kept = uses.some((each) => each?.kept === true);
    const functions = this.program.functions.map((fn, i) => (fn === null ? null : this.#replaced(fn, uses[i])));
    return { ...this.program, functions, globals: [...this.program.globals, this.#variable] };
  }

  #passedFunctions(): readonly string[] {
    const names = new Set<string>();
    const expr = (e: Expr): void => {
      const fn = e.kind === 'function-address' ? this.program.functions[e.function] : null;
      if (fn != null && this.#maySet(fn)) names.add(fn.name);
    };
    for (const fn of this.program.functions) {
      for (const { op } of fn?.edges ?? []) walkOperation(op, { expr }, true);
    }
    for (const values of this.program.initialValues.values()) {
      for (const { value } of values) if (value.kind !== 'bytes') walkExpr(value, { expr });
    }
    return [...names];
  }

  #maySet(fn: AutomatonFunction): boolean {
    if (fn.defined || fn.origin === 'verifier' || this.asked.has(fn.id)) return false;
    return fn.origin === 'external' || maySetErrno(fn.name);
  }

  /** Whether the operation asks for the address of `errno`. */
  #asks(op: Operation): op is Operation & { kind: 'call' } {
    return op.kind === 'call' && op.callee.kind === 'direct' && this.asked.has(op.callee.function);
  }

  #usesIn(fn: AutomatonFunction): Uses {
    const temporaries = new Set<number>();
    let kept = false;
    for (const { op } of fn.edges) {
      if (!this.#asks(op) || op.result === null) continue;
      if (isTemporary(op.result)) temporaries.add(op.result.variable.id);
      else kept = true;
    }
    const [reads, writes] = [new Set<number>(), new Set<number>()];
    for (const { id, from, op } of temporaries.size === 0 ? [] : fn.edges) {
      let [loads, direct] = [0, 0];
      const expr = (e: Expr): void => {
        if (e.kind !== 'load') return;
        if (isAddress(e.place, temporaries)) loads++;
        if (!isTarget(e.place, temporaries)) return;
        direct++;
        reads.add(from);
      };
      const place = (p: Place, taken: boolean): void => {
        if (taken && isAddress(p, temporaries)) kept = true;
      };
      walkOperation(op, { expr, place }, true);
      const target = targetOf(op);
      if (target !== null && isTarget(target, temporaries)) {
        direct++;
        writes.add(id);
      }
      if (loads !== direct) kept = true;
    }
    return { temporaries, reads, writes, kept };
  }

  /** Returns the name of the function that may have set `errno` when the operation has been executed. */
  #setBy(op: Operation): string | null {
    if (op.kind !== 'call') return null;
    if (op.callee.kind === 'indirect') return this.#passed.length === 0 ? null : this.#passed.join(' or ');
    const fn = this.program.functions[op.callee.function];
    return fn != null && this.#maySet(fn) ? fn.name : null;
  }

  #replaced(fn: AutomatonFunction, uses: Uses | null): AutomatonFunction {
    const edges = fn.edges.map((edge) => ({ ...edge, op: this.#operation(edge.op, uses) }));
    const outgoing = [...fn.outgoing];
    const push = (from: number, to: number, op: Operation, { at }: Edge): void => {
      outgoing[from] = [edges.length];
      edges.push({ id: edges.length, from, to, op, at });
    };
    for (const location of uses?.reads ?? []) {
      const moved = outgoing.length;
      outgoing.push(outgoing[location]);
      for (const id of outgoing[moved]) edges[id] = { ...edges[id], from: moved };
      push(location, moved, intrinsic(ERRNO.read, [make.load(this.#place)], this.#place), edges[outgoing[moved][0]]);
    }
    const kept = make.integer(INT, this.#kept ? 1n : 0n);
    for (const { id, op } of fn.edges) {
      const name = this.#setBy(op);
      const behind = [
        // The result of a call is stored when the function has set `errno`.
        ...(uses?.writes.has(id) === true
          ? [intrinsic(ERRNO.written, [make.load(this.#place)], this.#place)]
          : name === null
            ? []
            : [errnoAfter(name, make.load(this.#place), kept, this.#place)]),
      ];
      for (const each of behind) {
        const edge = edges[id];
        const from = outgoing.length;
        edges[id] = { ...edge, to: from };
        push(from, edge.to, each, edge);
      }
    }
    return { ...fn, edges, outgoing, locationCount: outgoing.length };
  }

  /** Returns the operation in terms of the variable. Where all temporaries are known, none is needed. */
  #operation(op: Operation, uses: Uses | null): Operation {
    if (!this.#asks(op)) {
      if (uses === null || uses.kept || uses.temporaries.size === 0) return op;
      const place = (p: Place): Place => (isTarget(p, uses.temporaries) ? this.#place : p);
      return rewriteOperation(op, { layout: this.#layout, place });
    }
    const { result } = op;
    if (result === null || uses?.kept === false) return { kind: 'skip' };
    const value = make.convert(this.#layout, valueType(result.type), make.addressOfPlace(this.#place));
    return { kind: 'assign', target: result, value };
  }
}

function isAddress(place: Place, temporaries: ReadonlySet<number>): boolean {
  return place.kind === 'variable' && temporaries.has(place.variable.id);
}

/** Whether the place is the object to which a temporary variable with the address leads. */
function isTarget(place: Place, temporaries: ReadonlySet<number>): boolean {
  return place.kind === 'dereference' && place.pointer.kind === 'load' && isAddress(place.pointer.place, temporaries);
}

function isTemporary(place: Place): place is Place & { kind: 'variable' } {
  return place.kind === 'variable' && place.variable.storage === 'automatic' && place.variable.name.startsWith('$');
}
