import type { SourceLocation } from '../../base/source.ts';
import type { Expression, Initializer, Label, TranslationUnit, Variable } from '../../c/ast.ts';
import { Layout } from '../../c/types/layout.ts';
import type { CType } from '../../c/types/types.ts';
import type { AutomatonFunction, Expr, Location, Place, StaticValue } from '../cfa/automaton.ts';
import { bodylessFunction } from '../cfa/bodyless-function.ts';
import * as make from '../cfa/make.ts';
import type { OrderAnalysis } from './order/conflicts.ts';
import { TruthBytes } from './reads/truth-bytes.ts';
import { surveyUnit, type UnitSurvey } from './survey.ts';
import type { Watch } from './watch.ts';

/** A `label-address` expression whose location is known only when its function is finished. */
export interface LabelAddress {
  readonly expr: { location: Location; function: number };
  readonly label: Label;
}

/**
 * How easily a value changes. The builder reads values later than they occur in the source. If other
 * code may change a value in between, a hidden variable has to keep it. Three degrees:
 *
 * - 0 never changes (constants, addresses of variables, hidden temporaries);
 * - 1 changes only by an assignment in the same function (locals whose address is not taken);
 * - 2 may change with any store or call.
 */
export type Volatility = 0 | 1 | 2;

/** Hidden static variables that all jumps of a program share. */
export interface JumpVariables {
  /** Number of marks set so far. */
  readonly count: Place;
  /** Number of the mark that a jump is going to; 0 where no jump is under way. */
  readonly target: Place;
  /** Value that `setjmp` returns after the jump. */
  readonly value: Place;
  /** Buffer of the jump that is under way; null if content of buffers is known. */
  readonly buffer: Place | null;
}

/** How a program that closes streams watches one. */
export interface WatchedStream {
  /** The stream; null: none is watched. */
  readonly stream: Place;
  /** Whether it is closed. */
  readonly closed: Place;
  /** Whether streams may come from elsewhere than the library, so that they are watched from their end on. */
  readonly others: boolean;
}

/** The data that the functions of a program share while their automata are built. */
export class ProgramContext {
  readonly layout: Layout;
  readonly survey: UnitSurvey;
  readonly globals: Variable[];
  readonly initialValues = new Map<number, readonly StaticValue[]>();
  /** The final function and location of labels. */
  readonly labels = new Map<Label, { readonly function: number; readonly location: Location }>();
  readonly labelAddresses: LabelAddress[] = [];
  /** Results of `effectsOf`, by expression. */
  readonly effects = new Map<Expression, number>();
  /** Ids of hidden variables that are set once on every path to their use. */
  readonly temporaries = new Set<number>();
  /** Volatility of the values of expressions. */
  readonly volatilities = new WeakMap<Expr | Place, Volatility>();
  /** Static initialisers that are still to be translated. */
  readonly pendingInitializers: { readonly variable: Variable; readonly initializer: Initializer }[] = [];
  /** Hidden variables of `setjmp` and `longjmp`; null until the program needs them. */
  jumpVariables: JumpVariables | null = null;
  /** The watched stream; undefined until the program needs it, null if it closes none. */
  watchedStream: WatchedStream | null | undefined;
  /** The variable that says whether constructors have run; null while no `main` reads it. */
  started: Place | null = null;
  /** Where C leaves the order of evaluation open; null where the automaton's order is C's. */
  order: OrderAnalysis | null = null;
  /** Where a `_Bool` may hold another byte than 0 and 1; null where nothing asks. */
  readonly truthBytes: TruthBytes | null;
  readonly #strings = new Map<number, Variable>();
  readonly #known: Set<number>;
  #nextVariable: number;
  readonly #further = new Map<string, AutomatonFunction>();
  readonly #firstFurther: number;
  readonly #hidden = new Map<string, Place>();

