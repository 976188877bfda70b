import type { Descriptions } from '../../base/description.ts';
import type { FloatValue } from '../../base/float.ts';
import type { SourceLocation } from '../../base/source.ts';
import type { ArgumentSize, Variable } from '../../c/ast.ts';
import type { FunctionOrigin } from '../../c/builtins/classify.ts';
import type { BinaryOperator, ComparisonOperator } from '../../c/types/operators.ts';
import type { CType, FloatType, FunctionType, Platform, PointerType } from '../../c/types/types.ts';
import type { PlacedFaults } from './checks/faults.ts';
import type { CheckKind, MemoryKind } from './checks/kinds.ts';
import type { Externals } from './externals.ts';
import type { AddressRange } from './surroundings.ts';

/**
 * Program automata: one for each function, flat, with side-effect-free expressions on the edges. The
 * automata fix C's evaluation order, which GCC leaves open. It is left to right, arguments left to
 * right, the right side of an assignment before its target. Arguments whose order matters go from the last
 * to the first, as in GCC, where no property of SV-COMP implies the order. All is plain data, so a program travels to
 * other threads by structured clone.
 */
export interface Program extends Platform {
  /**
   * Whether each call of malloc and its kin may return null. Which calls do is an input of the run. If
   * false, no call does.
   */
  readonly allocationMayFail: boolean;
  /** Readings of the external functions. */
  readonly externals: Externals;
  /**
   * The faults of memory at which a run ends as at a call of an error function. Encoder and interpreter
   * judge each operation themselves.
   */
  readonly watched: readonly MemoryKind[];
  /**
   * The faults of memory that are not watched, and have no meaning: writes outside of live objects (`deref`),
   * and wrong releases. Else they change nothing.
   */
  readonly judged: readonly MemoryKind[];
  /** The watched faults whose contested cases are faults, too. */
  readonly strict: readonly MemoryKind[];
  /** The checks of these faults by place; null: a fault fails the check of its kind. */
  readonly faults: PlacedFaults | null;
  /**
   * Bounds of the command line that `main` gets as inputs (main-arguments.ts). Null if `main` reads no
   * arguments, or if their values are unknown.
   */
  readonly arguments: ArgumentBounds | null;
  /**
   * Variables of the environment that the program gets as inputs (models/environment.ts); null if there
   * are none.
   */
  readonly environment: EnvironmentInputs | null;
  /** Indexed by function id (`FunctionDeclaration.id` of the syntax tree); holes are null. */
  readonly functions: readonly (AutomatonFunction | null)[];
  /**
   * File-scope variables, static locals, static compound literals and string literals (named
   * `$string<id>`).
   */
  readonly globals: readonly Variable[];
  /**
   * Static initialisers by variable id; a global that is missing here is all zero, one with `undefined`
   * is unknown.
   */
  readonly initialValues: ReadonlyMap<number, readonly StaticValue[]>;
  /** Addresses of registers, where no object lies; absent: none. */
  readonly devices?: readonly AddressRange[];
  /** Numbers of elements that the entry's function and its types say about objects; absent: no entry. */
  readonly promised?: readonly { readonly pointer: string; readonly count: string }[];
  /** Id of `main`, or null if there is none. */
  readonly main: number | null;
  /** The entry of a program that does not begin at `main`. */
  readonly startup: Startup;
  readonly files: readonly string[];
  /**
   * Ids of functions that the linker laid out once, in increasing order. Names of execution sites start
   * again there (`Context.path`).
   */
  readonly shared: readonly number[];
  /** Descriptions of hidden variables for people; absent: none. */
  readonly descriptions?: Descriptions;
  /** Present where threads were woven for a search of data races. */
  readonly woven?: WovenThreads;
  /** Present where threads were woven: the thread of each way that the scheduler chooses from, in order. */
  readonly ways?: readonly number[];
}

/** Hidden parts of a program that surround the call of its first function. */
interface Startup {
  /** Ids of the functions that run before `main`, in order. */
  readonly constructors: readonly number[];
  /** The variable that says whether they have run; null if no `main` reads it. */
  readonly started: Place | null;
  /**
   * Number of the mark that a `longjmp` is going to; 0 if none is under way. Null if the program never
   * jumps.
   */
  readonly jump: Place | null;
}

