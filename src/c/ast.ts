import type { FloatValue } from '../base/float.ts';
import type { SourceLocation } from '../base/source.ts';
import type { BinaryOperator, ComparisonOperator } from './types/operators.ts';
import type { CType, Field, FloatType, FunctionType, IntegerType, Platform, PointerType } from './types/types.ts';

/**
 * The typed syntax tree of a linked program. Names are resolved, and every implicit conversion is
 * explicit. Integer constant expressions that C requires to be constant are folded (array lengths,
 * case labels, enumerators, bit-field widths, `sizeof` of fixed types, `offsetof`, `_Alignof`,
 * `_Generic`, `__builtin_types_compatible_p`, `__builtin_choose_expr` ...). Plain data only.
 */

/** An object with a name, or a hidden one (compound literal, VLA length). */
export interface Variable {
  /** Unique in the linked program. */
  readonly id: number;
  /** Name as written; hidden names start with `$`. */
  readonly name: string;
  /**
   * The object's type. If a flexible array member is initialised, this is a copy of the record in which
   * that member has its length. Expressions have the declared type.
   */
  type: CType;
  readonly storage: 'static' | 'automatic';
  /** True for globals of external linkage, which other files may define. */
  readonly external: boolean;
  /** True if there are only `extern` declarations: the initial value is unknown, not zero. */
  undefined: boolean;
  /** Function in which a local or a static local is declared; null at file scope. */
  readonly scope: number | null;
  readonly threadLocal: boolean;
  /** True if the variable is declared `weak` and defined nowhere: its address is null. */
  missing?: boolean;
  /**
   * Initialiser of a variable of static storage; all its values are constant expressions. Null means all
   * zero.
   */
  initializer: Initializer | null;
  readonly at: SourceLocation;
}

/**
 * A flattened initialiser. Every part without an entry is zero (GCC zeroes padding of static objects
 * too). Entries are in source order; a later entry overrides an earlier one.
 */
export interface Initializer {
  /** True if the entries do not cover the whole object, so that it has to be zeroed first. */
  readonly zeroFirst: boolean;
  readonly entries: readonly InitializerEntry[];
}

/** One value of an initialiser, with the sub-object that it sets. */
export interface InitializerEntry {
  /**
   * Positions from the object down to the sub-object, level by level: a member index in
   * `definition.fields`, or an array index. [] is the object itself.
   */
  readonly path: readonly number[];
  /**
   * GNU range designator `[first ... last]`: path[level] is first. The value is evaluated once and
   * stored to each of first..last.
   */
  readonly range?: { readonly level: number; readonly last: number };
  /**
   * The value, converted to the type of the sub-object. An entry for a char array may be a `string`
   * expression (shorter or longer than the array).
   */
  readonly value: Expression;
}

/** The number of elements that a parameter leads to, as its declaration or an attribute says. */
export interface ArgumentSize {
  /** Position of the pointer, from 1. */
  readonly pointer: number;
  readonly count: ArgumentCount;
  /** Whether the pointer may be null: never, only without elements, or always. */
  readonly null: 'never' | 'empty' | 'any';
}

/** A number of elements in terms of arguments, whose positions count from 1. */
export type ArgumentCount =
  | { readonly kind: 'number'; readonly value: bigint }
  | { readonly kind: 'argument'; readonly position: number }
  | {
      readonly kind: 'binary';
      readonly operator: '+' | '-' | '*';
      readonly left: ArgumentCount;
      readonly right: ArgumentCount;
    };

/** A function of the program, or one that it declares or calls. */
export interface FunctionDeclaration {
  /** Unique in the linked program. All declarations of one external function share one object. */
  readonly id: number;
  readonly name: string;
  type: FunctionType;
  readonly external: boolean;
  noreturn: boolean;
  /** `pure` or `const` attribute. */
  pure: boolean;
  /** Positions from 1 of the parameters that are not null, by the attribute `nonnull`; `all`: each of them. */
  nonnull: readonly number[] | 'all';
  /** Objects of pointer parameters, as declarations and attributes say; the first of a pointer counts. */
  sizes: readonly ArgumentSize[];
  /** True if a header of the system declares the function. */
  system: boolean;
  /** `__asm__("name")` label, or null. */
  asmName: string | null;
  /**
   * The function that defines the symbol, if an `asm` label or an alias makes this name another one for
   * it; else null. Its own `same` is null.
   */
  same: FunctionDeclaration | null;
  /** True if the function is declared `weak` and defined nowhere: its address is null. */
  missing: boolean;
  /** Alignment in bytes that attributes give the function; 1 without any. */
  align: number;
  /** Null if no file defines the function. */
  definition: FunctionDefinition | null;
  /** The clauses of its declarations; absent: none has any. */
  contract?: Contract;
  readonly at: SourceLocation;
}

