import type { SourceLocation } from '../../base/source.ts';
import type {
  Clause,
  Contract,
  Expression,
  FunctionDeclaration,
  Initializer,
  Label,
  Statement,
  Variable,
} from '../ast.ts';
import { isVerifierName } from '../builtins/verifier-names.ts';
import type { DiagnosticArgument, DiagnosticCode, DiagnosticNote } from '../diagnostics.ts';
import type { NameTable } from '../lex/names.ts';
import type { Scanner } from '../lex/scanner.ts';
import type { TokenKind } from '../lex/tokens.ts';
import type { Standard } from '../source/standard.ts';
import type { Layout } from '../types/layout.ts';
import type { CType, DataModel, FunctionType } from '../types/types.ts';
import type { Declarator, DeclaratorMode } from './declarators.ts';
import { failure, MAX_DEPTH } from './failures.ts';
import type { ProgramState } from './program.ts';
import type { Scopes } from './scopes.ts';
import type { Attributes, Specifiers } from './specifiers.ts';

/** The state that the parser's modules share while one file is read. */
export interface Context {
  readonly scanner: Scanner;
  readonly names: NameTable;
  readonly standard: Standard;
  readonly scopes: Scopes;
  readonly model: DataModel;
  readonly layout: Layout;
  /** The state that all files of the program share. */
  readonly program: ProgramState;
  readonly grammar: Grammar;
  /** The function whose body is being read; null outside. */
  function: FunctionState | null;
  /** Depth of nesting at the current token. */
  depth: number;
  /** Height of the syntax tree of the last expression that was read. */
  height: number;
  /**
   * `vla-length` statements of the declarators read so far. They must be executed before the code that
   * follows.
   */
  lengths: Statement[];
  /** Whether the parser is inside the parameter list of a function declarator. */
  inPrototype: boolean;
  /** Terms of the clause that is being read; null outside of clauses. */
  contract: ContractState | null;
}

/** The meaning of terms in the clause that is being read. */
export interface ContractState {
  /** The variable that stands for the result; null where the function has none, or outside of `ensures`. */
  readonly result: Variable | null;
  /** Values at the call, which `old` names; null where it is not allowed. */
  readonly olds: NamedValue[] | null;
  /** Values where a loop is entered, which `loop_entry` names; null: it is not allowed. */
  readonly entries: NamedValue[] | null;
  /** Whether numbers are mathematical, as in ACSL. */
  readonly isExact: boolean;
  /** The variables of the quantifiers around, outer ones first. */
  readonly bound: readonly Variable[];
  /** Whether the clause stands in the body of its function, whose own variables it cannot name. */
  readonly isInBody?: true;
}

/** Reads a clause in which terms have that meaning. */
export function withState<T>(c: Context, state: ContractState, parse: () => T): T {
  const outer = c.contract;
  c.contract = state;
  try {
    return parse();
  } finally {
    c.contract = outer;
  }
}

/** A variable that stands for the value of an expression at an earlier time. */
export interface NamedValue {
  readonly variable: Variable;
  readonly value: Expression;
  /** The variables of quantifiers around it, outer ones first; absent: there are none. */
  readonly bound?: readonly Variable[];
}

/** Entry points of the grammar that its parts need from each other. index.ts fills them in. */
export interface Grammar {
  /** Reads a comma expression, without decay. */
  readonly expression: (c: Context) => Expression;
  /** Reads an assignment expression, without decay. */
  readonly assignment: (c: Context) => Expression;
  readonly conditional: (c: Context) => Expression;
  /** Reads arguments of a call after `(`, as values. */
  readonly arguments: (c: Context) => Expression[];
  /** Reads `{ ... }`, which is a scope of its own unless `scoped` is false. */
  readonly block: (c: Context, scoped: boolean) => Statement & { kind: 'block' };
  /** Reads `( { ... } )` after the parenthesis. */
  readonly statementExpression: (c: Context, at: SourceLocation) => Expression;
  /**
   * Reads declaration specifiers. `onlyType` leaves out storage classes; `before` are attributes that
   * were already read.
   */
  readonly specifiers: (c: Context, onlyType: boolean, before?: Attributes) => Specifiers;
  readonly declarator: (c: Context, base: CType, mode: DeclaratorMode) => Declarator;
  readonly typeName: (c: Context) => CType;
  /** Reads the initialiser of an object of that type. The returned type is complete. */
  readonly initializer: (c: Context, type: CType, isStatic: boolean) => { type: CType; initializer: Initializer };
}

