import type { SourceLocation } from '../../base/source.ts';
import type { Expression, FunctionDeclaration, Variable } from '../ast.ts';
import { Builtins } from '../builtins/builtin-table.ts';
import { Layout } from '../types/layout.ts';
import { arrayOf, CHAR, pointerTo, UINT, VOID } from '../types/type-basics.ts';
import type {
  CType,
  DataModel,
  EnumDefinition,
  Field,
  FunctionType,
  Platform,
  RecordDefinition,
} from '../types/types.ts';
import { MessageList } from './messages-list.ts';
import type { Startup } from './specifiers.ts';
import { TypeDepths } from './type-depth.ts';

/** A name of external linkage, shared by all files. */
export type External =
  | {
      readonly kind: 'variable';
      readonly variable: Variable;
      /** Types of its declarations. Compatible ones are one. */
      readonly types: DeclaredType[];
      definedAt: SourceLocation | null;
      weak: boolean;
      tentative: boolean;
      /** `__asm__("name")` label, or null. */
      asmName: string | null;
    }
  | {
      readonly kind: 'function';
      readonly function: FunctionDeclaration;
      definedAt: SourceLocation | null;
      /** Whether the definition may give way to another one: it is weak, or inline without `extern`. */
      weak: boolean;
      /** Whether the name is only known from calls without declaration. */
      implicit: boolean;
    };

/** A type that declarations give a variable of external linkage. */
export interface DeclaredType {
  type: CType;
  /** The declaration that says most, and how much: see `extentRank`. */
  at: SourceLocation;
  rank: number;
}

/** The places of the members of a struct or union with members of variable size (variable-records.ts). */
export interface VariableLayout {
  readonly fields: readonly Field[];
  /** A record of the members whose offsets do not depend on the members of variable size. */
  readonly fixed: RecordDefinition;
  /** Places of the members, parallel to `fields`. */
  readonly places: readonly MemberPlace[];
}

/**
 * Index of a member in the fixed part, or bytes from the start of the record, as a value of type
 * `size_t`.
 */
export type MemberPlace =
  | { readonly kind: 'fixed'; readonly index: number }
  | { readonly kind: 'computed'; readonly offset: Expression; readonly type: CType };

/**
 * The state that the files of one program share: numbering, external names, definitions so far,
 * messages.
 */
export class ProgramState {
  readonly model: DataModel;
  readonly layout: Layout;
  readonly messages = new MessageList();
  readonly depths = new TypeDepths();
  readonly builtins: Builtins;
  /** `__builtin_va_list`: an array of one structure on LP64, a pointer on ILP32 (System V ABI). */
  readonly vaList: CType;
  readonly globals: Variable[] = [];
  readonly functions: FunctionDeclaration[] = [];
  readonly externals = new Map<string, External>();
  /** Targets of aliases, with the place of the attribute; resolved at the end of the program. */
  readonly aliases: {
    readonly function: FunctionDeclaration;
    readonly target: string;
    readonly at: SourceLocation;
    readonly file: number;
  }[] = [];
  /** Expressions that name variables and functions of external linkage, with the type that their file declares. */
  readonly mentions: (Expression & { kind: 'variable' | 'function' })[] = [];
  /** Functions with bodies, in the order of these bodies. */
  readonly defined: FunctionDeclaration[] = [];
  /** Functions that run before or after main, if they are defined. */
  readonly startup: { readonly function: FunctionDeclaration; readonly startup: Startup }[] = [];
  /** Variables that are another name of a variable in the same file. */
  readonly variableAliases: {
    readonly variable: Variable;
    readonly target: string;
    readonly at: SourceLocation;
    readonly file: number;
  }[] = [];
  /**
   * Tagged records and enumerations of earlier files, by `struct tag`. A later file that has the same
   * one shares it (shared-tags.ts).
   */
  readonly tags = new Map<string, RecordDefinition | EnumDefinition>();
  /** Untagged records and enumerations by the names of their members, with the last file that has them. */
  readonly untagged = new Map<string, { readonly definition: RecordDefinition | EnumDefinition; file: number }[]>();
  /** Whether the program mentions `atexit`. */
  registersHandlers = false;
  /** Whether the program mentions a function of the library that may run handlers or destructors itself. */
  endsInLibrary = false;
  /** Index of the file being read. */
  file = 0;
  #variables = 0;
  #records = 0;
  #strings = 0;
  #labels = 0;

