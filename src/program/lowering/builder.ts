import type { SourceLocation } from '../../base/source.ts';
import type { Expression, FunctionDeclaration, Initializer, Label, Statement, Variable } from '../../c/ast.ts';
import type { Expr, Extent, Location, LocationMark, Place } from '../cfa/automaton.ts';
import type { ProgramContext } from './context.ts';
import { FunctionDraft } from './draft.ts';
import { FunctionJumps } from './long-jumps.ts';
import { ChosenOrders } from './order/chosen.ts';

/** The moments in which names are in scope. Moments count declarations and ends of blocks. */
class NameExtents {
  readonly extents = new Map<number, Extent>();
  readonly #open: { readonly id: number; readonly from: number }[] = [];
  #now = 0;

  get moment(): number {
    return this.#now;
  }

  /** Brings the name of a variable into scope. */
  declare({ id }: Variable): void {
    this.#open.push({ id, from: ++this.#now });
  }

  /** Runs `build` within a scope of its own. */
  within(build: () => void): void {
    const outer = this.#open.length;
    build();
    this.#now++;
    for (const { id, from } of this.#open.splice(outer)) this.extents.set(id, { from, to: this.#now });
  }
}

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

/** Replacement of the last return from `main`. */
export interface MainEnd {
  /** Place of the number of activations of `main`. */
  readonly depth: Place;
  readonly ending: FunctionDeclaration;
}

/** An automaton under construction, with the syntax around the place where it grows. */
export class FunctionBuilder extends FunctionDraft {
  readonly marks: LocationMark[] = [];
  readonly names = new NameExtents();
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
  /** Hidden variables that hold values of full expressions, with which they end. */
  readonly passing: Variable[] = [];
  /** The open blocks, innermost last. */
  readonly blocks: Statement[] = [];
  /** The block of a statement expression, whose variables live on with the block around it. */
  lasting: Statement | null = null;
  readonly labelLocations = new Map<Label, Location>();
  /** Hidden variables that tell about accesses of expressions, for checks of their order. */
  readonly watched = new Map<Expression, Place[]>();
  readonly order = new ChosenOrders();
  readonly longJumps: FunctionJumps;
  /** Set only while `main` is built, and only if code runs after its last return. */
  mainEnd: MainEnd | null = null;

  constructor(
    context: ProgramContext,
    declaration: FunctionDraft['declaration'],
    private readonly parts: Parts,
  ) {
    super(context, declaration);
    this.longJumps = new FunctionJumps(this, declaration);
  }

  value(e: Expression): Expr {
    return this.order.valueOf(e) ?? this.parts.value(this, e);
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

  /** Builds the condition of a statement with a keyword at `at`. */
  branching(e: Expression, yes: Location, no: Location, at: SourceLocation): void {
    this.branches.set(yes, { at, taken: true, other: no });
    this.branches.set(no, { at, taken: false, other: yes });
    this.condition(e, yes, no);
  }

  statement(s: Statement): void {
    this.parts.statement(this, s);
  }

  initialise(place: Place, initializer: Initializer, at: SourceLocation): void {
    this.parts.initialise(this, place, initializer, at);
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

  labelLocation(label: Label): Location {
    let location = this.labelLocations.get(label);
    if (location === undefined) {
      location = this.newLocation();
      this.labelLocations.set(label, location);
    }
    return location;
  }
}