  constructor(
    readonly unit: TranslationUnit,
    readonly anyBuffers: boolean,
    /** Checks of the program; empty if it has none. */
    readonly watch: Watch,
    /** Whether other threads may run between two operations. */
    readonly threads: boolean = false,
    /** Whether the ends of the lifetimes of variables in inner blocks are operations. */
    readonly endsLifetimes: boolean = false,
  ) {
    this.layout = new Layout(unit);
    this.survey = surveyUnit(unit);
    this.truthBytes = watch.ends('representation')
      ? new TruthBytes(unit, this.survey.addressTaken, this.layout, watch.anyTruth, anyBuffers)
      : null;
    this.globals = [...unit.globals];
    this.#known = new Set(unit.globals.map((variable) => variable.id));
    for (const variable of unit.globals) this.addInitializer(variable, variable.initializer);
    this.#nextVariable = this.survey.greatestVariable + 1;
    this.#firstFurther = watch.size + unit.functions.reduce((most, { id }) => Math.max(most, id + 1), 0);
  }

  /** Returns the id of a library function that lowering itself calls. */
  libraryFunction(
    name: string,
    parameters: readonly CType[],
    result: CType,
    origin: 'library' | 'verifier' = 'library',
  ): number {
    const known = this.#further.get(name);
    if (known !== undefined) return known.id;
    const own = {
      kind: 'function',
      result,
      parameters: parameters.map((type) => ({ name: null, type })),
      variadic: false,
      prototyped: true,
    } as const;
    const id = this.#firstFurther + this.#further.size;
    this.#further.set(name, bodylessFunction({ id, name, type: own, origin, at: make.NOWHERE }));
    return id;
  }

  /** The functions of {@link libraryFunction}, which come behind those of the program and of its checks. */
  get furtherFunctions(): readonly AutomatonFunction[] {
    return [...this.#further.values()];
  }

  /** The hidden variable of static storage that has the name; it is 0 at first. */
  hidden(name: string, type: CType): Place {
    let place = this.#hidden.get(name);
    if (place === undefined) {
      const variable = this.newVariable(name, type, 'static', null, make.NOWHERE);
      this.globals.push(variable);
      this.#hidden.set(name, (place = make.variablePlace(variable)));
    }
    return place;
  }

  newVariable(
    name: string,
    type: CType,
    storage: Variable['storage'],
    scope: number | null,
    at: SourceLocation,
  ): Variable {
    const id = this.#nextVariable++;
    return {
      id,
      name,
      type,
      storage,
      external: false,
      undefined: false,
      scope,
      threadLocal: false,
      initializer: null,
      at,
    };
  }

  /** The hidden array that holds a string literal. */
  string(literal: Expression & { kind: 'string' }): Variable {
    let variable = this.#strings.get(literal.id);
    if (variable === undefined) {
      variable = this.newVariable(`$string${literal.id}`, literal.type, 'static', null, literal.at);
      this.#strings.set(literal.id, variable);
      this.globals.push(variable);
      this.initialValues.set(variable.id, [{ path: [], value: { kind: 'bytes', units: literal.units } }]);
    }
    return variable;
  }

  /** Adds a variable of static storage to the globals. Returns true if it was not among them. */
  addGlobal(variable: Variable): boolean {
    if (this.#known.has(variable.id)) return false;
    this.#known.add(variable.id);
    this.globals.push(variable);
    return true;
  }

  /** Records a static initialiser that occurs while a function is built. */
  addInitializer(variable: Variable, initializer: Initializer | null): void {
    if (initializer !== null) this.pendingInitializers.push({ variable, initializer });
  }

  labelAddress(label: Label, type: CType, functionId: number): Expr {
    const expr = { kind: 'label-address' as const, type, function: functionId, location: 0 };
    this.labelAddresses.push({ expr, label });
    return expr;
  }

  /** Fills the final locations into all label addresses. */
  resolveLabelAddresses(): void {
    for (const { expr, label } of this.labelAddresses) {
      const found = this.labels.get(label);
      if (found === undefined) continue;
      expr.function = found.function;
      expr.location = found.location;
    }
  }
}
