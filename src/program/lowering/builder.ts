import type { SourceLocation } from '../../base/source.ts';
import type { Expression, FunctionDeclaration, Initializer, Label, Statement, Variable } from '../../c/ast.ts';
import type { Layout } from '../../c/types/layout.ts';
import { INT, valueType } from '../../c/types/type-tools.ts';
import type { CType } from '../../c/types/types.ts';
import type { Expr, Location, LocationMark, Operation, Place } from '../cfa/automaton.ts';
import type { CheckKind } from '../cfa/checks/kinds.ts';
import { load, variablePlace } from '../cfa/make.ts';
import type { ProgramContext } from './context.ts';
import { FunctionJumps } from './long-jumps.ts';
import type { MainEnd } from './main-function.ts';
import { NameExtents } from './names.ts';
import { Watch } from './watch.ts';

/**
 * The parts of the builder, one file each. They call one another through this table, since syntax is
 * mutually recursive and modules are not. Each emits the edges that evaluate its syntax from `b.here`
 * on, and sets `b.here` to their end.
 */
export interface Parts {
  /** Returns the value of an expression, free of effects, to be read at `b.here`. */
  value(b: FunctionBuilder, e: Expression): Expr;
  /** Returns the object that an lvalue (or a struct value) denotes. */
  place(b: FunctionBuilder, e: Expression): Place;
  /** Evaluates an expression for effects only. */
  effects(b: FunctionBuilder, e: Expression): void;
  /**
   * Leads to `yes` where the scalar is non-zero and to `no` where it is zero. `b.here` is undefined
   * afterwards.
   */
  condition(b: FunctionBuilder, e: Expression, yes: Location, no: Location): void;
  statement(b: FunctionBuilder, s: Statement): void;
  initialise(b: FunctionBuilder, place: Place, initializer: Initializer, at: SourceLocation): void;
}

interface DraftEdge {
  readonly from: Location;
  to: Location;
  readonly op: Operation;
  readonly at: SourceLocation;
}

interface JumpTargets {
  readonly breakTo: Location;
  readonly continueTo: Location | null;
  /** Number of open cleanups outside the loop or switch. */
  readonly cleanups: number;
  /** Number of variables in {@link FunctionBuilder.ending} that are declared outside of it. */
  readonly ending: number;
}

/** The `switch` that case labels belong to. */
export interface OpenSwitch {
  /** The statement that jumps. */
  readonly from: Statement;
  readonly cases: { readonly low: bigint; readonly high: bigint; readonly to: Location; readonly at: SourceLocation }[];
  defaultTo: Location | null;
  defaultAt: SourceLocation | null;
}

/** An automaton under construction. */
export class FunctionBuilder {
  readonly entry: Location = 0;
  readonly exit: Location = 1;
  readonly edges: DraftEdge[] = [];
  readonly marks: LocationMark[] = [];
  readonly locals: Variable[] = [];
  readonly names = new NameExtents();
  readonly layout: Layout;
  /** The location where the next edge starts. */
  here: Location = 0;
  locationCount = 2;
  /** Targets of `break` and `continue`, innermost last. */
  readonly jumps: JumpTargets[] = [];
  readonly switches: OpenSwitch[] = [];
  /** Cleanup calls of the open scopes, in the order of their declarations. */
  readonly cleanups: Expression[] = [];
  /**
   * Variables of inner blocks that are open, with their blocks, in the order of their declarations. Only
   * programs that watch for invalid accesses have them.
   */
  readonly ending: { readonly variable: Variable; readonly block: Statement }[] = [];
  /** The open blocks, innermost last. */
  readonly blocks: Statement[] = [];
  /** The block of a statement expression, whose variables live on with the block around it. */
  lasting: Statement | null = null;
  readonly labelLocations = new Map<Label, Location>();
  readonly longJumps: FunctionJumps;
  /** Checks of the function; empty where static initialisers are evaluated. */
  readonly watch: Watch;
  /** Set only while `main` is built, and only if code runs after its last return. */
  mainEnd: MainEnd | null = null;
  readonly #known = new Set<number>();
  #temporaries = 0;

  constructor(
    readonly context: ProgramContext,
    readonly declaration: Pick<FunctionDeclaration, 'id' | 'name' | 'type' | 'at'>,
    private readonly parts: Parts,
  ) {
    this.layout = context.layout;
    this.watch = declaration.id < 0 ? new Watch() : context.watch;
    this.longJumps = new FunctionJumps(this, declaration);
  }