/**
 * Bounds of the searched command lines: number of arguments besides the program's name, and bytes of
 * each argument.
 */
export interface ArgumentBounds {
  readonly count: number;
  readonly bytes: number;
}

/** The variables of the environment that the program reads, and the bounds of their texts. */
interface EnvironmentInputs {
  readonly names: readonly string[];
  readonly bounds: ArgumentBounds;
}

/** One stored constant of a static initialiser; later entries override earlier ones. */
export interface StaticValue {
  /** Positions from the object down, as in `InitializerEntry.path`. */
  readonly path: readonly number[];
  /** The last position of a range at `level`: the same constant is stored for path[level]..last. */
  readonly range?: { readonly level: number; readonly last: number };
  /**
   * `bytes`: the array elements from the start of the sub-object on, one number each (string literals,
   * tables of integers of at most 32 bits).
   */
  readonly value: Expr | { readonly kind: 'bytes'; readonly units: readonly number[] };
}

/** A control location is a number, unique within its function. */
export type Location = number;

/** The automaton of one function. */
export interface AutomatonFunction {
  readonly id: number;
  readonly name: string;
  readonly type: FunctionType;
  readonly parameters: readonly Variable[];
  /** Automatic variables, including hidden temporaries (`$t1` ...), without parameters. */
  readonly locals: readonly Variable[];
  /** False for a function without a body: a library function, or an unknown one. */
  readonly defined: boolean;
  /** Owner of the function. */
  readonly origin: FunctionOrigin;
  /**
   * Whether another function is the same symbol. Calls by either name then call the function with the
   * body.
   */
  readonly hasTwin: boolean;
  readonly noreturn: boolean;
  readonly pure: boolean;
  /** Positions from 1 of the parameters that callers promise not to be null; absent: none. */
  readonly nonnull?: readonly number[] | 'all';
  /** Objects of pointer parameters, as callers promise; absent: nothing. */
  readonly sizes?: readonly ArgumentSize[];
  readonly entry: Location;
  /** The target of every `return` edge, and of control that falls off the end. */
  readonly exit: Location;
  /** Locations are 0 .. locationCount - 1. */
  readonly locationCount: number;
  /** Indexed by edge id. */
  readonly edges: readonly Edge[];
  /**
   * Ids of the edges that leave each location, indexed by location. There is either one edge whose
   * operation is not a branch, or branches (`assume`, `case`, `default`). The branches exclude each
   * other and cover all cases.
   */
  readonly outgoing: readonly (readonly number[])[];
  /** The source's names for locations in messages and witnesses: loop heads, labels. */
  readonly marks: readonly LocationMark[];
  /**
   * The moments (as in `marks`) in which the names of parameters and locals are in scope, by variable
   * id. Compound literals have an extent as if they had names.
   */
  readonly extents: ReadonlyMap<number, Extent>;
  readonly at: SourceLocation;
}

/** A loop head or a label of the source at a location, or the choice of the next thread. */
export interface LocationMark {
  readonly location: Location;
  readonly kind: 'loop' | 'label' | 'threads';
  /** Place of the mark; for loops the first character of `for`, `while` or `do`. */
  readonly at: SourceLocation;
  /** Label name, or the loop's keyword; `threads` for the choice of the next thread. */
  readonly name: string;
  /** Number of declarations and ends of blocks before it, in the order of the source. */
  readonly moment: number;
}

/** The moments from the first up to, but not including, the last. */
export interface Extent {
  readonly from: number;
  readonly to: number;
}

/** An edge of an automaton, with the operation that a run executes on it. */
export interface Edge {
  readonly id: number;
  readonly from: Location;
  readonly to: Location;
  readonly op: Operation;
  readonly at: SourceLocation;
  /** In a program of woven threads, the step that the edge is a part of; null: a step of the scheduler. */
  readonly step?: ThreadStep | null;
  /** The statement that the edge decides; absent: it decides none, or a part of a condition alone. */
  readonly branch?: Branch;
}

