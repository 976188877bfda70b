import type { FloatValue } from '../base/float.ts';
import type { SourceLocation } from '../base/source.ts';
import type { BinaryOperator, ComparisonOperator } from '../types/operators.ts';
import type { CType, DataModel, Field, FloatType, FunctionType, IntegerType, PointerType } from '../types/types.ts';

/**
 * The typed syntax tree of a linked program: names are resolved, every implicit conversion is explicit, integer constant
 * expressions that C requires to be constant are folded (array lengths, case labels, enumerators, bit-field widths,
 * `sizeof` of fixed types, `offsetof`, `_Alignof`, `_Generic`, `__builtin_types_compatible_p`, `__builtin_choose_expr` ...).
 * Plain data only.
 */

/** An object with a name or a hidden one (compound literal, VLA length). */
export interface Variable {
  /** Unique in the linked program. */
  readonly id: number;
  /** Name as written; hidden ones start with `$`. */
  readonly name: string;
  /** With an initialised flexible array member: a copy of the record in which that member has its length; expressions have the declared type. */
  type: CType;
  readonly storage: 'static' | 'automatic';
  /** True for globals of external linkage, for which other files may hold the definition. */
  readonly external: boolean;
  /** True when only `extern` declarations were seen: the initial value is unknown ([trap 13]: never zero). */
  undefined: boolean;
  /** Function in which a local or a static local is declared; null at file scope. */
  readonly scope: number | null;
  readonly threadLocal: boolean;
  /** True if the variable is declared `weak` and defined nowhere: its address is null. */
  missing?: boolean;
  /** Initialiser of a variable of static storage: every value in it is a constant expression. Null means all zero. */
  initializer: Initializer | null;
  readonly at: SourceLocation;
}

/**
 * A flattened initialiser. Everything that no entry names is zero (GCC zeroes padding of static objects too).
 * Entries are in source order; a later entry overrides an earlier one.
 */
export interface Initializer {
  /** True when the entries do not cover the whole object, so that it has to be zeroed first. */
  readonly zeroFirst: boolean;
  readonly entries: readonly InitializerEntry[];
}

export interface InitializerEntry {
  /** From the object down to the sub-object: member index in `definition.fields`, or array index, level by level; [] is the object itself. */
  readonly path: readonly number[];
  /** GNU range designator `[first ... last]`: path[level] is first; the value is evaluated once and stored to each of first..last. */
  readonly range?: { readonly level: number; readonly last: number };
  /** Converted to the type of the sub-object. For a char array it may be a `string` expression (shorter or longer than the array). */
  readonly value: Expression;
}

export interface FunctionDeclaration {
  /** Unique in the linked program; all declarations of one external function share one object. */
  readonly id: number;
  readonly name: string;
  type: FunctionType;
  readonly external: boolean;
  noreturn: boolean;
  /** `pure` or `const` attribute. */
  pure: boolean;
  /** True if a header of the system declares the function. */
  system: boolean;
  /** `__asm__("name")` label, or null. */
  asmName: string | null;
  /**
   * Function that defines the symbol, if an `asm` label or an alias makes this name another one for it; else null. Its
   * own `same` is null.
   */
  same: FunctionDeclaration | null;
  /** True if the function is declared `weak` and defined nowhere: its address is null. */
  missing: boolean;
  /** Null when no file defines the function. */
  definition: FunctionDefinition | null;
  readonly at: SourceLocation;
}

export interface FunctionDefinition {
  readonly parameters: readonly Variable[];
  /** Every automatic variable of the body, parameters not included, in source order. */
  readonly locals: readonly Variable[];
  readonly body: Statement & { kind: 'block' };
  /** Position of the closing brace. `main` ends with an explicit `return 0` there. */
  readonly end: SourceLocation;
}