/** The clauses of a function. */
export interface Contract {
  /** Parameters of the declaration that has the clauses. */
  readonly parameters: readonly Variable[];
  /** Stands for the result; null for functions without one. */
  readonly result: Variable | null;
  /** Variables that stand for values at the call. */
  readonly olds: readonly {
    readonly variable: Variable;
    readonly value: Expression;
    /** The variables of quantifiers around it, outer ones first; absent: there are none. */
    readonly bound?: readonly Variable[];
  }[];
  readonly clauses: readonly Clause[];
  /** Whether the function may assign anything; absent: only what its clauses name. */
  readonly assignsAny?: true;
  readonly at: SourceLocation;
}

/**
 * A clause of a contract, with its tokens. Terms that only clauses have are `builtin` nodes: `$is_fresh`, `$valid`,
 * `$same_object`, `$separated`, and `$forall` and `$exists` of a variable and a condition.
 */
export type Clause =
  | {
      readonly kind: 'requires' | 'ensures';
      readonly at: SourceLocation;
      readonly text: string;
      readonly condition: Expression;
    }
  | {
      readonly kind: 'assigns' | 'frees';
      readonly at: SourceLocation;
      readonly text: string;
      readonly targets: readonly AssignedBytes[];
    };

/** Bytes that a function may assign, or a block that it may release. */
export interface AssignedBytes {
  readonly pointer: Expression;
  /** Number of bytes from the pointer on; `rest`: up to the end of its object; `whole`: all of that object. */
  readonly size: Expression | 'rest' | 'whole';
  /** The condition at the call under which the target counts; null: always. */
  readonly condition: Expression | null;
  readonly at: SourceLocation;
}

/** The body of a function. */
interface FunctionDefinition {
  readonly parameters: readonly Variable[];
  /** Every automatic variable of the body, without parameters, in source order. */
  readonly locals: readonly Variable[];
  readonly body: Statement & { kind: 'block' };
  /** Position of the closing brace. `main` ends with an explicit `return 0` there. */
  readonly end: SourceLocation;
}

/** A linked program: all files of a task. */
export interface TranslationUnit extends Platform {
  /** File-scope variables and static locals, without string literals. */
  readonly globals: readonly Variable[];
  readonly functions: readonly FunctionDeclaration[];
  /** Functions called before main, in this order. */
  readonly constructors: readonly FunctionDeclaration[];
  /**
   * The function that ends the program; null unless some function has the attribute `destructor`. It is
   * called with the exit status in place of a return from main.
   */
  readonly ending: FunctionDeclaration | null;
  /** Names of the files that the user gave, in order. */
  readonly files: readonly string[];
  readonly warnings: readonly import('./diagnostics.ts').Diagnostic[];
}

// ---------------------------------------------------------------------------------------------------------------- expressions

interface ExpressionCommon<T extends CType = CType> {
  readonly type: T;
  readonly at: SourceLocation;
}

/**
 * Expressions. Lvalue expressions denote an object: `variable`, `string`, `dereference`, `member` of
 * an lvalue, `compound-literal`.
 */
