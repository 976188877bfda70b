/**
 * Treatment of a function of C's library, of POSIX or of the compiler, where the program has no body
 * for it.
 */
export type Treatment =
  /**
   * The front end replaces the call by a constant or by other expressions. Only functions of the
   * compiler have this treatment.
   */
  | 'translated'
  /** The encoder has a formula, perhaps for some calls only, and the interpreter runs the function. */
  | 'formula'
  /** The function has a model in C, perhaps besides a formula, and the interpreter runs it. */
  | 'model'
  /**
   * The interpreter runs the function. Proofs allow any value for its result, and for everything that it
   * may write through its arguments.
   */
  | 'interpreter'
  /**
   * The result is an input of the run, within the range of its row. The function may write any value
   * through its arguments.
   */
  | 'input'
  /**
   * The library defines the result, but no code here computes it. Proofs allow any value, and a run that
   * uses the result is not an alarm.
   */
  | 'approximate'
  /** The call does not return. */
  | 'ends'
  /**
   * The function changes control in ways that the linker decides on: jumps, and functions that are
   * called later.
   */
  | 'control'
  /** The call has no meaning: the run ends as unknown, with the function's name. */
  | 'unsupported';

/** Files with models in C, in `program/lowering/models/c`. */
export type ModelFile =
  | 'general.c'
  | 'input.c'
  | 'memory.c'
  | 'numbers.c'
  | 'numerals.c'
  | 'options.c'
  | 'strings.c'
  | 'system.c'
  | 'tokens.c'
  | 'wide.c';

/** The changes of memory by a call for which the encoder has neither a formula nor a model. */
export type Effect =
  /** Writes nothing that a program can read back. The result is some int. */
  | 'prints'
  /** Ends the block of the heap that the first argument leads to. */
  | 'frees'
  /** Compares, measures or computes: reads its arguments' targets, and changes nothing, `errno` included. */
  | 'computes'
  /** Only reads through its pointer arguments, whatever their declaration says. */
  | 'reads'
  /** Writes only through its arguments, and keeps no pointer of them. */
  | 'writes';

/**
 * A precondition of a call: what C, or the library where C says nothing, requires of arguments
 * (C11 7.1.4p1). Positions count from 0. A call that violates one is undefined.
 */
export type Precondition =
  /** An integer within a range, both ends included. `known`: what glibc defines beyond; absent: nothing. */
  | {
      readonly kind: 'range';
      readonly at: number;
      readonly least: number;
      readonly most: number;
      readonly known?: 'all' | readonly [least: number, most: number];
    }
  /** Any integer but this one. */
  | { readonly kind: 'not'; readonly at: number; readonly value: number }
  /** Any integer but the least one of its type. */
  | { readonly kind: 'not-least'; readonly at: number }
  /** A divisor: not 0, and not -1 for the least dividend. */
  | { readonly kind: 'divisor'; readonly at: number; readonly of: number }
  /** The address of an object, which no number is; `nullable`: or null. The table derives it. */
  | { readonly kind: 'object'; readonly at: number; readonly nullable: boolean }
  /** A stream: not null, and open. */
  | { readonly kind: 'open'; readonly at: number }
  /**
   * The bytes at `to` and at `from`, as many as `bytes` says, or that many wide characters, do not overlap.
   * `atMost`: perhaps fewer are copied.
   */
  | {
      readonly kind: 'apart';
      readonly to: number;
      readonly from: number;
      readonly bytes: number;
      readonly unit?: 'wide';
      readonly atMost?: true;
    }
  /**
   * The string at `from`, of which at most `limit` characters are copied, does not overlap with its copy at
   * `to`, or behind the string there. A copy that ends at a limit is filled up to it, unless it stands behind another.
   * `cut`: the whole string is read, and all that is written lies within the limit.
   */
  | {
      readonly kind: 'string-apart';
      readonly to: number;
      readonly from: number;
      readonly limit?: number;
      readonly behind?: true;
      readonly cut?: true;
      readonly unit?: 'wide';
    }
  /** The texts that the format prints do not overlap with the place that is printed to, within the limit. */
  | { readonly kind: 'printed-apart'; readonly to: number; readonly format: number; readonly limit?: number }
  /**
   * No text from position `first` on overlaps with the one at `to`. The format decides how much of them is
   * used, so that texts in one object are a gap, and no violation.
   */
  | { readonly kind: 'pointed-apart'; readonly to: number; readonly first: number }
  /**
   * No pointer in the `va_list` at `list` leads into the place of `to`, within the limit. The format decides how
   * much is used there, so that such a pointer is a gap, and no violation.
   */
  | { readonly kind: 'list-apart'; readonly to: number; readonly list: number; readonly limit?: number }
  /** A format of `printf` that the arguments behind it fit, or those of the `va_list` at `list`. */
  | { readonly kind: 'format'; readonly at: number; readonly list?: number }
  /** A mode of `fopen` that C or a library knows. */
  | { readonly kind: 'mode'; readonly at: number }
  /** Null. The stream would use other memory later, which is not modelled: that is a gap, and no violation. */
  | { readonly kind: 'unbuffered'; readonly at: number }
  /** Null only in later calls than the first one that it is not null in. */
  | { readonly kind: 'begun'; readonly at: number };

