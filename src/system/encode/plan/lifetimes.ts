import type { Variable } from '../../../c/ast.ts';
import { lengthVariables } from '../../../c/types/length-variables.ts';
import { reachableFrom, successorsOf } from '../../../program/cfa/analysis/graph.ts';
import {
  type LiveVariables,
  liveVariables,
  type VariableUse,
  variableUse,
} from '../../../program/cfa/analysis/live-variables.ts';
import type { AutomatonFunction, Edge, Operation, Place } from '../../../program/cfa/automaton.ts';
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
  readonly uses: readonly VariableUse[];
  /** Follows those whose address is not taken; null for functions that are too large. */
  readonly live: LiveVariables | null;
}

function liveness(fn: AutomatonFunction): Liveness {
  const uses = fn.edges.map(({ op }) => variableUse(op));
  const taken = new Set<number>(uses.flatMap((use) => use.taken));
  for (const { op } of fn.edges) for (const id of endsOfStrings(op)) taken.add(id);
  // Lengths are read at each access to an object of the type, and at each step over one.
  for (const { type } of [...fn.parameters, ...fn.locals]) for (const id of lengthVariables(type)) taken.add(id);
  const followed = automatic(fn).filter(({ id }) => !taken.has(id));
  const ids = followed.map(({ id }) => id);
  return { uses, live: liveVariables(fn, ids, uses) };
}

function automatic({ parameters, locals }: AutomatonFunction): readonly Variable[] {
  return [...parameters, ...locals].filter(({ storage }) => storage === 'automatic');
}

function endings(fn: AutomatonFunction): (readonly number[])[] {
  const { uses, live } = liveness(fn);
  if (live === null) return [];
  return fn.edges.map(({ id, from, to }) => {
    const { defined } = uses[id];
    const ending = live.liveAt(from, to);
    const isUnread = defined !== null && live.isFollowed(defined) && !live.isLive(to, defined);
    return isUnread ? [...ending, defined] : ending;
  });
}

/**
 * Returns the variables needed after each call, by call edge. A variable that is not tracked counts as
 * needed once it may have been declared.
 */
function keptAcross(fn: AutomatonFunction): ReadonlyMap<number, readonly Variable[]> {
  const { uses, live } = liveness(fn);
  const own = automatic(fn);
  const parameters = new Set(fn.parameters);
  const declared = new Map<Variable, Uint8Array>();
  const mayBeDeclared = (variable: Variable, location: number): boolean => {
    if (parameters.has(variable)) return true;
    let reached = declared.get(variable);
    if (reached === undefined) {
      reached = locationsBehind(fn, uses, variable.id);
      declared.set(variable, reached);
    }
    return reached[location] === 1;
  };
  const found = new Map<number, readonly Variable[]>();
  for (const { id, op, from, to } of fn.edges) {
    if (op.kind !== 'call') continue;
    const result = uses[id].defined;
    const needed = (variable: Variable): boolean =>
      live?.isFollowed(variable.id)
        ? variable.id !== result && live.isLive(to, variable.id)
        : mayBeDeclared(variable, from);
    found.set(id, own.filter(needed));
  }
  return found;
}

/** Returns the locations that may be reached after an assignment to, or a declaration of, the variable. */
function locationsBehind(fn: AutomatonFunction, uses: readonly VariableUse[], variable: number): Uint8Array {
  const starts = fn.edges.filter(({ id }) => uses[id].defined === variable || uses[id].reads.includes(variable));
  return reachableFrom(
    successorsOf(fn),
    starts.map(({ to }) => to),
  );
}