/** A linked program: all files of a task. */
export interface TranslationUnit {
  readonly dataModel: DataModel;
  /** File-scope variables and static locals, string literals excluded. */
  readonly globals: readonly Variable[];
  readonly functions: readonly FunctionDeclaration[];
  /** Called before main, in this order. */
  readonly constructors: readonly FunctionDeclaration[];
  /**
   * Function that ends the program; null unless some function has the attribute `destructor`. It is called with the
   * exit status in place of a return from main.
   */
  readonly ending: FunctionDeclaration | null;
  /** Names of the files given by the user, in order. */
  readonly files: readonly string[];
  readonly warnings: readonly import('./diagnostics.ts').Diagnostic[];
}

// ---------------------------------------------------------------------------------------------------------------- expressions

interface ExpressionCommon<T extends CType = CType> {
  readonly type: T;
  readonly at: SourceLocation;
}

/** Lvalue expressions denote an object: `variable`, `string`, `dereference`, `member` of an lvalue, `compound-literal`. */
export type Expression =
  | (ExpressionCommon & { readonly kind: 'integer'; readonly value: bigint })
  | (ExpressionCommon<FloatType> & { readonly kind: 'float'; readonly value: FloatValue })
  /** An array of `units` (code units of the element type, terminating zero included). `id` tells apart literals; equal text may share. */
  | (ExpressionCommon & { readonly kind: 'string'; readonly id: number; readonly units: readonly number[] })
  | (ExpressionCommon & { readonly kind: 'variable'; readonly variable: Variable })
  /** A function designator; always under `function-decay`, `address` or as callee. */
  | (ExpressionCommon & { readonly kind: 'function'; readonly function: FunctionDeclaration })
  | (ExpressionCommon<PointerType> & { readonly kind: 'array-decay'; readonly operand: Expression })
  | (ExpressionCommon<PointerType> & { readonly kind: 'address'; readonly operand: Expression })
  | (ExpressionCommon & { readonly kind: 'dereference'; readonly operand: Expression })
  /** `base.field`; `->` is a member of a dereference. The base may be a value (a call's result): the member is under `load` or `array-decay` all the same. `index` is the position in `definition.fields`; anonymous levels are explicit. */
  | (ExpressionCommon & { readonly kind: 'member'; readonly base: Expression; readonly index: number; readonly field: Field })
  /** Reads an lvalue: lvalue conversion made explicit. Struct values too. Bit-fields are read with their declared type. */
  | (ExpressionCommon & { readonly kind: 'load'; readonly operand: Expression })
  | (ExpressionCommon & { readonly kind: 'negate' | 'complement'; readonly operand: Expression })
  /** `!e`; the operand is any scalar; the type is int. */
  | (ExpressionCommon & { readonly kind: 'not'; readonly operand: Expression })
  /** Both operands have the result's type, except for shifts, whose right operand has its own promoted type. */
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
  /** `pointer + index` elements (`-` when `negative`); the index has an integer type of its own. */
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
  /** `otherwise` and `then` have the result's type (or both are void). GNU `a ?: b` is lowered with `then: null`: the condition's own value, converted. */
  | (ExpressionCommon & {
      readonly kind: 'conditional';
      readonly condition: Expression;
      readonly then: Expression | null;
      readonly otherwise: Expression;
    })
  | (ExpressionCommon & { readonly kind: 'comma'; readonly left: Expression; readonly right: Expression })
  /** The value has the target's (unqualified) type. The result is the value as stored (truncated for bit-fields). */
  | (ExpressionCommon & { readonly kind: 'assign'; readonly target: Expression; readonly value: Expression })
  /**
   * `target op= value`. The target is read, converted to `computation`, combined with `value` (of type `computation`; for shifts of its
   * own promoted type), converted back and stored. For pointers the operator is + or -, `computation` is the pointer type and
   * `value` counts elements.
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
  /** Arguments are converted to the parameters' types, variadic and unprototyped ones promoted (a K&R callee may expect a narrower type or another number). Callee: `function` or an expression of pointer-to-function type. */
  | (ExpressionCommon & { readonly kind: 'call'; readonly callee: Expression; readonly arguments: readonly Expression[] })
  /** To any type, void included; a scalar converted to a vector type is spread over its elements; value-preserving qualification changes are not kept. `explicit`: written as a cast. */
  | (ExpressionCommon & { readonly kind: 'convert'; readonly operand: Expression; readonly explicit: boolean })
  /** The variable is static at file scope, else automatic and initialised when the expression is evaluated. */
  | (ExpressionCommon & { readonly kind: 'compound-literal'; readonly variable: Variable; readonly initializer: Initializer })
  /**
   * GNU `({ ... })`. `result` is the last expression statement, which `body` does not hold: it is evaluated after the body, in its scope.
   * Without one the type is void. The parser also writes what has to be executed before an expression this way (lengths of VLA types).
   */
  | (ExpressionCommon & {
      readonly kind: 'statement-expression';
      readonly body: Statement & { kind: 'block' };
      readonly result: Expression | null;
    })
  /** `sizeof` of a VLA type, of type size_t: element counts are in the type. `operand` was evaluated for its effects first, when given. */
  | (ExpressionCommon<IntegerType> & { readonly kind: 'sizeof-variable'; readonly of: CType; readonly operand: Expression | null })
  /** GNU `&&label`. */
  | (ExpressionCommon<PointerType> & { readonly kind: 'label-address'; readonly label: Label })
  /** `va_arg(list, type)`; `list` is an lvalue of type va_list (or the pointer it decays to). */
  | (ExpressionCommon & { readonly kind: 'va-arg'; readonly list: Expression })
  /** `__real__`, `__imag__`. */
  | (ExpressionCommon & { readonly kind: 'complex-part'; readonly part: 'real' | 'imaginary'; readonly operand: Expression })
  /**
   * A `__builtin_*` that is not a plain function: va_start, va_end, va_copy, alloca, unreachable, trap, expect, constant_p (folded to 0
   * when not constant), object_size, add_overflow family, frame_address, shuffle, convertvector ... Those that are plain library functions
   * under another name (`__builtin_memcpy`) become a call of that function instead.
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

export type Statement =
  | (StatementCommon & { readonly kind: 'empty' })
  | (StatementCommon & { readonly kind: 'expression'; readonly expression: Expression })
  /** A declaration with automatic storage: its lifetime's start and its initialiser. A VLA evaluates `length` into its length variable first. */
  | (StatementCommon & { readonly kind: 'declaration'; readonly variable: Variable; readonly initializer: Initializer | null })
  /**
   * GNU `cleanup`: `call` is evaluated when control leaves the rest of the enclosing block, except by `exit` or
   * `longjmp`.
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
  | (StatementCommon & { readonly kind: 'while'; readonly condition: Expression; readonly body: Statement })
  | (StatementCommon & { readonly kind: 'do'; readonly body: Statement; readonly condition: Expression })
  | (StatementCommon & {
      readonly kind: 'for';
      readonly init: readonly Statement[];
      readonly condition: Expression | null;
      readonly step: Expression | null;
      readonly body: Statement;
    })
  | (StatementCommon & { readonly kind: 'switch'; readonly value: Expression; readonly body: Statement })
  /** Bounds are inclusive and converted to the promoted type of the switch value. */
  | (StatementCommon & { readonly kind: 'case'; readonly low: bigint; readonly high: bigint; readonly body: Statement })
  | (StatementCommon & { readonly kind: 'default'; readonly body: Statement })
  | (StatementCommon & { readonly kind: 'label'; readonly label: Label; readonly body: Statement })
  | (StatementCommon & { readonly kind: 'goto'; readonly label: Label })
  /** The target is an integer if there is a `base`: the number of the label minus that of the base. */
  | (StatementCommon & { readonly kind: 'computed-goto'; readonly target: Expression; readonly base: Label | null })
  | (StatementCommon & { readonly kind: 'break' | 'continue' })
  /**
   * Code that uses the named construct, which has no meaning here. Its evaluations, calls and declarations are not
   * known.
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

export interface AsmOperand {
  readonly constraint: string;
  readonly expression: Expression;
}