/** The outcome of the condition of an `if` or a loop. */
export interface Branch {
  /** The keyword of the statement. */
  readonly at: SourceLocation;
  readonly taken: boolean;
}

/** A step of a thread, whose code became a part of another function. */
export interface ThreadStep {
  /** 0 is the thread of `main`; the others have the numbers that `pthread_self` gives, less 1. */
  readonly thread: number;
  readonly function: string;
  /** Number of calls that the thread is in. */
  readonly depth: number;
  /** The operation as the source has it; null: the edge says nothing about the source. */
  readonly source: Operation | null;
  /** The meaning of the edge for the order of accesses; absent where data races are no errors. */
  readonly order?: ThreadOrder;
}

/** The meaning of a woven thread's edge for the order between accesses of threads. */
export interface ThreadOrder {
  /** The library function whose model the edge belongs to; null for accesses of the program. */
  readonly model: string | null;
  /** Whether its accesses belong to an atomic operation, or to an atomic block of the program. */
  readonly atomic: 'no' | 'operation' | 'block';
  readonly event: ThreadEvent | null;
}

/** An event that orders a thread and another one, which has the number `thread`. */
export interface ThreadEvent {
  /** `start`: the other one begins. `join`: it has ended. */
  readonly kind: 'start' | 'join';
  readonly thread: number;
}

/** Facts about woven threads for the order between their accesses. */
export interface WovenThreads {
  /** Ids of hidden variables of the weaving, which are no objects of the program. */
  readonly hidden: ReadonlySet<number>;
  /** Whether some threads have no numbers of their own. */
  readonly pools: boolean;
  /** Number of threads. */
  readonly count: number;
}

export type Operation =
  | { readonly kind: 'skip' }
  /** Holds if `condition` (scalar) is non-zero, or zero when `truth` is false. */
  | { readonly kind: 'assume'; readonly condition: Expr; readonly truth: boolean }
  /** One `case low ... high` of a switch; bounds inclusive, in the type of `value`. */
  | { readonly kind: 'case'; readonly value: Expr; readonly low: bigint; readonly high: bigint }
  /** The switch value lies in none of the ranges. */
  | {
      readonly kind: 'default';
      readonly value: Expr;
      readonly ranges: readonly { readonly low: bigint; readonly high: bigint }[];
    }
  /**
   * Scalars, and structs, unions, vectors and complex numbers by value. Source and target may overlap
   * only if equal.
   */
  | { readonly kind: 'assign'; readonly target: Place; readonly value: Expr }
  /**
   * A lifetime starts. The content is indeterminate until assigned: one unknown value for all reads. VLA
   * lengths are already in their length variable.
   */
  | { readonly kind: 'declare'; readonly variable: Variable }
  /** Sets all bytes to zero (before a partial aggregate initialiser). */
  | { readonly kind: 'zero'; readonly target: Place }
  /** Sets the elements of a char array from a string: units, then zeros to the end of the array. */
  | { readonly kind: 'set-string'; readonly target: Place; readonly units: readonly number[] }
  | {
      readonly kind: 'call';
      readonly callee: Callee;
      readonly arguments: readonly Expr[];
      readonly result: Place | null;
      /**
       * The violation in words, where a check fails; absent: those of its kind. The evaluations in words, where a
       * choice decides about their order.
       */
      readonly what?: string;
    }
  /**
   * Leads to `exit`. The value is null in void functions and for `return;`. Falling off the end of a
   * non-void function has no return edge.
   */
  | { readonly kind: 'return'; readonly value: Expr | null }
  /**
   * va_start(list), va_end(list), va_copy(list, list), va_arg(list), alloca(size), frame_address, ...;
   * arguments as values, lists as places.
   */
  | {
      readonly kind: 'intrinsic';
      readonly name: string;
      readonly arguments: readonly Expr[];
      readonly places: readonly Place[];
      readonly result: Place | null;
    }
  /**
   * The choice before a call of a library function in a linked program. The call goes to the function's
   * model in C, or uses a formula. The encoder chooses. Runs of the program never reach this operation.
   */
  | { readonly kind: 'choose'; readonly model: boolean; readonly call: Operation & { readonly kind: 'call' } }
  /**
   * A construct without a meaning here, by name ("inline assembly"). Every analysis that executes it
   * ends with unknown. `unread`: the automaton lacks the source at this place, so the operation may call
   * any function and jump anywhere.
   */
  | {
      readonly kind: 'unsupported';
      readonly construct: string;
      readonly unread?: boolean;
      /** The kind of check of a contested case. */
      readonly check?: CheckKind;
    };

