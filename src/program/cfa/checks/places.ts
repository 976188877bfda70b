import { LemmataError } from '../../../base/errors.ts';
import type { SourceLocation } from '../../../base/source.ts';
import { addressedAmong, assertionFunctions } from '../assertions.ts';
import type { AutomatonFunction, Edge, Operation, Program } from '../automaton.ts';
import { errorFunctionIds } from '../error-functions.ts';
import type { Hint } from '../hints.ts';
import * as make from '../make.ts';
import { BLOCKS } from './blocks.ts';
import { contestedConstruct, contestedIn } from './contested.ts';
import { faultKey, type PlacedFaults } from './faults.ts';
import { goingOn } from './going-on.ts';
import { hiddenFunction } from './hidden.ts';
import {
  byPlace,
  type CheckKind,
  checkFunction,
  checkOf,
  isDefinedKind,
  isFaultKind,
  isLeakKind,
  numberedCheck,
} from './kinds.ts';
import { faultPlace, faultsOf } from './memory-places.ts';

/** A check of a program: all operations of one place that may fail in the same way. Plain data. */
export interface Check {
  /** Name of the function that is called where it fails. */
  readonly name: string;
  readonly kind: CheckKind;
  readonly at: SourceLocation;
  /** Name of the function of the program around it. */
  readonly function: string;
  /** The violation in words; absent: those of the kind. */
  readonly what?: string;
  /** The case that is no fault for certain; null: the check is no contested one. */
  readonly contested: string | null;
  /** The hint that the check is about; absent: it is one of the program. */
  readonly hint?: Hint;
  /** The comment of the source that asks to ignore a finding there; absent: none. */
  readonly ignored?: { readonly reason: string; readonly at: SourceLocation };
}

/**
 * Returns the program with calls of failing checks in the place of calls that mean a failing assertion.
 * These are calls of C's assertion failures, and of functions named in `errors`. Edges keep their ids.
 */
export function checkAssertions(program: Program, errors: readonly string[]): Program {
  const failures = errorFunctionIds(program, [...assertionFunctions(program), ...errors]);
  const wanted = checkFunction('assertion');
  const known = program.functions.find((fn) => fn?.name === wanted);
  const id = known?.id ?? program.functions.length;
  const functions = program.functions.map((fn) =>
    mapCalls(fn, (callee) => (failures.has(callee) ? failing(id) : null)),
  );
  return { ...program, functions: known === undefined ? [...functions, hiddenFunction(id, wanted)] : functions };
}

/**
 * Names of the functions among those that mean a failing assertion whose address the program takes.
 * Their calls through pointers are no calls of checks.
 */
export function addressedErrors(program: Program, errors: readonly string[]): readonly string[] {
  const failures = errorFunctionIds(program, [...assertionFunctions(program), ...errors]);
  return [...addressedAmong(program, failures)].map((id) => program.functions[id]?.name ?? '');
}

/**
 * Gives each check of a program a hidden function of its own, and each contested case, too. Checks of
 * one kind at one place are one check: the expansion of a macro has several. The order is that of files
 * and places. Checks of memory have a place instead of a call, and none is open. Where runs go on behind a
 * violation, whether one ends there is an input, also of checks that are not open.
 */
export function placeChecks(program: Program): { readonly program: Program; readonly checks: readonly Check[] } {
  const kinds = program.functions.map((fn) => (fn === null ? null : checkOf(fn.name)));
  const found = new Map<string, Omit<Check, 'name'>>();
  const note = ({ name }: AutomatonFunction, what: Subject, at: SourceLocation): void => {
    const key = keyOf(what, at);
    if (!found.has(key)) found.set(key, { ...what, at, function: name });
  };
  for (const fn of program.functions)
    for (const edge of fn?.edges ?? []) {
      const { op, at } = edge;
      const what = subjectOf(op, kinds);
      if (what !== null) note(fn!, what, at);
      for (const kind of faultsOf(op, program)) note(fn!, { kind, contested: null }, faultPlace(fn!, edge));
    }
  const sorted = [...found].sort(([, a], [, b]) => byPlace(a, b));
  const checks = sorted.map(([, check], i): Check => ({ ...check, name: numberedCheck(check.kind, i) }));
  const first = program.functions.length;
  const ids = new Map(sorted.map(([key], i) => [key, first + i]));
  const functions = program.functions.map((fn) =>
    mapOperations(fn, ({ op, at }) => {
      const what = subjectOf(op, kinds);
      return what === null ? null : failing(ids.get(keyOf(what, at))!);
    }),
  );
  const hidden = checks.map(({ name }, i) => hiddenFunction(first + i, name));
  const faults: PlacedFaults = { names: new Map(checks.flatMap(faultEntry)), open: new Set() };
  const placed = { ...program, faults, functions: [...functions, ...hidden] };
  // One check alone needs no runs behind it.
  const passed = checks.length === 1 ? [] : checks.flatMap((check, i) => (goesOnBehind(check) ? [first + i] : []));
  return { program: goingOn(placed, new Set(passed)), checks };
}

/**
 * Returns the program in which runs end without blame where other checks than the open ones fail. A
 * contested case has no meaning there. Behind a leak, and behind what C defines, runs go on. The program
 * asks about leaks only for open checks of leaks.
 */
