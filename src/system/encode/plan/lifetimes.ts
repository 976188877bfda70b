import type { Variable } from '../../../c/ast.ts';
import { lengthVariables } from '../../../c/types/length-variables.ts';
import type { CType } from '../../../c/types/types.ts';
import { reachableFrom, successorsOf } from '../../../program/cfa/analysis/graph.ts';
import type { AutomatonFunction, Edge, Expr, Operation, Place } from '../../../program/cfa/automaton.ts';
import { walkOperation } from '../../../program/cfa/walk.ts';

/**
 * Determines where automatic variables are dead. The encoder removes their cells from the state there,
 * so that joins do not merge values that no later code reads. It covers only variables whose address
 * is not taken.
 */
export class Lifetimes {
  readonly #functions = new Map<AutomatonFunction, readonly (readonly number[])[]>();
  readonly #kept = new Map<AutomatonFunction, ReadonlyMap<number, readonly Variable[]>>();

  /** Returns the variables of an activation that it may still need after the call. */
  acrossCall(fn: AutomatonFunction, call: Edge): readonly Variable[] {
    let kept = this.#kept.get(fn);
    if (kept === undefined) {
      kept = keptAcross(fn);
      this.#kept.set(fn, kept);
    }
    return kept.get(call.id) ?? [];
  }

  /** Returns ids of the variables that die on the edge: live or assigned before it, not read after it. */
  endingOn(fn: AutomatonFunction, edge: Edge): readonly number[] {
    let ends = this.#functions.get(fn);
    if (ends === undefined) {
      ends = endings(fn);
      this.#functions.set(fn, ends);
    }
    return ends[edge.id] ?? [];
  }
}

/** Limit of the bits of analysis state. Beyond it a function's variables are all kept. */
const MAX_BITS = 2 ** 31;

/**
 * Returns the ids of the variables that decide where an operation ends a string by a zero. Proofs that a
 * scan stays within the string need them behind their last use.
 */
function endsOfStrings(op: Operation): readonly number[] {
  if (op.kind !== 'assign' || op.target.kind === 'variable' || op.target.type.kind !== 'integer') return [];
  if (!CHARACTERS.has(op.target.type.name) || op.value.kind !== 'integer' || op.value.value !== 0n) return [];
  const found: number[] = [];
  const place = (met: Place): void => {
    if (met.kind === 'variable' && met.type.kind === 'integer') found.push(met.variable.id);
  };
  walkOperation(op, { place }, false);
  return found;
}

const CHARACTERS: ReadonlySet<string> = new Set(['char', 'schar', 'uchar']);

interface Liveness {
  readonly effects: readonly Effect[];
  /** Ids of the variables that the analysis tracks: those whose address is not taken. */
  readonly followed: readonly number[];
  /**
   * Words of 32 bits for each location, with a bit for each tracked variable that is live there. Null
   * for functions that are too large.
   */
  readonly live: Uint32Array | null;
}

