import type { AutomatonFunction, Callee, Edge, Expr, Operation, Place, Program } from '../cfa/automaton.ts';
import { ATOMIC_BLOCK } from '../cfa/beyond.ts';
import { END_OF_LIFE } from '../cfa/constructs.ts';
import { walkOperation } from '../cfa/walk.ts';
import { isAtomicFunction, isThreadFunction, type ThreadRole, threadRole } from './functions.ts';
import type { ThreadModel } from './model.ts';

/** Facts about the functions of a program with threads, before it is unfolded. */
export interface FunctionFacts {
  /** Functions that synchronise threads, or call one that does. */
  readonly synchronising: ReadonlySet<number>;
  /** Functions that synchronise threads or use memory that threads may share, or call one that does. */
  readonly sharing: ReadonlySet<number>;
  /** Functions that start threads, or call one that does. */
  readonly creating: ReadonlySet<number>;
  /** Functions whose address the program takes. */
  readonly addressed: readonly AutomatonFunction[];
}

/** Whether an intrinsic begins or ends an atomic block. */
export function isBlockMark(name: string): boolean {
  return name === ATOMIC_BLOCK.begin || name === ATOMIC_BLOCK.end;
}

/** The call of an edge without the place of its result. */
export function callOf({ op }: Edge): Operation {
  return op.kind === 'call' ? { ...op, result: null } : op;
}

/** Returns the role of a called function without a body. */
export function roleOf(fn: AutomatonFunction, model: ThreadModel): ThreadRole | 'unknown' | null {
  if (fn.defined) return null;
  const role = threadRole(fn.name, new Set(model.functions.keys()));
  return role ?? (isThreadFunction(fn.name) ? 'unknown' : null);
}

/** The function that a pointer names; null if the expression does not show it. */
export function namedBy(pointer: Expr): number | null {
  let inner = pointer;
  while (inner.kind === 'convert') inner = inner.operand;
  return inner.kind === 'function-address' ? inner.function : null;
}

/** The function that a call goes to; null if only the run decides it. */
export function calledBy(callee: Callee): number | null {
  return callee.kind === 'direct' ? callee.function : namedBy(callee.pointer);
}

/** The model of what a thread does with its keys at its end. */
export const DESTRUCTORS = '__endOfKeys';
const CALLS_BACK: ReadonlySet<string> = new Set(['pthread_once', 'call_once']);

/** Whether a model calls a function that it is given. */
function callsBack(fn: AutomatonFunction | null | undefined, model: ThreadModel): boolean {
  return fn !== null && fn !== undefined && CALLS_BACK.has(fn.name) && roleOf(fn, model) === 'model';
}

/** Computes the facts, in time linear in the program and its calls. */
export function functionFacts(program: Program, model: ThreadModel): FunctionFacts {
  const synchronising = new Set<number>();
  const sharing = new Set<number>();
  const creating = new Set<number>();
  const callers = new Map<number, Set<number>>();
  const named = new Set<number>();
  const indirect: number[] = [];
  for (const fn of program.functions) {
    if (fn === null) continue;
    if (roleOf(fn, model) !== null || (fn.defined && isAtomicFunction(fn.name))) synchronising.add(fn.id);
    if (roleOf(fn, model) === 'create') creating.add(fn.id);
    for (const { op } of fn.edges) {
      walkOperation(
        op,
        {
          expr(e) {
            if (e.kind === 'function-address') named.add(e.function);
          },
          place(place, addressed) {
            if (!addressed && mayShare(place)) sharing.add(fn.id);
          },
        },
        true,
      );
      if (op.kind === 'intrinsic' && isBlockMark(op.name)) synchronising.add(fn.id);
      // Intrinsics work on places of their own.
      if (op.kind === 'intrinsic' && op.places.length > 0 && op.name !== END_OF_LIFE) sharing.add(fn.id);
      if (op.kind !== 'call') continue;
      const called = calledBy(op.callee);
      if (called === null || callsBack(program.functions[called], model)) indirect.push(fn.id);
      if (called !== null) callers.set(called, (callers.get(called) ?? new Set()).add(fn.id));
    }
  }
  for (const values of program.initialValues.values()) {
    for (const { value } of values) if (value.kind !== 'bytes') seeNames(value, named);
  }
  const addressed = program.functions.filter((fn): fn is AutomatonFunction => fn !== null && named.has(fn.id));
  // Each thread may call the destructors of keys when it ends.
  const ends = model.functions.has(DESTRUCTORS) ? program.functions.flatMap((fn) => fn?.id ?? []) : [];
  for (const { id } of addressed) {
    const set = callers.get(id) ?? new Set();
    for (const caller of indirect) set.add(caller);
    callers.set(id, set);
  }
  spread(synchronising, callers);
  for (const id of synchronising) sharing.add(id);
  spread(sharing, callers);
  for (const { id } of addressed) callers.set(id, new Set([...(callers.get(id) ?? []), ...ends]));
  spread(creating, callers);
  return { creating, synchronising, sharing, addressed };
}

function seeNames(value: Expr, named: Set<number>): void {
  walkOperation(
    { kind: 'return', value },
    { expr: (e) => void (e.kind === 'function-address' && named.add(e.function)) },
    true,
  );
}

/** Whether the place may belong to an object that another thread can reach. */
function mayShare(place: Place): boolean {
  if (place.kind === 'dereference') return true;
  return place.kind === 'variable' && place.variable.storage === 'static';
}

/** Adds all callers of the members. */
function spread(members: Set<number>, callers: ReadonlyMap<number, ReadonlySet<number>>): void {
  // The set grows during the loop.
  for (const id of members) for (const caller of callers.get(id) ?? []) members.add(caller);
}