/**
 * All facts about a library function, but for its code. The encoder's tables of formulas, the files of
 * models and the interpreter's table are typed by the names of the rows that ask for them.
 */
export interface LibraryRow {
  /**
   * Result and parameters, as glibc declares them on LP64. Pointers to types other than characters are
   * `void *`, pointers to functions `function *`, structures `struct`. Where `gcc` is set, the type is
   * GCC's for both data models, by the names that signatures.ts reads.
   */
  readonly type: string;
  /** The file with the function's model in C, and the function's name there, if it differs; `made`: for each call. */
  readonly model?: ModelFile | `${ModelFile}:${string}` | 'made';
  /** Whether the encoder has a formula. Beside a model, a comment says what it gains. */
  readonly formula?: true;
  /** Whether the interpreter runs the function. */
  readonly run?: true;
  /** The treatment, if it is not the one that `model`, `formula` and `run` show. */
  readonly treatment?: Treatment;
  /** Whether GCC knows the function without a declaration, and as `__builtin_NAME`. */
  readonly gcc?: true;
  /** Positions of the flag and the object size among the arguments of `__builtin___NAME_chk`. */
  readonly fortified?: readonly number[];
  readonly does?: Effect;
  /** Whether the function may make or move a block of the heap. */
  readonly allocates?: true;
  /** Whether the result is a stream that was opened, or null as an input of the run decides. */
  readonly opens?: true;
  /** Whether the function closes the stream that its first argument leads to. */
  readonly closes?: true;
  /** Whether the function may end the program like `exit`, or registers handlers in the same list as `atexit`. */
  readonly exits?: true;
  /**
   * The effect on `errno`: `kept` in every library, or changed exactly as the interpreter does. Otherwise
   * it may change. C reserves the right to that for functions whose description does not mention it (C11 7.5).
   */
  readonly errno?: 'kept' | 'exact' | 'set';
  /** Least and greatest result; null where only the type limits it. Without a range it is any value of its type. */
  readonly range?: readonly [least: number, most: number | null];
  /** Requirements on arguments, besides those of accesses; absent: none, or none that is known. */
  readonly requires?: readonly Precondition[];
  /** Parameters, from 0 on, through which the function accesses one object of the declared type. */
  readonly one?: readonly number[];
  /** Such parameters that may also be null: nothing is accessed then. */
  readonly optional?: readonly number[];
  /** Parameters through which a text is read up to its end, and nothing else is accessed. */
  readonly texts?: readonly number[];
  /** Pointers through which as many bytes are read as the product of the counts, and nothing else is accessed. */
  readonly blocks?: readonly (readonly [pointer: number, ...counts: number[]])[];
  /** Pointers through which nothing is accessed where their count is 0. C requires objects there all the same. */
  readonly counted?: readonly (readonly [pointer: number, count: number])[];
  /** Other parameters through which nothing is accessed if they are null. */
  readonly nullable?: readonly number[];
}

/** A function that has forms for the floating types besides double. */
export interface MathRow extends Omit<LibraryRow, 'gcc'> {
  /**
   * `C`: forms of C's types alone. `builtins of C`: forms of all types, of which the compiler knows
   * those of C's types. `quad`: all, and one more for `__float128` in the compiler. Absent: all.
   */
  readonly forms?: 'C' | 'builtins of C' | 'quad';
}

/** Short forms for rows: `{ type: 'int(int)', formula, run, gcc }`. */
export const formula = true;
export const run = true;
export const gcc = true;