function liveness(fn: AutomatonFunction): Liveness {
  const effects = fn.edges.map(effectOf);
  const taken = new Set<number>();
  for (const effect of effects) for (const id of effect.taken) taken.add(id);
  for (const { op } of fn.edges) for (const id of endsOfStrings(op)) taken.add(id);
  // Lengths are read at each access to an object of the type, and at each step over one.
  for (const { type } of [...fn.parameters, ...fn.locals]) for (const id of lengthVariables(type)) taken.add(id);
  const followed = [...fn.parameters, ...fn.locals]
    .filter((v) => v.storage === 'automatic' && !taken.has(v.id))
    .map((v) => v.id);
  const words = (followed.length + 31) >> 5;
  if (words * 32 * fn.locationCount > MAX_BITS) return { effects, followed: [], live: null };
  const bitOf = new Map(followed.map((id, i) => [id, i]));
  const live = new Uint32Array(words * fn.locationCount);
  const incoming: number[][] = Array.from({ length: fn.locationCount }, () => []);
  for (const edge of fn.edges) incoming[edge.to].push(edge.id);
  const set = (bits: Uint32Array, at: number, id: number): void => {
    const bit = bitOf.get(id);
    if (bit !== undefined) bits[at + (bit >> 5)] |= 1 << (bit & 31);
  };
  const before = new Uint32Array(words);
  const liveBefore = (edge: Edge): void => {
    before.set(live.subarray(words * edge.to, words * (edge.to + 1)));
    const { defined, used } = effects[edge.id];
    const bit = defined === null ? undefined : bitOf.get(defined);
    if (bit !== undefined) before[bit >> 5] &= ~(1 << (bit & 31));
    for (const id of used) set(before, 0, id);
  };
  // The analysis runs backwards from all edges, the last first. Locations are numbered about in the
  // order of the program.
  const todo = fn.edges.map((edge) => edge.id);
  const queued = new Uint8Array(fn.edges.length).fill(1);
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    queued[id] = 0;
    const edge = fn.edges[id];
    liveBefore(edge);
    let changed = false;
    const at = words * edge.from;
    for (let w = 0; w < words; w++) {
      const merged = live[at + w] | before[w];
      if (merged >>> 0 !== live[at + w]) {
        live[at + w] = merged;
        changed = true;
      }
    }
    if (!changed) continue;
    for (const previous of incoming[edge.from]) {
      if (queued[previous] === 1) continue;
      queued[previous] = 1;
      todo.push(previous);
    }
  }
  return { effects, followed, live };
}

function endings(fn: AutomatonFunction): (readonly number[])[] {
  const { effects, followed, live } = liveness(fn);
  if (live === null) return [];
  const bitOf = new Map(followed.map((id, i) => [id, i]));
  const words = (followed.length + 31) >> 5;
  return fn.edges.map((edge) => {
    const ending: number[] = [];
    const { defined } = effects[edge.id];
    for (let w = 0; w < words; w++) {
      let bits = live[words * edge.from + w] & ~live[words * edge.to + w];
      for (; bits !== 0; bits &= bits - 1) ending.push(followed[32 * w + (31 - Math.clz32(bits & -bits))]);
    }
    const bit = defined === null ? undefined : bitOf.get(defined);
    if (bit !== undefined && (live[words * edge.to + (bit >> 5)] & (1 << (bit & 31))) === 0) ending.push(defined!);
    return ending;
  });
}

/**
 * Returns the variables needed after each call, by call edge. A variable that is not tracked counts as
 * needed once it may have been declared.
 */
function keptAcross(fn: AutomatonFunction): ReadonlyMap<number, readonly Variable[]> {
  const { effects, followed, live } = liveness(fn);
  const words = (followed.length + 31) >> 5;
  const bitOf = new Map(followed.map((id, i) => [id, i]));
  const own = [...fn.parameters, ...fn.locals].filter((v) => v.storage === 'automatic');
  const parameters = new Set(fn.parameters);
  const declared = new Map<Variable, Uint8Array>();
  const mayBeDeclared = (variable: Variable, location: number): boolean => {
    if (parameters.has(variable)) return true;
    let reached = declared.get(variable);
    if (reached === undefined) {
      reached = locationsBehind(fn, effects, variable.id);
      declared.set(variable, reached);
    }
    return reached[location] === 1;
  };
  const found = new Map<number, readonly Variable[]>();
  for (const { id, op, from, to } of fn.edges) {
    if (op.kind !== 'call') continue;
    const result = effects[id].defined;
    const needed = (variable: Variable): boolean => {
      const bit = bitOf.get(variable.id);
      if (bit === undefined || live === null) return mayBeDeclared(variable, from);
      return variable.id !== result && (live[words * to + (bit >> 5)] & (1 << (bit & 31))) !== 0;
    };
    found.set(id, own.filter(needed));
  }
  return found;
}

