import type { TranslationUnit, Variable } from '../../c/ast.ts';
import { Layout } from '../../c/types/layout.ts';
import { stronglyConnected } from '../cfa/analysis/graph.ts';
import type { AutomatonFunction, Edge, Operation, Program, StaticValue, WovenThreads } from '../cfa/automaton.ts';
import {
  type CheckKind,
  checkFunction,
  checkOf,
  isFaultKind,
  isLeakKind,
  UNDEFINED_KINDS,
} from '../cfa/checks/kinds.ts';
import { errorFunctionIds } from '../cfa/error-functions.ts';
import { firstFreeVariable } from '../cfa/free-variable.ts';
import { calledBy, functionFacts, isBlockMark } from './calls.ts';
import { isThreadFunction } from './functions.ts';
import { keepsLeaks, withStaticHolders } from './leaks.ts';
import { keepsMemoryChecks, MEMORY_CHECKS, makesNoBlocks, withoutBlockQuestions } from './memory-checks.ts';
import { type ThreadModel, threadModel } from './model.ts';
import { Objects } from './objects.ts';
import { choosersOf } from './scheduler.ts';
import { unfold } from './unfold.ts';
import { THREAD_LIMITS, type ThreadLimits, type Unfolding } from './unfolding.ts';
import { Visibility } from './visible.ts';
import { weave } from './weave.ts';

/**
 * Turns a program that starts threads into one of a single thread whose inputs schedule them. Other
 * programs stay as they are. All executions are sequentially consistent.
 */
export function withThreads(
  program: Program,
  errorFunctions: readonly string[],
  { limits = THREAD_LIMITS, strict = false }: WeavingOptions = {},
): { readonly program: Program; readonly isWoven: boolean } {
  const woven = wovenAsAsked(program, errorFunctions, limits, strict);
  if (typeof woven !== 'string') return { program: withoutBlocks(woven ?? program), isWoven: woven !== null };
  return { program: withoutBlocks(withoutStarts(program, woven)), isWoven: false };
}

/** The program in which the start of a thread is unsupported: what the thread does is not seen here. */
function withoutStarts(program: Program, construct: string): Program {
  const starters = functionsOf(program, STARTERS);
  const instead = (edge: Edge): Edge =>
    isCallOf(edge.op, starters) ? { ...edge, op: { kind: 'unsupported', construct, unread: true } } : edge;
  const functions = program.functions.map((fn) => (fn === null ? null : { ...fn, edges: fn.edges.map(instead) }));
  return { ...program, functions };
}

/** `strict`: whether calls that POSIX leaves undefined have no meaning; default false. */
export interface WeavingOptions {
  readonly limits?: ThreadLimits;
  readonly strict?: boolean;
}

/**
 * The program of a single thread; null where there is nothing to weave. Where weaving would not keep its meaning: null,
 * so that the start of a thread stays unsupported, or the construct that is.
 */
function wovenAsAsked(
  program: Program,
  errorFunctions: readonly string[],
  limits: ThreadLimits,
  strict: boolean,
): Program | string | null {
  const main = program.main === null ? null : program.functions[program.main];
  if (main === null || main === undefined) return null;
  const blocks = asksDeadlocks(program, errorFunctions);
  const kinds = errorFunctions.flatMap((name) => checkOf(name) ?? []);
  const waits = mayWait(program);
  // Most programs have no function of threads, and need no models.
  const keys = waits ? keysOf(program) : 0;
  if (!startsThreads(program) && !(blocks && waits)) {
    // Checks of memory know more about a program of one thread as it is.
    const isPlain = !waits || !synchronises(program, keys) || kinds.some((kind) => MEMORY_CHECKS.includes(kind));
    if (isPlain || (!blocks && recursWithLocks(program, keys))) return null;
  }
  if (!keepsMeaning(program, errorFunctions) || program.startup.jump !== null) return null;
  const races = kinds.includes('data-race');
  const model = threadModel(program.dataModel, blocks ? 'signalled' : 'any', keys, { races, strict });
  const weaving: Weaving = { model, blocks, errorFunctions, limits };
  if (kinds.some((kind) => MEMORY_CHECKS.includes(kind))) {
    if (!keepsMemoryChecks(program))
      return 'a check of memory in a program with threads that allocates memory on the stack';
    if (kinds.some(isLeakKind)) {
      if (makesNoBlocks(program)) return woven(withoutBlockQuestions(program), weaving);
      return (
        woven(withStaticHolders(program), weaving, keepsLeaks) ??
        'a check of leaks in a program whose threads allocate, release or wait for each other'
      );
    }
  }
  return woven(program, weaving);
}

interface Weaving {
  readonly model: ThreadModel;
  /** Whether runs in which all threads wait for ever are asked for. */
  readonly blocks: boolean;
  readonly errorFunctions: readonly string[];
  readonly limits: ThreadLimits;
}

