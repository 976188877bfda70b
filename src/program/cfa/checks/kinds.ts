import type { SourceLocation } from '../../../base/source.ts';

/** A kind of check, as data. */
export interface CheckDescription {
  /** The fault in a few words, with its article. */
  readonly fault: string;
  /** The end of a violating run as a clause. */
  readonly happens: string;
  /** The requirement as a name and as a sentence. */
  readonly rule: readonly [name: string, text: string];
  /** Number of the weakness in the Common Weakness Enumeration. */
  readonly cwe: number;
  /** The name of SV-COMP's property; null if there is none. */
  readonly property: string | null;
  /** The least that makes `lemmata check` look for the fault: no word about it, `all`, or the kind's name. */
  readonly askedBy: 'default' | 'all' | 'name';
  /** Whether C defines what happens at the fault. Absent: it is undefined. */
  readonly isDefined?: true;
}

/** The kinds of faults that checks in a program watch for. */
export const CHECKS = {
  assertion: {
    fault: 'a failing assertion',
    happens: 'An assertion fails',
    rule: ['AssertionHolds', 'No assertion of the program fails'],
    cwe: 617,
    property: null,
    askedBy: 'default',
  },
  overflow: {
    fault: 'a signed overflow',
    happens: 'A signed overflow happens',
    rule: ['NoSignedOverflow', 'No signed arithmetic overflows'],
    cwe: 190,
    property: 'no-overflow',
    askedBy: 'default',
  },
  wrap: {
    fault: 'an unsigned operation that wraps around',
    happens: 'An unsigned operation wraps around',
    rule: ['NoUnsignedWrap', 'No unsigned arithmetic wraps around'],
    cwe: 190,
    property: null,
    askedBy: 'name',
    isDefined: true,
  },
  truncation: {
    fault: 'an implicit conversion to an integer type that lacks the value',
    happens: 'An implicit conversion to an integer type that lacks the value happens',
    rule: ['ConversionsKeepValues', 'Each implicit conversion to an integer type keeps the value'],
    cwe: 197,
    property: null,
    askedBy: 'name',
    isDefined: true,
  },
  division: {
    fault: 'a division by zero',
    happens: 'A division by zero happens',
    rule: ['NoDivisionByZero', 'No divisor is zero'],
    cwe: 369,
    property: null,
    askedBy: 'default',
  },
  shift: {
    fault: 'a shift by a count that is negative or too large',
    happens: 'A shift by a wrong count happens',
    rule: ['ShiftCountsFit', 'Each shift count fits the width of its type'],
    cwe: 1335,
    property: null,
    askedBy: 'default',
  },
  conversion: {
    fault: 'a conversion of a floating value beyond its integer type',
    happens: 'A conversion of a floating value beyond its integer type happens',
    rule: ['ConversionsFit', 'Each integer type represents the whole part of a floating value converted to it'],
    cwe: 681,
    property: null,
    askedBy: 'default',
  },
  argument: {
    fault: 'an argument for which the function is undefined',
    happens: 'A function is called with an argument for which it is undefined',
    rule: ['ArgumentsAreDefined', 'Each argument of a library function is one for which the function is defined'],
    cwe: 475,
    property: null,
    askedBy: 'default',
  },
  overlap: {
    fault: 'a copy between overlapping objects',
    happens: 'A function copies between overlapping objects',
    rule: ['CopiesAreApart', 'Source and target of a copy do not overlap'],
    cwe: 475,
    property: null,
    askedBy: 'default',
  },
  unreachable: {
    fault: 'a place that is declared as unreachable',
    happens: 'A place that is declared as unreachable is reached',
    rule: ['UnreachableIsNotReached', 'No run reaches __builtin_unreachable'],
    cwe: 758,
    property: null,
    askedBy: 'default',
  },
  sequence: {
    fault: 'a change of an object that no sequence point separates from another access',
    happens: 'A change of an object happens that no sequence point separates from another access',
    rule: ['AccessesAreSequenced', 'C orders each change of an object and its other accesses'],
    cwe: 758,
    property: null,
    askedBy: 'default',
  },
  representation: {
    fault: 'a read of bytes that are no value of their type',
    happens: 'A read happens of bytes that are no value of their type',
    rule: ['BytesAreValues', 'Each object that is read holds a value of its type'],
    cwe: 758,
    property: null,
    askedBy: 'name',
  },
  uninitialised: {
    fault: 'a read of a variable that has no value',
    happens: 'A read of a variable that has no value happens',
    rule: ['VariablesHaveValues', 'Each variable whose address is not taken has a value where it is read'],
    cwe: 457,
    property: null,
    askedBy: 'name',
  },
  alignment: {
    fault: 'an access through a pointer that is not aligned for its type',
    happens: 'An access through a pointer that is not aligned for its type happens',
    rule: ['PointersAreAligned', 'Each pointer is aligned for the type of what is accessed through it'],
    cwe: 758,
    property: null,
    askedBy: 'name',
  },
  deref: {
    fault: 'an access outside of a live object',
    happens: 'An access outside of a live object happens',
    rule: ['AccessesAreValid', 'Each access lies in a live object'],
    cwe: 119,
    property: 'valid-deref',
    askedBy: 'default',
  },
  free: {
    fault: 'a release of what is not the start of a live block',
    happens: 'A wrong release of memory happens',
    rule: ['ReleasesAreValid', 'Only live blocks of the heap are released'],
    cwe: 590,
    property: 'valid-free',
    askedBy: 'default',
  },
  memtrack: {
    fault: 'a block to which no pointer is left',
    happens: 'The last pointer to a block is lost',
    rule: ['BlocksAreTracked', 'The program keeps a pointer to each block'],
    cwe: 401,
    property: 'valid-memtrack',
    askedBy: 'default',
  },
  memcleanup: {
    fault: 'an end of the program with a live block',
    happens: 'The program ends while a block is live',
    rule: ['BlocksAreReleased', 'The program releases each block before it ends'],
    cwe: 772,
    property: 'valid-memcleanup',
    askedBy: 'all',
  },
  'data-race': {
    fault: 'a data race',
    happens: 'Two threads stand before conflicting accesses',
    rule: ['NoDataRace', 'Conflicting accesses of threads are ordered'],
    cwe: 366,
    property: 'no-data-race',
    askedBy: 'all',
  },
  deadlock: {
    fault: 'a deadlock',
    happens: 'All threads wait for ever',
    rule: ['NoDeadlock', 'Some live thread can always go on'],
    cwe: 833,
    property: null,
    askedBy: 'all',
  },
  requires: {
    fault: 'a call that breaks a precondition',
    happens: 'A call breaks a precondition of the function',
    rule: ['PreconditionsHold', 'Each call keeps the preconditions of the function'],
    cwe: 628,
    property: null,
    askedBy: 'name',
  },
  ensures: {
    fault: 'an end of a function without its postcondition',
    happens: 'A function ends without its postcondition',
    rule: ['PostconditionsHold', 'Each function ends with its postcondition'],
    cwe: 682,
    property: null,
    askedBy: 'name',
  },
  assigns: {
    fault: 'a write to an object that the contract of the function does not name',
    happens: 'A function writes to an object that its contract does not name',
    rule: ['FramesAreKept', 'Each function writes to nothing but what its contract names'],
    cwe: 693,
    property: null,
    askedBy: 'name',
  },
} as const satisfies Readonly<Record<string, CheckDescription>>;