export type Callee =
  | { readonly kind: 'direct'; readonly function: number }
  | { readonly kind: 'indirect'; readonly pointer: Expr; readonly type: FunctionType };

/** Expressions without side effects. Types are the C types; qualifiers do not matter here. */
export type Expr =
  /**
   * A constant of any integer, enum or pointer type. The value is in the type's range (pointers:
   * unsigned).
   */
  | { readonly kind: 'integer'; readonly type: CType; readonly value: bigint }
  | { readonly kind: 'float'; readonly type: FloatType; readonly value: FloatValue }
  /** The type is the place's, or `unsigned char` for the byte of a `_Bool`. */
  | { readonly kind: 'load'; readonly type: CType; readonly place: Place }
  /**
   * Address of an object or sub-object. Array decay is the address of the array with the type of a
   * pointer to its element.
   */
  | { readonly kind: 'address'; readonly type: CType; readonly place: Place }
  | { readonly kind: 'function-address'; readonly type: CType; readonly function: number }
  | { readonly kind: 'label-address'; readonly type: CType; readonly function: number; readonly location: Location }
  | { readonly kind: 'negate' | 'complement'; readonly type: CType; readonly operand: Expr }
  /** 1 if the scalar operand is zero, else 0; of type int. */
  | { readonly kind: 'not'; readonly type: CType; readonly operand: Expr }
  /** An operation whose operands have the result's type, except the right one of a shift. */
  | {
      readonly kind: 'binary';
      readonly type: CType;
      readonly operator: BinaryOperator;
      readonly left: Expr;
      readonly right: Expr;
    }
  | {
      readonly kind: 'compare';
      readonly type: CType;
      readonly operator: ComparisonOperator;
      readonly left: Expr;
      readonly right: Expr;
    }
  /** `pointer ± index`, in elements of the pointer's target (size 1 for void and functions). */
  | {
      readonly kind: 'pointer-add';
      readonly type: PointerType;
      readonly pointer: Expr;
      readonly index: Expr;
      readonly negative: boolean;
    }
  | { readonly kind: 'pointer-difference'; readonly type: CType; readonly left: Expr; readonly right: Expr }
  /**
   * A choice between two values. Both arms are free of effects *and* of undefined behaviour that the
   * condition guards against (otherwise the builder branches).
   */
  | {
      readonly kind: 'conditional';
      readonly type: CType;
      readonly condition: Expr;
      readonly then: Expr;
      readonly otherwise: Expr;
    }
  /** A conversion. `_Bool` compares with zero; void has no value and does not occur. */
  | { readonly kind: 'convert'; readonly type: CType; readonly operand: Expr }
  /** Real or imaginary part of a complex value, or a complex value from two parts. */
  | { readonly kind: 'complex-part'; readonly type: CType; readonly part: 'real' | 'imaginary'; readonly operand: Expr }
  | { readonly kind: 'complex'; readonly type: CType; readonly real: Expr; readonly imaginary: Expr }
  /** Size in bytes of a VLA type, of type size_t. The counts are read from its length variables. */
  | { readonly kind: 'size-of'; readonly type: CType; readonly of: CType };

/** The place of an object or a part of it. `type` is the type of the denoted object. */
export type Place =
  | { readonly kind: 'variable'; readonly type: CType; readonly variable: Variable }
  | { readonly kind: 'dereference'; readonly type: CType; readonly pointer: Expr }
  /**
   * The member at `index` in `definition.fields` of the base's record type. It is a bit-field if that
   * field has `bits`.
   */
  | { readonly kind: 'member'; readonly type: CType; readonly base: Place; readonly index: number }
  /** `base[index]`, where the base denotes an array. The index has any integer type. */
  | { readonly kind: 'element'; readonly type: CType; readonly base: Place; readonly index: Expr };