/** The state of the function being read. */
export interface FunctionState {
  readonly id: number;
  readonly name: string;
  readonly type: FunctionType;
  readonly locals: Variable[];
  readonly labels: Map<string, LabelState>;
  /**
   * Depth of the scope of the innermost statement expression, whose last statement is its value; 0
   * outside of any.
   */
  valueScope: number;
  /** Number of labels defined so far, including case labels. */
  definedLabels: number;
  /** Labels declared by `__label__` in open blocks, innermost last. */
  readonly localLabels: Map<string, LabelState>[];
  /** Open switch statements, innermost last. */
  readonly switches: SwitchState[];
  /** Number of loops around the current statement. */
  loops: number;
  /** Whether the body uses `__builtin_va_arg_pack`. */
  wrapsVariadic: boolean;
  /** The object of `__func__`; null before its first use. */
  nameLiteral: Expression | null;
  readonly declaration: FunctionDeclaration;
  /** Clauses that stand in the body, as ESBMC reads them; null: there are none. */
  stated: { readonly contract: Contract; readonly olds: NamedValue[]; readonly clauses: Clause[] } | null;
  /** Number of uses of tables of label differences in the computed goto being read; null outside. */
  tablesInGoto: number | null;
  /** Depth of the scope around the function. */
  readonly depth: number;
  /** The function around a nested one; null for others. */
  readonly outer: FunctionState | null;
  readonly nest: Nest;
  readonly captures: Captures;
}

/** A function that is not nested, with the nested functions inside of it. */
export interface Nest {
  readonly functions: Map<FunctionDeclaration, Captures>;
  /** Tables of label differences, with the label from which they count. */
  readonly labelTables: Map<Variable, Label>;
  /** Calls of nested functions, whose hidden arguments are known at the end. */
  readonly calls: NestedCall[];
}

/** Variables of enclosing functions that a function needs, with the hidden parameters that point to them. */
type Captures = Map<Variable, Variable>;

/** A call of a nested function. */
export interface NestedCall {
  readonly caller: FunctionState;
  readonly callee: FunctionDeclaration;
  readonly arguments: Expression[];
  readonly at: SourceLocation;
}

/** A label of the function being read, and whether it has been defined. */
export interface LabelState {
  readonly label: Label;
  defined: boolean;
}

/** The state of an open switch statement. */
export interface SwitchState {
  readonly type: CType;
  /** All case labels so far, which are checked for overlaps at the end. */
  readonly cases: { readonly low: bigint; readonly high: bigint; readonly at: SourceLocation }[];
  hasDefault: boolean;
}

// ------------------------------------------------------------------------------------------------------------------- messages

/** Records an error and continues; after 20 the parse ends. */
export function report(
  c: Context,
  code: DiagnosticCode,
  args: readonly DiagnosticArgument[],
  at: SourceLocation | null,
  notes: readonly DiagnosticNote[] = [],
): void {
  c.program.messages.error(code, args, at, notes);
}

/** Records a warning. */
export function warn(
  c: Context,
  code: DiagnosticCode,
  args: readonly DiagnosticArgument[],
  at: SourceLocation | null,
): void {
  c.program.messages.warn(code, args, at);
}

// --------------------------------------------------------------------------------------------------------------------- tokens

/** Whether the current token is of that kind. */
export function sees(c: Context, kind: TokenKind): boolean {
  return c.scanner.kind === kind;
}

/** Consumes the current token if it is of that kind, and returns whether it was. */
export function accept(c: Context, kind: TokenKind): boolean {
  if (c.scanner.kind !== kind) return false;
  c.scanner.advance();
  return true;
}

/** Consumes a token of that kind. Throws C1201 if there is another. */
export function expect(c: Context, kind: TokenKind): void {
  if (c.scanner.kind !== kind) throw unexpected(c, `'${kind}'`);
  c.scanner.advance();
}

const OF_CONTRACTS =
  /^__(CPROVER|ESBMC)_(requires|ensures|assigns|frees|loop_\w+|decreases|forall|exists|old|return_value|is_fresh|obeys_contract|pointer_in_range|was_freed)(_\w+)?$/;

/** Throws the error that names a word of CBMC's and ESBMC's languages without a meaning here, if the name is one. */
export function refuseWord(name: string, at: SourceLocation): void {
  if (!/^__(CPROVER|ESBMC)_/.test(name) || isVerifierName(name)) return;
  const kind = OF_CONTRACTS.test(name) ? 'a part of a contract' : 'a word of other verifiers';
  throw failure('C1336', [`${name}, ${kind},`], at);
}

/** Returns the error "expected ... before ...". Throws if a clause of a contract stands there. */
export function unexpected(c: Context, wanted: string): Error {
  refuseWord(c.scanner.spelling, c.scanner.at);
  const found = c.scanner.kind === 'end' ? 'end of input' : `'${c.scanner.spelling}'`;
  return failure('C1201', [wanted, found], c.scanner.at);
}

// --------------------------------------------------------------------------------------------------------------------- depth

/**
 * Enters a level of nesting. The caller subtracts the level again. Throws C1703 beyond
 * {@link MAX_DEPTH}.
 */
export function deepen(c: Context): void {
  if (++c.depth > MAX_DEPTH) throw failure('C1703', [MAX_DEPTH], c.scanner.at);
}

/** Sets the height of the expression that was just built. */
export function setHeight(c: Context, height: number): void {
  c.height = height;
  if (height > MAX_DEPTH) throw failure('C1703', [MAX_DEPTH], c.scanner.at);
}

/**
 * Returns the name of the current function as bytes, with its terminating zero. Outside of functions
 * the name is empty.
 */
export function functionNameUnits({ function: fn }: Context): number[] {
  return [...new TextEncoder().encode(fn === null ? '' : fn.name), 0];
}