  constructor(
    platform: Platform,
    /** `file:struct tag` of definitions that differ from those of earlier files. */
    readonly unshared: ReadonlySet<string>,
    /** Whether clauses of loops, and those in comments, are read; else they are skipped. */
    readonly reads: { readonly loopClauses: boolean; readonly annotations: boolean },
  ) {
    this.layout = new Layout(platform);
    this.model = platform.dataModel;
    this.vaList = vaListType(this.model, this.nextRecord());
    this.builtins = new Builtins(
      this.model,
      this.vaList.kind === 'array' ? pointerTo(this.vaList.element) : this.vaList,
    );
  }

  /** Places of the members of structs and unions of variable size, by {@link VariableRecord.id}. */
  readonly variableRecords = new Map<number, VariableLayout>();
  /** Values of `constexpr` objects: literals. */
  readonly constants = new Map<Variable, Expression>();
  /** Values made of bit-fields wider than int, with their width in bits (wide-bitfields.ts). */
  readonly narrow = new WeakMap<Expression, number>();
  /** The scanner's place, for messages about the parse as a whole. */
  place: () => SourceLocation | null = () => null;

  readonly #startupFunctions: Readonly<Record<Startup['name'], Set<FunctionDeclaration>>> = {
    constructor: new Set(),
    destructor: new Set(),
  };

  /** Records that a function runs before or after main. A repeated attribute changes nothing. */
  addStartup(declaration: FunctionDeclaration, startup: Startup): void {
    const known = this.#startupFunctions[startup.name];
    if (known.has(declaration)) return;
    known.add(declaration);
    this.startup.push({ function: declaration, startup });
  }

  nextRecord(): number {
    return this.#records++;
  }

  nextString(): number {
    return this.#strings++;
  }

  nextLabel(): number {
    return this.#labels++;
  }

  /** Makes a variable. Variables of static storage are added to the globals. */
  newVariable(
    name: string,
    type: CType,
    at: SourceLocation,
    options: {
      storage: 'static' | 'automatic';
      scope: number | null;
      external?: boolean;
      undefined?: boolean;
      threadLocal?: boolean;
    },
  ): Variable {
    const variable: Variable = {
      id: this.#variables++,
      name,
      type,
      storage: options.storage,
      external: options.external ?? false,
      undefined: options.undefined ?? false,
      scope: options.scope,
      threadLocal: options.threadLocal ?? false,
      initializer: null,
      at,
    };
    if (options.storage === 'static') this.globals.push(variable);
    return variable;
  }

  newFunction(name: string, type: FunctionType, external: boolean, at: SourceLocation): FunctionDeclaration {
    const declaration: FunctionDeclaration = {
      id: this.functions.length,
      name,
      type,
      external,
      noreturn: false,
      pure: false,
      nonnull: [],
      sizes: [],
      system: false,
      asmName: null,
      same: null,
      missing: false,
      align: 1,
      definition: null,
      at,
    };
    this.functions.push(declaration);
    return declaration;
  }
}

function vaListType(model: DataModel, id: number): CType {
  if (model === 'ILP32') return pointerTo(CHAR);
  const at: SourceLocation = { file: '<built-in>', line: 1, column: 1 };
  const fields = [
    { name: 'gp_offset', type: UINT, at },
    { name: 'fp_offset', type: UINT, at },
    { name: 'overflow_arg_area', type: pointerTo(VOID), at },
    { name: 'reg_save_area', type: pointerTo(VOID), at },
  ];
  const definition: RecordDefinition = {
    id,
    kind: 'struct',
    tag: '__va_list_tag',
    fields,
    packed: false,
    align: null,
    pack: null,
    at,
  };
  return arrayOf({ kind: 'struct', definition }, 1n);
}