export type Expression =
  /** `unfolded`: the operation of literals that it stands for, if part of that overflows a signed type. */
  | (ExpressionCommon & { readonly kind: 'integer'; readonly value: bigint; readonly unfolded?: Expression })
  | (ExpressionCommon<FloatType> & { readonly kind: 'float'; readonly value: FloatValue })
  /**
   * An array of `units` (code units of the element type, including the terminating zero). `id`
   * distinguishes literals; equal text may share.
   */
  | (ExpressionCommon & { readonly kind: 'string'; readonly id: number; readonly units: readonly number[] })
  | (ExpressionCommon & { readonly kind: 'variable'; readonly variable: Variable })
  /** A function designator; always under `function-decay`, `address` or as callee. */
  | (ExpressionCommon & { readonly kind: 'function'; readonly function: FunctionDeclaration })
  | (ExpressionCommon<PointerType> & { readonly kind: 'array-decay'; readonly operand: Expression })
  | (ExpressionCommon<PointerType> & { readonly kind: 'address'; readonly operand: Expression })
  | (ExpressionCommon & { readonly kind: 'dereference'; readonly operand: Expression })
  /**
   * `base.field`. `->` is a member of a dereference. The base may be a value (a call's result); the
   * member is then still under `load` or `array-decay`. `index` is the position in `definition.fields`.
   * Anonymous levels are explicit.
   */
  | (ExpressionCommon & {
      readonly kind: 'member';
      readonly base: Expression;
      readonly index: number;
      readonly field: Field;
    })
  /**
   * Reads an lvalue, also of struct type: lvalue conversion made explicit. Bit-fields are read with
   * their declared type.
   */
  | (ExpressionCommon & { readonly kind: 'load'; readonly operand: Expression })
  | (ExpressionCommon & { readonly kind: 'negate' | 'complement'; readonly operand: Expression })
  /** `!e`. The operand is any scalar; the type is int. */
  | (ExpressionCommon & { readonly kind: 'not'; readonly operand: Expression })
  /**
   * Both operands have the result's type, except for shifts, whose right operand has its own promoted
   * type.
   */
  | (ExpressionCommon & {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    })
  /** Both operands have one common type (arithmetic or pointer); the result is int. */
  | (ExpressionCommon & {
      readonly kind: 'compare';
      readonly operator: ComparisonOperator;
      readonly left: Expression;
      readonly right: Expression;
    })
  /** `pointer + index` elements (`-` if `negative`). The index has its own integer type. */
  | (ExpressionCommon<PointerType> & {
      readonly kind: 'pointer-add';
      readonly pointer: Expression;
      readonly index: Expression;
      readonly negative: boolean;
    })
  /** Difference in elements, of type ptrdiff_t. */
  | (ExpressionCommon & { readonly kind: 'pointer-difference'; readonly left: Expression; readonly right: Expression })
  | (ExpressionCommon & {
      readonly kind: 'logical';
      readonly operator: '&&' | '||';
      readonly left: Expression;
      readonly right: Expression;
    })
  /**
   * `otherwise` and `then` have the result's type (or both are void). GNU's `a ?: b` has `then: null`:
   * the condition's own value, converted.
   */
  | (ExpressionCommon & {
      readonly kind: 'conditional';
      readonly condition: Expression;
      readonly then: Expression | null;
      readonly otherwise: Expression;
    })
  | (ExpressionCommon & { readonly kind: 'comma'; readonly left: Expression; readonly right: Expression })
  /**
   * An assignment. The value has the target's (unqualified) type. The result is the stored value
   * (truncated for bit-fields).
   */
  | (ExpressionCommon & { readonly kind: 'assign'; readonly target: Expression; readonly value: Expression })
  /**
   * `target op= value`. The target is read, converted to `computation`, combined with `value`, converted
   * back and stored. `value` has the type `computation`; for shifts it has its own promoted type. If the
   * target is a pointer, the operator is + or -, `computation` is the pointer type and `value` counts
   * elements.
   */
  | (ExpressionCommon & {
      readonly kind: 'compound-assign';
      readonly operator: BinaryOperator;
      readonly computation: CType;
      readonly target: Expression;
      readonly value: Expression;
    })
  | (ExpressionCommon & {
      readonly kind: 'increment';
      readonly delta: 1 | -1;
      readonly prefix: boolean;
      readonly target: Expression;
    })
  /**
   * A call. Arguments are converted to the parameters' types; variadic and unprototyped ones are
   * promoted (a K&R callee may expect a narrower type or another number). The callee is a `function` or
   * an expression of pointer-to-function type.
   */
  | (ExpressionCommon & {
      readonly kind: 'call';
      readonly callee: Expression;
      readonly arguments: readonly Expression[];
    })
  /**
   * A conversion to any type, including void. A scalar converted to a vector type fills all its
   * elements. Qualification changes that preserve the value are not kept. `explicit`: written as a cast.
   */
  | (ExpressionCommon & { readonly kind: 'convert'; readonly operand: Expression; readonly explicit: boolean })
  /**
   * A compound literal. The variable is static at file scope, else automatic and initialised when the
   * expression is evaluated.
   */
  | (ExpressionCommon & {
      readonly kind: 'compound-literal';
      readonly variable: Variable;
      readonly initializer: Initializer;
    })
  /**
   * GNU's `({ ... })`. `result` is the last expression statement, which is not in `body`: it is
   * evaluated after the body, in its scope. Without one the type is void. The parser also uses this form
   * for statements before an expression (lengths of VLA types).
   */
  | (ExpressionCommon & {
      readonly kind: 'statement-expression';
      readonly body: Statement & { kind: 'block' };
      readonly result: Expression | null;
    })
  /**
   * `sizeof` of a VLA type, of type size_t. The type holds the element counts. `operand`, if given, was
   * evaluated for its effects first.
   */
  | (ExpressionCommon<IntegerType> & {
      readonly kind: 'sizeof-variable';
      readonly of: CType;
      readonly operand: Expression | null;
    })
  /** GNU's `&&label`. */
  | (ExpressionCommon<PointerType> & { readonly kind: 'label-address'; readonly label: Label })
  /** `va_arg(list, type)`; `list` is an lvalue of type va_list (or the pointer it decays to). */
  | (ExpressionCommon & { readonly kind: 'va-arg'; readonly list: Expression })
  /** `__real__`, `__imag__`. */
  | (ExpressionCommon & {
      readonly kind: 'complex-part';
      readonly part: 'real' | 'imaginary';
      readonly operand: Expression;
    })
  /**
   * A `__builtin_*` that is not a plain function: va_start, va_end, va_copy, alloca, unreachable, trap,
   * expect, constant_p (folded to 0 if not constant), object_size, add_overflow family, frame_address,
   * shuffle, convertvector ... A builtin that is a plain library function under another name
   * (`__builtin_memcpy`) becomes a call of that function instead.
   */
  | (ExpressionCommon & { readonly kind: 'builtin'; readonly name: string; readonly arguments: readonly Expression[] });

