import type { SourceLocation } from '../../base/source.ts';
import type { FunctionDeclaration, Variable } from '../../c/ast.ts';
import type { Layout } from '../../c/types/layout.ts';
import { INT, valueType } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import type { Branch, Expr, Location, Operation, Place } from '../cfa/automaton.ts';
import type { CheckKind } from '../cfa/checks/kinds.ts';
import { load, variablePlace } from '../cfa/make.ts';
import type { ProgramContext } from './context.ts';
import { Watch } from './watch.ts';

interface DraftEdge {
  from: Location;
  to: Location;
  readonly op: Operation;
  readonly at: SourceLocation;
}

/** The edges and variables of an automaton under construction, without knowledge of syntax. */
export class FunctionDraft {
  readonly entry: Location = 0;
  readonly exit: Location = 1;
  readonly edges: DraftEdge[] = [];
  readonly locals: Variable[] = [];
  readonly layout: Layout;
  /** The location where the next edge starts. */
  here: Location = 0;
  locationCount = 2;
  /** Checks of the function; empty where static initialisers are evaluated. */
  readonly watch: Watch;
  /** The outcome of a statement whose condition leads to a location, and where the other one leads. */
  readonly branches = new Map<Location, Branch & { readonly other: Location }>();
  readonly #known = new Set<number>();
  #temporaries = 0;

  constructor(
    readonly context: ProgramContext,
    readonly declaration: Pick<FunctionDeclaration, 'id' | 'name' | 'type' | 'noreturn' | 'at'> &
      Partial<Pick<FunctionDeclaration, 'definition'>>,
  ) {
    this.layout = context.layout;
    this.watch = declaration.id < 0 ? new Watch() : context.watch;
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
      // Where a constant decides, not all outcomes are edges.
      for (const side of [yes, no]) {
        this.branches.delete(this.branches.get(side)?.other ?? side);
        this.branches.delete(side);
      }
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

  /** Makes an int temporary set to 1 or 0. */
  flag(at: SourceLocation): Place {
    return this.temporary(INT, at);
  }

  /**
   * Adds a construct without meaning. Control formally continues behind it. `check`: it has none only in
   * programs that watch for this kind.
   */
  unsupported(construct: string, at: SourceLocation, check?: CheckKind): void {
    this.emit({ kind: 'unsupported', construct, ...(check === undefined ? {} : { check }) }, at);
  }
}
