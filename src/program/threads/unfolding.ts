import type { SourceLocation } from '../../base/source.ts';
import type { Variable } from '../../c/ast.ts';
import type { AutomatonFunction, Edge, Expr, Location, Operation, Place } from '../cfa/automaton.ts';

/** A thread of the program. */
export interface Thread {
  /** 0 is the thread of `main`. */
  readonly id: number;
  readonly root: Activation;
  /** Whether it stands for all threads that its site starts. */
  readonly isPool: boolean;
  /** The place that starts it; null for `main`. */
  readonly site: Site | null;
  /** The value that `pthread_join` gives. */
  readonly value: Variable;
  /** The location of the thread: 0 before it starts, 1 after its end. */
  readonly at: Variable;
  entry: Node | null;
}

/** A place that starts threads. */
export interface Site {
  readonly activation: Activation;
  readonly edge: number;
  readonly repeated: boolean;
  /** Whether a value decides the function, so that further threads may be found. */
  readonly isChosen: boolean;
  /** The threads that it may start, by the id of their function. */
  readonly threads: Map<number, Thread[]>;
}

/** One call of a function in a thread. */
export interface Activation {
  readonly fn: AutomatonFunction;
  /** The program that numbers the functions and variables: the user's, or that of the models. */
  readonly modelled: boolean;
  readonly thread: number;
  readonly parent: Activation | null;
  readonly call: Edge | null;
  /** Whether the call begins an atomic block. */
  readonly atomic: boolean;
  readonly variables: Map<number, Variable>;
  /** Values of parameters that are constants or addresses of static objects. */
  readonly constants: Map<number, Expr>;
  readonly result: Variable | null;
  readonly children: Map<string, Activation>;
  readonly rewritten: Map<Expr, Expr>;
  /** Whether the call may be made several times. */
  readonly repeated: boolean;
}

/** State of a thread at a node, besides its place. */
export interface Flags {
  /** In an atomic block of the program. */
  readonly block: boolean;
  /** In an atomic block of a model. */
  readonly inner: boolean;
  /** Hidden objects of the mutexes that the thread holds on every way here, by id in increasing order. */
  readonly held: readonly number[];
  /** Sites whose threads may run beside this one, one bit each; all for other threads than `main`. */
  readonly beside: bigint;
}

export interface Node {
  readonly id: number;
  readonly activation: Activation;
  readonly location: Location;
  /** The alternative that is tried, where a value decides among several. */
  readonly alternative: number;
  readonly flags: Flags;
  steps: UnfoldedStep[];
}

/** A step of a thread between two nodes. */
export interface UnfoldedStep {
  /** The node behind the step; null where the thread ends. */
  readonly to: Node | null;
  readonly at: SourceLocation;
  /** The operation as the source has it; null for steps that it does not show. */
  readonly source: Operation | null;
  /** `shared` of operations: the construct that has no meaning where threads disturb each other in memory. */
  readonly what:
    | { readonly kind: 'operations'; readonly operations: readonly Operation[]; readonly shared?: string }
    /** Starts a thread; `name` is where its number goes. */
    | { readonly kind: 'create'; readonly threads: readonly Thread[]; readonly name: Place; readonly argument: Expr }
    | { readonly kind: 'join'; readonly threads: readonly Thread[]; readonly name: Expr; readonly result: Place | null }
    | { readonly kind: 'detach'; readonly threads: readonly Thread[]; readonly name: Expr }
    /** Takes a plain mutex. */
    | { readonly kind: 'lock'; readonly mutex: Variable }
    /** Releases a plain mutex. `certain`: no check that the thread holds it is needed. */
    | { readonly kind: 'unlock'; readonly mutex: Variable; readonly certain: boolean }
    /** A wait inside a model has failed: its block ends. */
    | { readonly kind: 'wait' }
    /** The thread ends, and with it the lifetimes of its variables. `all`: the program ends with this value. */
    | {
        readonly kind: 'end';
        readonly all: boolean;
        readonly value: Expr | null;
        readonly ends: readonly Operation[];
      };
}

/** A variable that a thread has for itself. */
export interface ThreadCopy {
  readonly copy: Variable;
  /** Null where the program has none: the variable is one of the models. */
  readonly original: Variable | null;
  /** Null for a variable of the models that all threads share. */
  readonly thread: number | null;
}

export interface Unfolding {
  readonly threads: readonly Thread[];
  readonly nodes: readonly Node[];
  /** Variables of the copied activations. */
  readonly locals: readonly Variable[];
  readonly copies: readonly ThreadCopy[];
  /** The original of each renamed variable, by id. */
  readonly originals: ReadonlyMap<number, number>;
  /** Hidden objects of mutexes that only the holder releases. */
  readonly exclusive: ReadonlySet<number>;
  /** Whether the thread of `main` asks for its name. */
  readonly namesMain: boolean;
  /** Hidden objects of mutexes that threads take and release only while they hold a certain other one. */
  readonly nested: ReadonlySet<number>;
  /** Variables that say whether a thread was joined or detached, by its id, where it may be so twice. */
  readonly released: ReadonlyMap<number, Variable>;
  /** Functions of pools whose threads ask for their names, or meet mutexes that know their owners. */
  readonly selfAware: ReadonlySet<number>;
  /** Hidden objects of mutexes that some thread destroys. */
  readonly destroyed: ReadonlySet<number>;
  /** Hidden objects of mutexes that some thread tries, and so notices that they are held. */
  readonly tried: ReadonlySet<number>;
}

/** Limits of an unfolding. */
export interface ThreadLimits {
  /** Threads that one place in a loop starts, where neither the loop nor a pool counts them. */
  readonly perSite: number;
  /** Most threads that a loop with a counter starts one by one. */
  readonly counted: number;
  readonly threads: number;
  readonly nodes: number;
}

export interface UnfoldOptions {
  readonly limits: ThreadLimits;
  /** Functions whose threads are told apart. */
  readonly single: ReadonlySet<number>;
  /** Whether runs in which all threads wait for ever are asked for. */
  readonly blocks: boolean;
}

export const THREAD_LIMITS: ThreadLimits = { perSite: 4, counted: 8, threads: 16, nodes: 40_000 };

/** Whether other threads may run between the accesses of a node's steps. */
export function isInterruptible({ flags }: Node): boolean {
  return flags.beside !== 0n && !flags.block && !flags.inner;
}