export type CheckKind = keyof typeof CHECKS;
export const CHECK_KINDS = Object.keys(CHECKS) as readonly CheckKind[];
/** The kinds of checks that `lemmata check` looks for by default. */
export const DEFAULT_CHECKS = CHECK_KINDS.filter((kind) => CHECKS[kind].askedBy === 'default');

/** The kinds of clauses that a function with a contract may break. */
export const CLAUSE_CHECKS = ['requires', 'ensures', 'assigns'] as const satisfies readonly CheckKind[];
/** The kinds of checks of a function with a contract. */
export const CONTRACT_CHECKS: readonly CheckKind[] = [...DEFAULT_CHECKS, ...CLAUSE_CHECKS];

/** The kinds whose places `lemmata check` decides one by one. Races and deadlocks have one verdict together. */
export const PLACED_CHECKS = CHECK_KINDS.filter((kind) => kind !== 'data-race' && kind !== 'deadlock');

/**
 * The kinds about memory. Encoder and interpreter judge each access and each call of `free` themselves,
 * if the program watches for it (`Program.watched`). The ends of the program ask about lost blocks.
 */
export const MEMORY_KINDS = ['deref', 'free', 'memtrack'] as const satisfies readonly CheckKind[];
export type MemoryKind = (typeof MEMORY_KINDS)[number];

