import { formatLocation, type SourceLocation } from '../../base/source.ts';
import { isAssertion } from './assertion-names.ts';
import { assertionFunctions } from './assertions.ts';
import type { AutomatonFunction, Edge, Operation, Program } from './automaton.ts';
import { openOrderIn, orderChosenBy } from './beyond.ts';
import type { LinkedProgram } from './linked.ts';
import type { SurroundingsKind } from './surroundings.ts';

/**
 * A fact about a program that restricts the meaning of its verdicts. External functions and the entry
 * are further ones, which have types of their own. Plain data.
 */
export type Assumption =
  /** Calls of these functions never return null for lack of memory. */
  | { readonly kind: 'allocation'; readonly functions: readonly string[] }
  /** No call of an error function is left on any way from the entry. */
  | { readonly kind: 'uncalled'; readonly functions: readonly string[] }
  /** Calls of these assertions are no violation of the property, which names another function. */
  | {
      readonly kind: 'unchecked';
      readonly function: string;
      readonly at: SourceLocation;
      /** Number of calls. */
      readonly count: number;
    }
  /** No run gets behind this call, so that nothing behind it matters. */
  | { readonly kind: 'vacuous'; readonly function: string; readonly at: SourceLocation }
  /** The object of a pointer at the entry has as many elements as the program says. */
  | { readonly kind: 'entry-object'; readonly pointer: string; readonly count: string }
  /** The acts of the surroundings on the program. */
  | { readonly kind: SurroundingsKind; readonly text: string }
  /** The program runs on a big-endian machine. */
  | { readonly kind: 'byte-order' }
  /** Threads of the program see memory in one order. */
  | { readonly kind: 'threads' }
  /** Runs take one order where C leaves it open. */
  | { readonly kind: 'order'; readonly what: string; readonly at: SourceLocation }
  /** Every value is allowed as the result of the construct. */
  | { readonly kind: 'approximation'; readonly construct: string; readonly at: SourceLocation | null };

type AssumptionOf<K extends Assumption['kind']> = Extract<Assumption, { readonly kind: K }>;

/** Functions of C's library that return null, or fail, if there is no memory. */
const ALLOCATIONS: ReadonlySet<string> = new Set([
  'malloc',
  'calloc',
  'realloc',
  'reallocarray',
  'aligned_alloc',
  'memalign',
  'posix_memalign',
  'valloc',
  'strdup',
  'strndup',
  'asprintf',
  'vasprintf',
]);

/** The functions of which the rules of SV-COMP say that they never fail. */
export const NEVER_FAIL = /^(malloc|(__builtin_)?alloca(_with_align)?)$/;

/**
 * Returns the functions that allocate on the way to the error. Null if there are none, or if each
 * allocation may fail.
 */
export function allocationsSucceed({ program, edges, contexts }: LinkedProgram): AssumptionOf<'allocation'> | null {
  if (program.allocationMayFail) return null;
  const found = new Set<string>();
  for (const { edge, context } of edges) {
    if (isModel(contexts[context]?.function)) continue;
    const name = calledName(program, edge.op);
    // Where accesses are watched, a proof holds also for failures of the others.
    const mayFail = program.watched.includes('deref') && !NEVER_FAIL.test(name ?? '');
    if (name !== null && ALLOCATIONS.has(name) && !mayFail) found.add(name);
  }
  return found.size === 0 ? null : { kind: 'allocation', functions: [...found].sort() };
}

/** Returns the error functions of a program in which no run can call any of them; else null. */
export function uncalledErrors({ error, errorFunctions }: LinkedProgram): AssumptionOf<'uncalled'> | null {
  return error === null ? { kind: 'uncalled', functions: errorFunctions } : null;
}

/**
 * Returns the assertions of the program that a property of other functions leaves out, the first place
 * of each. Assertions in the bodies of these functions do not count. Linear in the program.
 */
export function uncheckedAssertions(
  program: Program,
  errorFunctions: readonly string[],
): readonly AssumptionOf<'unchecked'>[] {
  const names = new Set(assertionFunctions(program).filter((name) => !errorFunctions.includes(name)));
  if (names.size === 0) return [];
  const found = new Map<string, { readonly at: SourceLocation; count: number }>();
  for (const fn of program.functions) {
    // A run that comes to an assertion in an error function has violated the property before.
    if (fn === null || isModel(fn) || errorFunctions.includes(fn.name)) continue;
    for (const { op, at } of fn.edges) see(calledName(program, op), at);
  }
  return [...found].map(([name, { at, count }]) => ({ kind: 'unchecked', function: name, at, count }));

  function see(name: string | null, at: Edge['at']): void {
    if (name === null || !names.has(name) || !isAssertion(name)) return;
    const known = found.get(name);
    if (known === undefined) found.set(name, { at, count: 1 });
    else known.count += 1;
  }
}

/** Returns the orders of evaluation that C leaves open on the way to the error, each place once. */
export function openOrders({ program, edges }: LinkedProgram): readonly AssumptionOf<'order'>[] {
  const found = new Map<string, AssumptionOf<'order'>>();
  for (const { op, edge } of edges) {
    const chosen = op.kind === 'call' && orderChosenBy(calledName(program, op) ?? '') !== null ? op.what : null;
    const what = op.kind === 'unsupported' ? openOrderIn(op.construct) : chosen;
    if (typeof what === 'string') found.set(`${what} ${formatLocation(edge.at)}`, { kind: 'order', what, at: edge.at });
  }
  return [...found.values()];
}

/** Returns the constructs that the encoding replaces by any value, each once for a place. */
export function approximatedConstructs(
  approximations: readonly { readonly construct: string; readonly at: SourceLocation | null }[],
): readonly AssumptionOf<'approximation'>[] {
  const found = new Map<string, AssumptionOf<'approximation'>>();
  for (const { construct, at } of approximations)
    found.set(`${construct} ${at?.file}:${at?.line}:${at?.column}`, { kind: 'approximation', construct, at });
  return [...found.values()];
}

function calledName({ functions }: Pick<Program, 'functions'>, op: Operation): string | null {
  const call = op.kind === 'choose' ? op.call : op;
  if (call.kind !== 'call' || call.callee.kind !== 'direct') return null;
  return functions[call.callee.function]?.name ?? null;
}

/** Whether the function is a model of a library function, whose calls are not the program's. */
function isModel(fn: AutomatonFunction | undefined): boolean {
  return fn?.defined === true && fn.origin === 'library';
}
