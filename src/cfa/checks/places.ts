import type { SourceLocation } from '../../base/source.ts';
import { addressedAmong, assertionFunctions } from '../assertions.ts';
import type { AutomatonFunction, Edge, Operation, Program } from '../automaton.ts';
import { errorFunctionIds } from '../error-functions.ts';
import { hiddenFunction } from './hidden.ts';
import { CHECK_KINDS, type CheckKind, checkFunction, checkOf, numberedCheck } from './kinds.ts';

/** A check of a program: all operations of one place that may fail in the same way. Plain data. */
export interface Check {
  /** Name of the function that is called where it fails. */
  readonly name: string;
  readonly kind: CheckKind;
  readonly at: SourceLocation;
  /** Name of the function of the program around it. */
  readonly function: string;
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
 * Gives each check of a program a hidden function of its own. Checks of one kind at one place are one
 * check: the expansion of a macro has several. The order is that of kinds, files and places.
 */
export function placeChecks(program: Program): { readonly program: Program; readonly checks: readonly Check[] } {
  const kinds = program.functions.map((fn) => (fn === null ? null : checkOf(fn.name)));
  const found = new Map<string, Omit<Check, 'name'>>();
  for (const fn of program.functions)
    for (const { op, at } of fn?.edges ?? []) {
      const kind = directCallee(op, kinds);
      if (kind !== null && !found.has(keyOf(kind, at))) found.set(keyOf(kind, at), { kind, at, function: fn!.name });
    }
  const sorted = [...found].sort(([, a], [, b]) => byPlace(a, b));
  const checks = sorted.map(([, check], i): Check => ({ ...check, name: numberedCheck(check.kind, i) }));
  const first = program.functions.length;
  const ids = new Map(sorted.map(([key], i) => [key, first + i]));
  const functions = program.functions.map((fn) =>
    mapCalls(fn, (callee, { at }) => {
      const kind = kinds[callee];
      return kind == null ? null : failing(ids.get(keyOf(kind, at))!);
    }),
  );
  const hidden = checks.map(({ name }, i) => hiddenFunction(first + i, name));
  return { program: { ...program, functions: [...functions, ...hidden] }, checks };
}

/** Returns the program in which runs end without blame where other checks than the open ones fail. */
export function onlyChecks(program: Program, open: ReadonlySet<string>): Program {
  const closed = new Set(
    program.functions.flatMap((fn) => (fn !== null && checkOf(fn.name) !== null && !open.has(fn.name) ? [fn.id] : [])),
  );
  const functions = program.functions.map((fn) => mapCalls(fn, (callee) => (closed.has(callee) ? END : null)));
  return { ...program, functions };
}

/** Compares checks by file, place and kind. */
export function byPlace(a: Pick<Check, 'kind' | 'at'>, b: Pick<Check, 'kind' | 'at'>): number {
  if (a.at.file !== b.at.file) return a.at.file < b.at.file ? -1 : 1;
  return (
    a.at.line - b.at.line || a.at.column - b.at.column || CHECK_KINDS.indexOf(a.kind) - CHECK_KINDS.indexOf(b.kind)
  );
}

function keyOf(kind: CheckKind, { file, line, column }: SourceLocation): string {
  return `${kind}:${line}:${column}:${file}`;
}

function directCallee(op: Operation, kinds: readonly (CheckKind | null)[]): CheckKind | null {
  return op.kind === 'call' && op.callee.kind === 'direct' ? (kinds[op.callee.function] ?? null) : null;
}

/** The end of a run, as by `__builtin_trap`. */
const END: Operation = { kind: 'intrinsic', name: 'trap', arguments: [], places: [], result: null };

function failing(id: number): Operation {
  return { kind: 'call', callee: { kind: 'direct', function: id }, arguments: [], result: null };
}

/** Replaces direct calls; null leaves a call as it is. */
function mapCalls(
  fn: AutomatonFunction | null,
  replacement: (callee: number, edge: Edge) => Operation | null,
): AutomatonFunction | null {
  if (fn === null) return null;
  let changed = false;
  const edges = fn.edges.map((edge) => {
    const { op } = edge;
    const next = op.kind === 'call' && op.callee.kind === 'direct' ? replacement(op.callee.function, edge) : null;
    if (next === null) return edge;
    changed = true;
    return { ...edge, op: next };
  });
  return changed ? { ...fn, edges } : fn;
}