  value(e: Expression): Expr {
    return this.parts.value(this, e);
  }

  place(e: Expression): Place {
    return this.parts.place(this, e);
  }

  effects(e: Expression): void {
    this.parts.effects(this, e);
  }

  condition(e: Expression, yes: Location, no: Location): void {
    this.parts.condition(this, e, yes, no);
  }

  statement(s: Statement): void {
    this.parts.statement(this, s);
  }

  initialise(place: Place, initializer: Initializer, at: SourceLocation): void {
    this.parts.initialise(this, place, initializer, at);
  }

  newLocation(): Location {
    return this.locationCount++;
  }

  /** Begins the lifetimes of variables without their declarations. */
  begin(variables: Iterable<Variable>, at: SourceLocation): void {
    for (const variable of variables) {
      this.addLocal(variable);
      this.emit({ kind: 'declare', variable }, at);
    }
  }

  /** Adds an edge from here to a new location, which becomes `here`. */
  emit(op: Operation, at: SourceLocation): void {
    const to = this.newLocation();
    this.emitTo(op, to, at);
    this.here = to;
  }

  /** Adds an edge from here to `to`; `here` stays. */
  emitTo(op: Operation, to: Location, at: SourceLocation): void {
    this.edges.push({ from: this.here, to, op, at });
  }

  /** Adds an edge without effect to `to`; `here` stays. */
  jump(to: Location, at: SourceLocation): void {
    this.emitTo({ kind: 'skip' }, to, at);
  }

  /** Joins `to` and continues there. */
  continueAt(to: Location, at: SourceLocation): void {
    this.jump(to, at);
    this.here = to;
  }

  /** Continues after a jump: the code is unreachable unless a label, a case or a loop leads there. */
  startDeadCode(): void {
    this.here = this.newLocation();
  }

  assign(target: Place, value: Expr, at: SourceLocation): void {
    this.emit({ kind: 'assign', target, value }, at);
  }

  /** Adds two edges that decide a scalar; `here` stays. */
  branch(condition: Expr, yes: Location, no: Location, at: SourceLocation): void {
    if (condition.kind === 'integer') {
      this.jump(condition.value !== 0n ? yes : no, at);
      return;
    }
    this.emitTo({ kind: 'assume', condition, truth: true }, yes, at);
    this.emitTo({ kind: 'assume', condition, truth: false }, no, at);
  }

  addLocal(variable: Variable): void {
    if (this.#known.has(variable.id)) return;
    this.#known.add(variable.id);
    this.locals.push(variable);
  }

  /** Makes a parameter known without making it a local. */
  addParameter(variable: Variable): void {
    this.#known.add(variable.id);
  }

  /** Makes a hidden variable `$t1`, `$t2` ... It is set once on every path to its use. */
  temporary(type: CType, at: SourceLocation): Place {
    const name = `$t${++this.#temporaries}`;
    const variable = this.context.newVariable(name, valueType(type), 'automatic', this.declaration.id, at);
    this.context.temporaries.add(variable.id);
    this.addLocal(variable);
    return variablePlace(variable);
  }

  /** Stores a value in a new hidden variable and returns a read of it. */
  hoist(value: Expr, at: SourceLocation): Expr {
    const place = this.temporary(value.type, at);
    this.assign(place, value, at);
    return load(place);
  }

  /**
   * Builds a decision with two sides, which go to a common location afterwards. A value of the decision
   * is assigned on both sides.
   */
  decide(e: Expression, then: () => void, otherwise: () => void): void {
    const yes = this.newLocation();
    const no = this.newLocation();
    const join = this.newLocation();
    this.condition(e, yes, no);
    this.here = yes;
    then();
    this.jump(join, e.at);
    this.here = no;
    otherwise();
    this.continueAt(join, e.at);
  }

  /**
   * Adds a construct without meaning. Control formally continues behind it. `check`: it has none only in
   * programs that watch for this kind.
   */
  unsupported(construct: string, at: SourceLocation, check?: CheckKind): void {
    this.emit({ kind: 'unsupported', construct, ...(check === undefined ? {} : { check }) }, at);
  }

  labelLocation(label: Label): Location {
    let location = this.labelLocations.get(label);
    if (location === undefined) {
      location = this.newLocation();
      this.labelLocations.set(label, location);
    }
    return location;
  }

  /** Makes an int temporary set to 1 or 0. */
  flag(at: SourceLocation): Place {
    return this.temporary(INT, at);
  }
}