/** Weaves the threads of a program that has a `main`; null where the unfolded program does not keep what it must. */
function woven(program: Program, weaving: Weaving, keeps?: typeof keepsLeaks): Program | null {
  // A search for deadlocks knows the threads that wait, one by one; leaks are a matter of single threads.
  const isApart = weaving.blocks || keeps !== undefined;
  let single = new Set(isApart ? program.functions.flatMap((fn) => fn?.id ?? []) : []);
  for (;;) {
    const result = tried(program, weaving, single, keeps);
    if (result === null) return null;
    if ('program' in result) return result.program;
    single = new Set([...single, ...result.single]);
  }
}

/**
 * Weaves the threads of a program, with pools for functions whose threads need not be told apart.
 * `single`: functions whose threads are told apart. Returns further such functions instead, if there are.
 */
function tried(
  program: Program,
  { model, blocks, errorFunctions, limits }: Weaving,
  single: ReadonlySet<number>,
  keeps: typeof keepsLeaks | undefined,
): { readonly program: Program } | { readonly single: ReadonlySet<number> } | null {
  const main = program.functions[program.main!]!;
  let next = firstFreeVariable(program);
  const newVariable = (): number => next++;
  const errors = errorFunctionIds(program, errorFunctions);
  const objects = new Objects(program, model, errors, main, newVariable);
  const facts = functionFacts(program, model);
  const unfolding = unfold(program, main, model, facts, objects, next, { limits, single, blocks });
  if (keeps?.(program, unfolding, objects) === false) return null;
  for (const thread of unfolding.threads) next = Math.max(next, thread.at.id + 1, thread.value.id + 1);
  for (const { id } of [...unfolding.locals, ...unfolding.released.values()]) next = Math.max(next, id + 1);
  for (const { copy } of unfolding.copies) next = Math.max(next, copy.id + 1);
  const visibility = new Visibility(unfolding, objects);
  const layout = new Layout(program);
  const race = program.functions.find((fn) => fn?.name === checkFunction('data-race'));
  const raceFunction = race !== null && race !== undefined && errors.has(race.id) ? race.id : null;
  const deadlockFunction = blocks ? deadlockCheck(program) : null;
  const result = weave({
    program,
    main,
    unfolding,
    visibility,
    layout,
    choosers: choosersOf(program),
    escaped: objects.escaped,
    raceFunction,
    deadlockFunction,
    // Searches for deadlocks and leaks ask what happens once no thread goes on.
    idle: !blocks && keeps === undefined,
    newVariable,
  });
  if (result.single.size > 0) return result;
  const initialValues = new Map<number, readonly StaticValue[]>(program.initialValues);
  for (const [id, values] of objects.initialValues) initialValues.set(id, values);
  for (const { copy, original } of unfolding.copies) {
    const values = original === null ? undefined : initialValues.get(original.id);
    if (values !== undefined) initialValues.set(copy.id, values);
  }
  const functions: (AutomatonFunction | null)[] = [...program.functions, ...result.functions];
  functions[main.id] = result.fn;
  const copies = unfolding.copies.map(({ copy }) => copy);
  const globals = [...program.globals, ...objects.companions.values(), ...copies, ...result.globals];
  const woven = raceFunction === null ? {} : { woven: wovenThreads(unfolding, result.globals) };
  const { descriptions, ways } = result;
  return { program: { ...program, functions, globals, initialValues, descriptions, ways, ...woven } };
}

function wovenThreads({ threads }: Unfolding, hidden: readonly Variable[]): WovenThreads {
  const pools = threads.some(({ isPool }) => isPool);
  return { hidden: new Set(hidden.map(({ id }) => id)), pools, count: threads.length };
}

/** Whether the program knows a function that starts threads. */
export function mayStartThreads(unit: TranslationUnit): boolean {
  return unit.functions.some(({ name, definition }) => STARTERS.has(name) && definition === null);
}

/**
 * Kinds of checks whose meaning does not depend on lifetimes, which weaving extends. Checks of memory
 * depend on the program.
 */
const WITHOUT_LIFETIMES: readonly CheckKind[] = [
  ...(['assertion', 'overflow', 'wrap', 'truncation', 'division', 'shift', 'conversion'] as const),
  ...UNDEFINED_KINDS.filter((kind) => !isFaultKind(kind)),
  'uninitialised',
  'alignment',
];

/** Whether weaving keeps the meaning of a property. */
function keepsMeaning({ functions }: Program, errorFunctions: readonly string[]): boolean {
  return errorFunctions.every((name) => {
    const kind = checkOf(name);
    if (kind === 'data-race' || kind === 'deadlock') return functions.some((fn) => fn?.name === name);
    return kind === null || WITHOUT_LIFETIMES.includes(kind) || MEMORY_CHECKS.includes(kind);
  });
}