/** Returns the locations that may be reached after an assignment to, or a declaration of, the variable. */
function locationsBehind(fn: AutomatonFunction, effects: readonly Effect[], variable: number): Uint8Array {
  const starts = fn.edges.filter(({ id }) => effects[id].defined === variable || effects[id].used.includes(variable));
  return reachableFrom(
    successorsOf(fn),
    starts.map(({ to }) => to),
  );
}

interface Effect {
  readonly used: readonly number[];
  /** The variable that is assigned as a whole; null if there is none. */
  readonly defined: number | null;
  readonly taken: readonly number[];
}

function effectOf(edge: Edge): Effect {
  const walker = new Walker();
  const defined = walker.operation(edge.op);
  return { used: walker.used, defined, taken: walker.taken };
}

/** Collects the variables of an operation. */
class Walker {
  readonly used: number[] = [];
  readonly taken: number[] = [];
  readonly #todo: Expr[] = [];

  operation(op: Operation): number | null {
    let defined: number | null = null;
    const target = (place: Place): void => {
      if (place.kind === 'variable') defined = place.variable.id;
      else this.#place(place, false);
    };
    switch (op.kind) {
      case 'assume':
        this.#todo.push(op.condition);
        break;
      case 'case':
      case 'default':
        this.#todo.push(op.value);
        break;
      case 'assign':
        target(op.target);
        this.#todo.push(op.value);
        break;
      case 'declare':
        defined = op.variable.id;
        break;
      case 'zero':
      case 'set-string':
        target(op.target);
        break;
      case 'call':
        this.#todo.push(...op.arguments);
        if (op.callee.kind === 'indirect') this.#todo.push(op.callee.pointer);
        if (op.result !== null) target(op.result);
        break;
      case 'return':
        if (op.value !== null) this.#todo.push(op.value);
        break;
      case 'intrinsic':
        this.#todo.push(...op.arguments);
        for (const place of op.places) this.#place(place, false);
        if (op.result !== null) target(op.result);
        break;
      case 'skip':
      case 'unsupported':
      case 'choose':
        break;
    }
    for (let next = this.#todo.pop(); next !== undefined; next = this.#todo.pop()) this.#expr(next);
    return defined;
  }

  #expr(e: Expr): void {
    const todo = this.#todo;
    switch (e.kind) {
      case 'load':
        this.#place(e.place, false);
        return;
      case 'address':
        this.#place(e.place, true);
        return;
      case 'negate':
      case 'complement':
      case 'not':
      case 'convert':
      case 'complex-part':
        todo.push(e.operand);
        return;
      case 'pointer-difference':
        this.#lengths(e.left.type);
        todo.push(e.left, e.right);
        return;
      case 'binary':
      case 'compare':
        todo.push(e.left, e.right);
        return;
      case 'pointer-add':
        this.#lengths(e.type);
        todo.push(e.pointer, e.index);
        return;
      case 'conditional':
        todo.push(e.condition, e.then, e.otherwise);
        return;
      case 'complex':
        todo.push(e.real, e.imaginary);
        return;
      case 'size-of':
        this.#lengths(e.of);
        return;
      case 'integer':
      case 'float':
      case 'function-address':
      case 'label-address':
        return;
    }
  }

  #lengths(type: CType): void {
    this.taken.push(...lengthVariables(type));
  }

  #place(place: Place, address: boolean): void {
    let inner = place;
    for (;;) {
      if (inner.kind === 'variable') {
        this.used.push(inner.variable.id);
        if (address) this.taken.push(inner.variable.id);
        return;
      }
      if (inner.kind === 'dereference') {
        this.#todo.push(inner.pointer);
        return;
      }
      if (inner.kind === 'element') {
        this.#lengths(inner.base.type);
        this.#todo.push(inner.index);
      }
      inner = inner.base;
    }
  }
}