export function onlyChecks(program: Program, checks: readonly Check[], open: ReadonlySet<string>): Program {
  const byName = new Map(checks.map((check) => [check.name, check]));
  const ends = program.functions.map((fn): Operation | null => {
    const check = fn === null ? undefined : byName.get(fn.name);
    if (check === undefined || open.has(check.name)) return null;
    if (goesOnBehind(check)) return { kind: 'skip' };
    return check.contested === null ? END : { kind: 'unsupported', construct: contestedConstruct(check.contested) };
  });
  const kinds = [...new Set(checks.flatMap(({ name, kind }) => (open.has(name) ? [kind] : [])))];
  const leaks = kinds.some(isLeakKind);
  const judged = kinds.some(isFaultKind);
  const functions = program.functions.map((fn) =>
    mapOperations(fn, ({ op }) => {
      if (op.kind === 'call' && op.callee.kind === 'direct') return ends[op.callee.function] ?? null;
      if (op.kind === 'unsupported') return !judged && concernsAccesses(op) ? { kind: 'skip' } : null;
      return leaks ? null : unasked(op);
    }),
  );
  const faults = program.faults === null ? null : { ...program.faults, open };
  return { ...program, functions, faults, watched: watchedFor(program.watched, kinds) };
}

/** Whether a program goes on behind the violation of a check: behind a leak, and behind what C defines. */
function goesOnBehind({ kind }: Check): boolean {
  return isLeakKind(kind) || isDefinedKind(kind);
}

/** Returns the program in which runs end without blame where they call one of these functions. */
export function endingAt(program: Program, names: readonly string[]): Program {
  const ends = new Set(program.functions.flatMap((fn) => (fn !== null && names.includes(fn.name) ? [fn.id] : [])));
  const functions = program.functions.map((fn) => mapCalls(fn, (callee) => (ends.has(callee) ? END : null)));
  return { ...program, functions };
}

/**
 * Returns the checks that hints hold. Throws LemmataError `E-INPUT` for one at which no code is compiled, unless the
 * program has it.
 */
export function hintChecks(program: Program, hints: readonly Hint[]): readonly Check[] {
  const ids = new Map(program.functions.flatMap((fn) => (fn === null ? [] : [[fn.name, fn.id] as const])));
  const callers = new Map<number, string>();
  if (hints.length > 0)
    for (const fn of program.functions)
      for (const { op } of fn?.edges ?? [])
        if (op.kind === 'call' && op.callee.kind === 'direct') callers.set(op.callee.function, fn!.name);
  return hints.flatMap((hint): readonly Check[] => {
    const caller = callers.get(ids.get(hint.name) ?? -1);
    if (caller === undefined && hint.isWritten) return [];
    if (caller === undefined)
      throw new LemmataError('E-INPUT', 'no code is compiled there, or the hint says nothing about it', hint.at);
    return [{ name: hint.name, kind: 'assertion', at: hint.at, function: caller, contested: null, hint }];
  });
}

/** The entry of a check among those of faults of memory; none for others. */
function faultEntry({ name, kind, at }: Check): readonly (readonly [string, string])[] {
  return isFaultKind(kind) ? [[faultKey(kind, at), name]] : [];
}

/**
 * The faults that end runs where these checks are open. Without an open check of an access or a release
 * they end none. A run then goes on with any values, as in programs that do not watch for faults.
 */
function watchedFor(watched: Program['watched'], kinds: readonly CheckKind[]): Program['watched'] {
  const judges = kinds.some(isFaultKind);
  return watched.filter((kind) => (isFaultKind(kind) ? judges : kinds.includes(kind)));
}

/** Whether the construct is unsupported only where accesses are judged. */
function concernsAccesses({ check, construct }: Operation & { readonly kind: 'unsupported' }): boolean {
  return check === 'deref' && contestedIn(construct) === null;
}

/** The operation without its question, if it asks about blocks at an end or in a loop. */
function unasked(op: Operation): Operation | null {
  if (op.kind !== 'intrinsic' || op.result === null || !QUESTIONS.has(op.name)) return null;
  return { kind: 'assign', target: op.result, value: make.ZERO };
}

type Subject = Pick<Check, 'kind' | 'contested' | 'what'>;

function keyOf({ kind, contested }: Subject, { file, line, column }: SourceLocation): string {
  return `${kind}:${contested}:${line}:${column}:${file}`;
}

/** The check that an operation fails; null for other operations. */
function subjectOf(op: Operation, kinds: readonly (CheckKind | null)[]): Subject | null {
  if (op.kind === 'unsupported') {
    const contested = op.check === undefined ? null : contestedIn(op.construct);
    return op.check === undefined || contested === null ? null : { kind: op.check, contested };
  }
  if (op.kind !== 'call' || op.callee.kind !== 'direct') return null;
  const kind = kinds[op.callee.function];
  return kind == null ? null : { kind, contested: null, ...(op.what === undefined ? {} : { what: op.what }) };
}

/** Questions about blocks at ends of the program and in loops. */
const QUESTIONS: ReadonlySet<string> = new Set(Object.values(BLOCKS));

/** The end of a run, as by `__builtin_trap`. */
const END: Operation = { kind: 'intrinsic', name: 'trap', arguments: [], places: [], result: null };

function failing(id: number): Operation {
  return { kind: 'call', callee: { kind: 'direct', function: id }, arguments: [], result: null };
}

/** Replaces direct calls; null leaves a call as it is. */
function mapCalls(
  fn: AutomatonFunction | null,
  replacement: (callee: number) => Operation | null,
): AutomatonFunction | null {
  return mapOperations(fn, ({ op }) =>
    op.kind === 'call' && op.callee.kind === 'direct' ? replacement(op.callee.function) : null,
  );
}

/** Replaces operations; null leaves an operation as it is. */
function mapOperations(
  fn: AutomatonFunction | null,
  replacement: (edge: Edge) => Operation | null,
): AutomatonFunction | null {
  if (fn === null) return null;
  let changed = false;
  const edges = fn.edges.map((edge) => {
    const op = replacement(edge);
    if (op === null) return edge;
    changed = true;
    return { ...edge, op };
  });
  return changed ? { ...fn, edges } : fn;
}