// ----------------------------------------------------------------------------------------------------------------- statements

/** A label of a function; a computed goto may reach those with `addressTaken`. */
export interface Label {
  readonly id: number;
  readonly name: string;
  addressTaken: boolean;
  readonly at: SourceLocation;
}

interface StatementCommon {
  readonly at: SourceLocation;
}

interface LoopCommon extends StatementCommon {
  /** The clauses behind the head of the loop; absent: there are none, or they are not read. */
  readonly clauses?: LoopClauses;
}

/** Clauses that are written at a loop. Nothing rests on them. */
export interface LoopClauses {
  readonly invariants: readonly {
    readonly at: SourceLocation;
    readonly text: string;
    readonly condition: Expression;
  }[];
  /** Variables that stand for values where the loop is entered. */
  readonly entries: readonly { readonly variable: Variable; readonly value: Expression }[];
}

export type Statement =
  | (StatementCommon & { readonly kind: 'empty' })
  | (StatementCommon & { readonly kind: 'expression'; readonly expression: Expression })
  /**
   * A declaration with automatic storage: the start of its lifetime, and its initialiser. A VLA first
   * evaluates `length` into its length variable.
   */
  | (StatementCommon & {
      readonly kind: 'declaration';
      readonly variable: Variable;
      readonly initializer: Initializer | null;
    })
  /**
   * GNU's `cleanup`: `call` is evaluated when control leaves the rest of the enclosing block, except by
   * `exit` or `longjmp`.
   */
  | (StatementCommon & { readonly kind: 'cleanup'; readonly call: Expression })
  /** Sets the hidden length variable of a VLA type (also for typedefs and casts), of type size_t. */
  | (StatementCommon & { readonly kind: 'vla-length'; readonly variable: Variable; readonly length: Expression })
  | (StatementCommon & { readonly kind: 'block'; readonly body: readonly Statement[]; readonly end: SourceLocation })
  | (StatementCommon & {
      readonly kind: 'if';
      readonly condition: Expression;
      readonly then: Statement;
      readonly otherwise: Statement | null;
    })
  | (LoopCommon & { readonly kind: 'while'; readonly condition: Expression; readonly body: Statement })
  | (LoopCommon & { readonly kind: 'do'; readonly body: Statement; readonly condition: Expression })
  | (LoopCommon & {
      readonly kind: 'for';
      readonly init: readonly Statement[];
      readonly condition: Expression | null;
      readonly step: Expression | null;
      readonly body: Statement;
    })
  | (StatementCommon & { readonly kind: 'switch'; readonly value: Expression; readonly body: Statement })
  /** Both bounds are inclusive and converted to the promoted type of the switch value. */
  | (StatementCommon & { readonly kind: 'case'; readonly low: bigint; readonly high: bigint; readonly body: Statement })
  | (StatementCommon & { readonly kind: 'default'; readonly body: Statement })
  | (StatementCommon & { readonly kind: 'label'; readonly label: Label; readonly body: Statement })
  | (StatementCommon & { readonly kind: 'goto'; readonly label: Label })
  /** If there is a `base`, the target is an integer: the number of the label minus that of the base. */
  | (StatementCommon & { readonly kind: 'computed-goto'; readonly target: Expression; readonly base: Label | null })
  | (StatementCommon & { readonly kind: 'break' | 'continue' })
  /**
   * Code that uses the named construct, which has no meaning here. Its evaluations, calls and
   * declarations are unknown.
   */
  | (StatementCommon & { readonly kind: 'unsupported'; readonly construct: string })
  | (StatementCommon & { readonly kind: 'return'; readonly value: Expression | null })
  | (StatementCommon & {
      readonly kind: 'asm';
      readonly template: string;
      readonly outputs: readonly AsmOperand[];
      readonly inputs: readonly AsmOperand[];
      readonly clobbers: readonly string[];
      readonly labels: readonly Label[];
    });

/** An operand of an asm statement, with its constraint as text. */
export interface AsmOperand {
  readonly constraint: string;
  readonly expression: Expression;
}
