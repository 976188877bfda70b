import { unreachable } from '../base/errors.ts';
import type { SourceLocation } from '../base/source.ts';
import type { Edge, Expr, Operation, Place, Program } from '../program/cfa/automaton.ts';
import { contestedConstruct } from '../program/cfa/checks/contested.ts';
import { endOfFault } from '../program/cfa/checks/faults.ts';
import { checkFunction } from '../program/cfa/checks/kinds.ts';
import type { RunFault, Weakness } from '../program/cfa/checks/weaknesses.ts';
import { targetOf, type Visitor, walkExpr } from '../program/cfa/walk.ts';

/** The end of a run. */
export type Outcome =
  /** The program called `exit` or `_Exit`, or returned from `main`; the status is 0..255. */
  | { readonly kind: 'exit'; readonly status: number }
  /**
   * The program called the error function. `stack` goes from the call itself outwards to `main`. `fault`:
   * the invalid access or release at a check of memory; null at others.
   */
  | {
      readonly kind: 'error';
      readonly function: string;
      readonly stack: readonly StackEntry[];
      readonly fault: RunFault | null;
    }
  /** The program called `abort`, failed an `assert`, or executed `__builtin_trap`, as `function` says. */
  | { readonly kind: 'aborted'; readonly function: string; readonly at: SourceLocation | null }
  | { readonly kind: 'assumption-violated'; readonly at: SourceLocation | null }
  | {
      readonly kind: 'undefined-behaviour';
      readonly what: string;
      readonly weakness: Weakness | null;
      readonly at: SourceLocation | null;
      /** The calls at the end, in the same order. */
      readonly stack: readonly StackEntry[];
    }
  | { readonly kind: 'unsupported'; readonly construct: string; readonly at: SourceLocation | null }
  | { readonly kind: 'limit'; readonly which: 'steps' | 'memory' | 'stack'; readonly at: SourceLocation | null }
  /** A source of inputs with an end had no further value. */
  | { readonly kind: 'inputs-exhausted'; readonly at: SourceLocation | null }
  /** `stopped()` returned true. */
  | { readonly kind: 'stopped' };

/** A call on the stack at the end of the run. */
export interface StackEntry {
  /** Function that makes the call. */
  readonly function: string;
  readonly at: SourceLocation;
}

/** An outcome to which the machine adds its place. */
export type Ending =
  | { readonly kind: 'exit'; readonly status: number }
  | { readonly kind: 'error'; readonly function: string; readonly fault?: RunFault }
  | { readonly kind: 'aborted'; readonly function: string }
  | { readonly kind: 'assumption-violated' }
  | {
      readonly kind: 'undefined-behaviour';
      readonly what: string;
      readonly fault?: MemoryFault;
      /** A place stands for an access beyond that array, and the operation says whether it is a write. */
      readonly weakness?: Weakness | Place;
    }
  | { readonly kind: 'unsupported'; readonly construct: string }
  | { readonly kind: 'limit'; readonly which: 'steps' | 'memory' | 'stack' }
  | { readonly kind: 'inputs-exhausted' }
  | { readonly kind: 'stopped' };

/**
 * Thrown to end a run. It is not an Error: it needs no stack trace, and millions of short runs throw
 * one each.
 */
export class Halt {
  constructor(readonly ending: Ending) {}
}

/**
 * Undefined behaviour that a program may watch for. `contested`: the rules of SV-COMP leave open whether
 * it is an invalid access.
 */
export type MemoryFault = 'deref' | 'free' | 'contested';

/** Ends the run at a fault of memory. @throws {Halt} */
export function memoryFault(fault: MemoryFault, what: string, weakness: Weakness | Place): never {
  throw new Halt({ kind: 'undefined-behaviour', what, fault, weakness });
}

/**
 * Returns the ending of a run of a program that watches for faults of memory. `edge`: the one that ended
 * it.
 */
export function watchedEnding(
  ending: Ending,
  program: Pick<Program, 'watched' | 'strict' | 'faults'>,
  edge: Pick<Edge, 'op' | 'at'> | null,
): Ending {
  if (ending.kind !== 'undefined-behaviour' || ending.fault === undefined) return ending;
  const { what } = ending;
  const { watched, strict } = program;
  if (ending.fault === 'contested' && watched.includes('deref') && !strict.includes('deref'))
    return { kind: 'unsupported', construct: contestedConstruct(what) };
  const fault = ending.fault === 'contested' ? 'deref' : ending.fault;
  if (!watched.includes(fault)) return ending;
  const end = endOfFault(program.faults, fault, edge?.at ?? null);
  switch (end.kind) {
    case 'error':
      return { ...end, fault: { what, weakness: weaknessOf(ending, edge) } };
    case 'masked':
      return { kind: 'aborted', function: checkFunction(fault) };
    case 'unplaced':
      return { kind: 'unsupported', construct: `${what} at a place without a check` };
    default:
      return unreachable(end);
  }
}

/** The weakness that the run met; null: none of the known ones. */
export function weaknessOf(
  { weakness, what }: Ending & { readonly kind: 'undefined-behaviour' },
  edge: Pick<Edge, 'op'> | null,
): Weakness | null {
  if (weakness === 'negative-length' && !(edge?.op.kind === 'call' && edge.op.arguments.some(isFromSigned)))
    return what.startsWith('write') ? 'write-outside' : 'read-outside';
  if (weakness === undefined || typeof weakness === 'string') return weakness ?? null;
  // Reads come before the write. A compound assignment may share the place between both.
  return edge !== null && !reads(edge.op, weakness) && isWithin(weakness, targetOf(edge.op))
    ? 'write-outside'
    : 'read-outside';
}

/** Whether a number without a sign comes from one with a sign, perhaps times a size. */
function isFromSigned(e: Expr): boolean {
  if (e.kind === 'binary' && e.operator === '*') return isFromSigned(e.left) || isFromSigned(e.right);
  if (e.kind !== 'convert' || e.operand.type.kind !== 'integer') return false;
  return isFromSigned(e.operand) || !/^(u|bool)/.test(e.operand.type.name);
}

/** Whether the operation reads a place within that one, apart from what it writes. */
function reads(op: Operation, wanted: Place): boolean {
  let found = false;
  const visitor: Visitor = {
    place(place) {
      found ||= place === wanted;
    },
  };
  if (op.kind === 'assign') walkExpr(op.value, visitor);
  else if (op.kind === 'call') for (const argument of op.arguments) walkExpr(argument, visitor);
  return found;
}

/** Whether the place is the target, or an object around it. */
function isWithin(wanted: Place, target: Place | null): boolean {
  for (let place = target; place !== null; ) {
    if (place === wanted) return true;
    place = place.kind === 'member' || place.kind === 'element' ? place.base : null;
  }
  return false;
}

/** Ends the run at undefined behaviour. @throws {Halt} */
export function undefinedBehaviour(what: string, weakness?: Weakness): never {
  throw new Halt({ kind: 'undefined-behaviour', what, ...(weakness === undefined ? {} : { weakness }) });
}

/** Ends the run at a construct that is not modelled. @throws {Halt} */
export function unsupported(construct: string): never {
  throw new Halt({ kind: 'unsupported', construct });
}

/** Why a run is approximate. `ends`: the first reason ends the run as unsupported, at its place. */
export class Approximations extends Set<string> {
  constructor(private readonly ends: boolean) {
    super();
  }

  /** @throws {Halt} */
  override add(construct: string): this {
    return this.ends ? unsupported(construct) : super.add(construct);
  }
}