/** Removes the marks of atomic blocks, which mean nothing in a program of one thread. */
function withoutBlocks(program: Program): Program {
  const isMark = ({ op }: Edge): boolean => op.kind === 'intrinsic' && isBlockMark(op.name);
  if (!program.functions.some((fn) => fn?.edges.some(isMark))) return program;
  const functions = program.functions.map((fn) => {
    if (fn === null || !fn.edges.some(isMark)) return fn;
    return { ...fn, edges: fn.edges.map((edge): Edge => (isMark(edge) ? { ...edge, op: { kind: 'skip' } } : edge)) };
  });
  return { ...program, functions };
}

/** The hidden function that a deadlock calls. */
function deadlockCheck({ functions }: Program): number | null {
  const id = functions.findIndex((fn) => fn?.name === checkFunction('deadlock'));
  return id < 0 ? null : id;
}

/** Whether deadlocks are errors. */
function asksDeadlocks(program: Program, errorFunctions: readonly string[]): boolean {
  return errorFunctions.includes(checkFunction('deadlock')) && deadlockCheck(program) !== null;
}

/** Whether the program calls a function of threads, which may wait. */
function mayWait({ functions }: Program): boolean {
  return functions.some((fn) => fn !== null && !fn.defined && isThreadFunction(fn.name));
}

const USES_KEYS = /^(pthread_(getspecific|setspecific|key_)|tss_)/;
/** Most keys that a program may make. */
const MOST_KEYS = 16;

/** The keys of storage that a program may make, one at each place; 0 if it uses none. */
function keysOf(program: Program): number {
  const uses = program.functions.flatMap((fn) => (fn !== null && USES_KEYS.test(fn.name) ? fn.name : []));
  if (!callsOneOf(program, new Set(uses))) return 0;
  const made = new Set(
    program.functions.flatMap((fn) =>
      fn !== null && !fn.defined && /^(pthread_key|tss)_create$/.test(fn.name) ? fn.id : [],
    ),
  );
  const calls = program.functions.flatMap((fn) =>
    (fn?.edges ?? []).filter(({ op }) => op.kind === 'call' && made.has(calledBy(op.callee) ?? -1)),
  );
  return Math.min(Math.max(calls.length, 1), MOST_KEYS);
}

/** Functions of threads that do the same in each program of one thread. */
const SETS_UP = /_init$|attr_|_equal$/;

/** Whether the program calls a function whose result depends on what it synchronised before. */
function synchronises(program: Program, keys: number): boolean {
  const { functions } = threadModel(program.dataModel, 'any', keys);
  const names = new Set([...functions.keys()].filter((name) => isThreadFunction(name) && !SETS_UP.test(name)));
  names.add('pthread_key_create').add('tss_create');
  return callsOneOf(program, names);
}

/**
 * Whether a function that synchronises threads may call itself, so that no copy of its calls ends. A
 * program of one thread has a meaning without copies, too: encoder and interpreter know its locks.
 */
function recursWithLocks(program: Program, keys: number): boolean {
  const { synchronising, addressed } = functionFacts(program, threadModel(program.dataModel, 'any', keys));
  const pointed = addressed.map(({ id }) => id);
  const callees = program.functions.map((fn) => {
    if (fn === null || !synchronising.has(fn.id)) return [];
    const calls = fn.edges.flatMap(({ op }) => (op.kind === 'call' ? [calledBy(op.callee)] : []));
    return calls.flatMap((called) => (called === null ? pointed : [called])).filter((id) => synchronising.has(id));
  });
  const components = stronglyConnected(callees);
  return callees.some((called, id) => called.some((other) => components[other] === components[id]));
}

const STARTERS = new Set(['pthread_create', 'thrd_create']);

/** Whether a run may start a thread. */
function startsThreads(program: Program): boolean {
  return callsOneOf(program, STARTERS);
}

/** Whether the program calls a function without a body that has one of the names. */
function callsOneOf(program: Program, names: ReadonlySet<string>): boolean {
  const called = functionsOf(program, names);
  return called.size > 0 && program.functions.some((fn) => fn?.edges.some(({ op }) => isCallOf(op, called)));
}

/** The ids of the functions without a body that have one of the names. */
function functionsOf({ functions }: Program, names: ReadonlySet<string>): ReadonlySet<number> {
  return new Set(functions.flatMap((fn) => (fn !== null && names.has(fn.name) && !fn.defined ? [fn.id] : [])));
}

function isCallOf(op: Operation, functions: ReadonlySet<number>): boolean {
  return op.kind === 'call' && op.callee.kind === 'direct' && functions.has(op.callee.function);
}