/**
 * The kinds whose violation may change any later step. Neither a proof nor a run passes over one, whatever the
 * question is, unless a property of SV-COMP states it. Accesses count where they write.
 */
export const UNDEFINED_KINDS = [
  'shift',
  'argument',
  'overlap',
  'unreachable',
  'representation',
  'deref',
  'free',
] as const satisfies readonly CheckKind[];

/** The kinds of {@link UNDEFINED_KINDS} that no check looks for. */
export function undefinedBeside(asked: readonly CheckKind[]): readonly CheckKind[] {
  return UNDEFINED_KINDS.filter((kind) => !asked.includes(kind));
}

/** The readings under a property file of SV-COMP: an object without a value has any value of its type. */
export const STATED_READINGS = { gaps: ['representation'], anyTruth: false } as const satisfies {
  readonly gaps: readonly CheckKind[];
  readonly anyTruth: boolean;
};

/** The kinds of operators and conversions: lowering puts their checks before the operation, where it is evaluated. */
export const OPERATION_KINDS = [
  'overflow',
  'wrap',
  'truncation',
  'division',
  'shift',
  'conversion',
] as const satisfies readonly CheckKind[];
export type OperationKind = (typeof OPERATION_KINDS)[number];

/** The kinds among these that `all` stands for. */
export function allAmong(kinds: readonly CheckKind[]): readonly CheckKind[] {
  return kinds.filter((kind) => CHECKS[kind].askedBy !== 'name');
}

/** Whether C defines what happens where a check of the kind fails. */
export function isDefinedKind(kind: CheckKind): boolean {
  return 'isDefined' in CHECKS[kind];
}

/** Whether the kind is about memory. */
export function isMemoryKind(kind: CheckKind): kind is MemoryKind {
  return MEMORY_KINDS.some((one) => one === kind);
}

/** Whether the kind is about accesses or releases, which encoder and interpreter judge themselves. */
export function isFaultKind(kind: CheckKind): kind is 'deref' | 'free' {
  return kind === 'deref' || kind === 'free';
}

/** Whether the kind is about blocks that the program loses or leaves. */
export function isLeakKind(kind: CheckKind): kind is 'memtrack' | 'memcleanup' {
  return kind === 'memtrack' || kind === 'memcleanup';
}

/** Whether some of the error functions fail checks of leaks, so that runs keep account of blocks. */
export function failLeaks(errorFunctions: readonly string[]): boolean {
  return errorFunctions.map(checkOf).some((kind) => kind !== null && isLeakKind(kind));
}

/** The names of what checks may find violated: properties of SV-COMP, and kinds that have none. */
export type CheckViolation = Exclude<(typeof CHECKS)[CheckKind]['property'], null> | CheckKind;

/** The name of what a failing check of the kind violates. */
export function violationOf(kind: CheckKind): CheckViolation {
  return CHECKS[kind].property ?? kind;
}

/** Prefix of hidden functions; no function of a program has it. */
const PREFIX = 'check:';

/**
 * Name of the hidden function without a body that a program calls where a check fails. A property about
 * checks names such functions as its error functions.
 */
export function checkFunction(kind: CheckKind): string {
  return `${PREFIX}${kind}`;
}

/** Name of the hidden function of a single check, by its number. */
export function numberedCheck(kind: CheckKind, number: number): string {
  return `${PREFIX}${kind}:${number}`;
}

/** The kind of check that calls the function where it fails; null for other functions. */
export function checkOf(functionName: string): CheckKind | null {
  if (!functionName.startsWith(PREFIX)) return null;
  const [name] = functionName.slice(PREFIX.length).split(':');
  return CHECK_KINDS.find((kind) => kind === name) ?? null;
}

/** Compares checks by file, place and kind. */
export function byPlace(
  a: { readonly kind: CheckKind; readonly at: SourceLocation },
  b: { readonly kind: CheckKind; readonly at: SourceLocation },
): number {
  if (a.at.file !== b.at.file) return a.at.file < b.at.file ? -1 : 1;
  const place = a.at.line - b.at.line || a.at.column - b.at.column;
  return place || CHECK_KINDS.indexOf(a.kind) - CHECK_KINDS.indexOf(b.kind);
}
