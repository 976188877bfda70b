import type { ArgumentBounds, Expr, Operation, Place } from './automaton.ts';

/**
 * Intrinsics of inputs that only formulas have. They are not builtins, so no program can name them. A
 * choice gives 1 for such an input, which never happens in runs of the interpreter. A value beyond
 * bounds is any value.
 */

export const ARGUMENTS = {
  choice: 'arguments-choice',
  beyond: 'arguments-beyond',
  /**
   * Makes the bytes of an object behind its first bytes inaccessible. The arguments are the object's
   * address and the number of accessible bytes. A string needs no number.
   */
  trim: 'arguments-trim',
} as const;

export const ENVIRONMENT = { choice: 'environment-choice', beyond: 'environment-beyond' } as const;

/** The value of an uninterpreted function behind its remembered calls: any in formulas, none in runs. */
export const UNINTERPRETED = 'uninterpreted-value';
/** The construct behind {@link UNINTERPRETED}. */
export const MANY_DIFFERENT_CALLS = 'many different calls of an uninterpreted function';

/**
 * Gives 1 if the thread that is joined, one among many, has ended. In runs of the interpreter it is
 * always 0, so that they wait for all threads, and end as unsupported after many tries.
 */
export const EARLY_JOIN = 'early-join';
/** The construct behind {@link EARLY_JOIN}. */
export const ONE_OF_MANY = 'the end of one thread among many';

/** The construct where two threads stand before accesses that conflict unless one of them is smaller. */
export const SMALLER_ACCESS = 'a data race with an access of a library function that may be smaller';

/** Gives 1 if a run takes another order of evaluation than the automaton's, where C leaves it open. */
export const OPEN_ORDER = 'open-order';
const ORDER_TEXT = 'order that C leaves open: ';

/** Names the construct behind {@link OPEN_ORDER}. `what`: the evaluations, and what they access. */
export function orderConstruct(what: string): string {
  return ORDER_TEXT + what;
}

/** The evaluations whose order a construct leaves open; null for other constructs. */
export function openOrderIn(construct: string): string | null {
  return construct.startsWith(ORDER_TEXT) ? construct.slice(ORDER_TEXT.length) : null;
}

/**
 * Stands where a place starts more threads than are told apart; the argument is the number of those. Proofs
 * end here. In a run, the further thread is one that the scheduler never chooses.
 */
export const IDLE_THREAD = 'idle-thread';

/** Intrinsics around operations that are atomic in a program with threads. Weaving the threads removes them. */
export const ATOMIC_BLOCK = { begin: 'atomic-begin', end: 'atomic-end' } as const;

/**
 * The function whose results choose the thread that runs next. Encoder and interpreter treat it as any
 * function of inputs; no program can name it.
 */
export const NEXT_THREAD = '__VERIFIER_nondet_next-thread';
/** The same for all other decisions of woven threads: how a model goes on, which access a race begins with. */
export const THREAD_CHOICE = '__VERIFIER_nondet_thread-choice';

/** The same for the choice of the stream that a run watches. */
export const WATCH_CHOICE = '__VERIFIER_nondet_watched-stream';

/** The function that decides whether a hint is looked at. It is declared where hints are put into a program. */
export const HINT_CHOICE = '__VERIFIER_nondet_lemmata_hint';

/** The function that decides whether a run ends at a failing check behind which it may go on. */
export const CHECK_CHOICE = '__VERIFIER_nondet_check';

/** The function that decides whether a handler of interrupts runs now. */
export const INTERRUPT_CHOICE = '__VERIFIER_nondet_interrupt';

/** The function whose results are what a register or an object that changes by itself holds at a read. */
export const OUTSIDE_READ = '__VERIFIER_nondet_read-from-outside';

/** Begins the names of functions whose results are what `__VERIFIER_nondet_memory` puts into memory. */
export const ANY_CONTENT = '__VERIFIER_nondet_content-';

/**
 * Begins the names of functions that decide whether one evaluation comes before another one, where C leaves their
 * order open. The rest of the name tells about the order that the result 1 stands for.
 */
export const ORDER_CHOICE = '__VERIFIER_nondet_order: ';

/** The order that a function of {@link ORDER_CHOICE} decides about; null for other functions. */
export function orderChosenBy(name: string): string | null {
  return name.startsWith(ORDER_CHOICE) ? name.slice(ORDER_CHOICE.length) : null;
}

const HIDDEN_CHOICES: readonly string[] = [
  NEXT_THREAD,
  THREAD_CHOICE,
  WATCH_CHOICE,
  INTERRUPT_CHOICE,
  HINT_CHOICE,
  CHECK_CHOICE,
];

/** Whether the function decides about threads, orders, interrupts, hints or what is watched, and is no input that people know. */
export function isHiddenChoice(name: string): boolean {
  return HIDDEN_CHOICES.includes(name) || orderChosenBy(name) !== null;
}

/** Names the inputs that an intrinsic stands for; null for all other intrinsics. */
export function beyondConstruct(name: string, bounds: ArgumentBounds): string | null {
  const limit = `beyond --arguments ${bounds.count}x${bounds.bytes}`;
  switch (name) {
    case ARGUMENTS.choice:
    case ARGUMENTS.beyond:
      return `a command line ${limit}`;
    case ENVIRONMENT.choice:
    case ENVIRONMENT.beyond:
      return `an environment ${limit}`;
    case OPEN_ORDER:
      return 'another order of evaluation';
    case UNINTERPRETED:
      return MANY_DIFFERENT_CALLS;
    case EARLY_JOIN:
      return ONE_OF_MANY;
    default:
      return null;
  }
}

/** Makes the operation of an intrinsic without places. */
export function intrinsic(name: string, args: readonly Expr[], result: Place | null): Operation {
  return { kind: 'intrinsic', name, arguments: args, places: [], result };
}
