import type { SourceLocation } from '../../../base/source.ts';
import type { CType } from '../../../c/types/types.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { NO_TERM } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import { type Sort, sortName } from '../../../logic/terms/sort.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import type { Expr } from '../../../program/cfa/automaton.ts';
import type { LinkedEdge } from '../../../program/cfa/linked.ts';
import { type Fact, FactFinder, type Targets } from '../../offsets/facts.ts';
import type { CellKind } from '../../shapes/shape.ts';
import type { InputOrigin } from '../../transys/system.ts';
import type { MemoryObject } from '../objects/object.ts';
import { State, UNINITIALISED } from '../objects/state.ts';
import type { Plan } from '../plan/plan.ts';
import { NULL_OBJECT, SUMMARY_OBJECT } from '../plan/pointer-format.ts';
import type { Encoding } from './encoding.ts';
import { BlockInputs, type BlockRecord, type Moment } from './inputs.ts';
import { UnwrittenCells } from './unwritten-cells.ts';

/** A pointer as two terms. */
export interface Pointer {
  /** Number of the object. */
  readonly object: Term;
  /** Bytes from its start. */
  readonly offset: Term;
}

/** The meaning of expressions. It is an interface because places and expressions need each other. */
export interface Evaluator {
  /** The cells of a value of any type. */
  cells(x: Execution, expr: Expr): readonly Term[];
  /** A value of integer type, in its storage width. */
  integer(x: Execution, expr: Expr): Term;
  pointer(x: Execution, expr: Expr): Pointer;
  /** A scalar as a condition: whether it is not zero. */
  condition(x: Execution, expr: Expr): Term;
}

/** Optional facts about a choice from outside. */
export interface ChoiceOptions {
  readonly site?: string;
  readonly fact?: Fact;
  readonly objects?: InputOrigin['objects'];
}

const NOTHING: Expr = { kind: 'integer', type: { kind: 'void' }, value: 0n };

/** Limit of the cases into which one run of a block splits accesses through pointers with many targets. */
const MANY_CASES = 20_000;

const NO_FAILURES: ReadonlyMap<string, Term> = new Map();

/** The symbolic machine. It executes one operation at a time on a state, under a guard. */
export class Execution {
  readonly terms: TermStore;
  readonly plan: Plan;
  readonly facts: FactFinder;
  state: State = State.EMPTY;
  guard: Term;
  /** Context in which variables are read. */
  context = 0;
  /** The edge being executed; null while static initialisers are evaluated. */
  edge: LinkedEdge | null = null;
  /** The condition under which the current operation has no meaning: the path ends there. */
  stuck: Term;
  /** The condition under which the current operation is a fault that the program watches for (faults.ts). */
  failed: Term;
  /** The same for each check that fails there, by its name. */
  failures: ReadonlyMap<string, Term> = NO_FAILURES;
  /** The condition under which the run ends without blame at such a fault, whose check is not open. */
  masked: Term;
  /** The condition under which the current part of the operation is evaluated; see {@link under}. */
  #local: Term;
  /** The condition that holds by construction for the inputs that the current operation introduced. */
  required: Term;
  /** The number of cases into which accesses through pointers with many targets may still be split. */
  casesLeft = MANY_CASES;
  /** The last state and location in which a call of a library function had a formula. */
  formulaAt: { readonly state: State; readonly location: number } | null = null;
  /** The last state in which an activation of that context ended, and the state without its objects. */
  ended: { readonly before: State; readonly context: number; readonly after: State } | null = null;
  #count = 0;
  readonly #bound = new WeakMap<Expr, readonly Term[]>();
  readonly #inputs: BlockInputs;
  readonly #unwritten: UnwrittenCells;

  constructor(
    readonly encoding: Encoding,
    readonly record: BlockRecord,
    readonly evaluate: Evaluator,
    /** Content of a cell that the block has not written. */
    initial: (cell: number) => Term,
    factOf: (variable: Term) => Fact | undefined,
  ) {
    this.terms = encoding.terms;
    this.plan = encoding.plan;
    this.guard = this.terms.true;
    this.stuck = this.terms.false;
    this.failed = this.terms.false;
    this.masked = this.terms.false;
    this.#local = this.terms.true;
    this.required = this.terms.true;
    this.facts = new FactFinder(
      encoding.terms,
      (v) => encoding.known.inputs.get(v) ?? factOf(v),
      encoding.plan.pointers.numberWidth,
    );
    this.#inputs = new BlockInputs(record, encoding);
    this.#unwritten = new UnwrittenCells(encoding, this.#inputs, initial, () => this.#now);
  }

  /** See {@link under}. */
  get local(): Term {
    return this.#local;
  }

  get at(): SourceLocation {
    return this.edge?.edge.at ?? { file: '', line: 1, column: 1 };
  }

  /** The moment of the current operation. */
  get #now(): Moment {
    return { guard: this.guard, at: this.at, site: this.site };
  }

  /** Prepares for an operation. */
  begin(edge: LinkedEdge, state: State, guard: Term): void {
    this.edge = edge;
    this.context = edge.context;
    this.state = state;
    this.guard = guard;
    this.#count = 0;
    this.stuck = this.terms.false;
    this.failed = this.terms.false;
    this.failures = NO_FAILURES;
    this.masked = this.terms.false;
    this.#local = this.terms.true;
    this.required = this.terms.true;
  }

  /** Makes an expression of a value that is already computed, as the operand of another expression. */
  bind(type: CType, cells: readonly Term[]): Expr {
    const expr: Expr = { kind: 'load', type, place: { kind: 'dereference', type, pointer: NOTHING } };
    this.#bound.set(expr, cells);
    return expr;
  }

  /** The cells that {@link bind} gave the expression. */
  boundCells(expr: Expr): readonly Term[] | undefined {
    return this.#bound.get(expr);
  }

  read(cell: number): Term {
    return this.valueOf(cell, this.state.get(cell));
  }

  /** A cell's content from its entry in a state. */
  valueOf(cell: number, entry: Term): Term {
    if (entry === NO_TERM) return this.missing(cell);
    return entry === UNINITIALISED ? this.#unwritten.indeterminate(cell) : entry;
  }

  /**
   * Makes the object's content one unknown value. It exists as an input only if it is read before it is
   * assigned.
   */
  declare(object: MemoryObject): void {
    const { family } = object;
    if (family !== null && family.made !== null) {
      this.#startInstance(family.counter, family.made);
      return;
    }
    // The content of a family's earlier instances is lost with them.
    for (let c = 0; c < object.cells.length; c++) this.write(object.base + c, UNINITIALISED);
    if (family === null) this.#moveElsewhere(object);
    this.#unwritten.declare(object);
  }

  /** Starts an instance of a family. Its content is indeterminate. */
  #startInstance(current: MemoryObject, made: MemoryObject): void {
    const number = this.read(made.base);
    this.write(current.base, number);
    this.write(made.base, this.terms.add(number, this.terms.bv(this.terms.width(number), 1)));
  }

  /** Allows another address for the object, as its new lifetime may have one. */
  #moveElsewhere(object: MemoryObject): void {
    const { objects, known } = this.encoding;
    const number = objects.numberIfAny(object);
    if (number === null || !known.exposed.has(number)) return;
    const address = objects.hidden.address(object);
    this.write(address.base, this.unknown(objects.kindOf(address.base).sort, `address of ${object.name}`, {}, null));
  }

  write(cell: number, value: Term): void {
    this.state = this.state.set(cell, value);
    if (value >= 0 && this.encoding.objects.kindOf(cell).role === 'object') {
      const targets = this.facts.targets(value);
      if (this.encoding.known.held.note(cell, targets)) this.encoding.joinFamilies(targets);
    }
  }

  /** Returns the content of a cell that the state does not mention. */
  missing(cell: number): Term {
    return this.#unwritten.missing(cell);
  }

  /**
   * Returns content that a replay gives to the cell under the site, where the condition holds; null if
   * it cannot.
   */
  replayed(cell: number, kind: InputOrigin['kind'], site = this.site, condition = this.terms.true): Term | null {
    if (!this.#unwritten.isReplayed(cell)) return null;
    const { sort } = this.encoding.objects.kindOf(cell);
    return this.under(condition, () =>
      this.#unwritten.replayed(cell, kind, this.#nextName(sort), { ...this.#now, site }),
    );
  }

  /**
   * Returns a value from outside that the replay knows by its site. If `construct` is given, the
   * interpreter may compute another value.
   */
  fresh(
    sort: Sort,
    kind: InputOrigin['kind'],
    name: string,
    path: readonly number[] = [],
    construct: string | null = null,
    site = this.site,
  ): Term {
    return this.#inputs.add(
      { variable: this.#nextName(sort), sort, kind, name, path, construct },
      { ...this.#now, site },
    );
  }

  /** The input that names the value. Each value has one. */
  named(value: Term, fact: Fact): Term {
    const { terms } = this;
    if (terms.op(value) === Op.VARIABLE) return value;
    const wanted = {
      variable: `b${this.record.id}.value.${value}`,
      sort: terms.sort(value),
      kind: 'nondet',
      name: 'a value',
    } as const;
    const input = this.#inputs.add({ ...wanted, fact }, this.#now);
    this.record.definitions.set(input, value);
    return input;
  }

  /** Records that a replay takes a value here which formulas have from elsewhere. */
  taken(kind: InputOrigin['kind'], name: string, value: Term): void {
    const sort = this.terms.sort(value);
    this.#inputs.add({ variable: this.#nextName(sort), sort, kind, name, value }, this.#now);
  }

  /**
   * Returns any value, in place of one that has no formula here. `when` is the condition under which the
   * value is used, or can differ from the interpreter's. `true`: the caller does not know it. `null`:
   * the value is stored and later uses are unknown, so no condition can be given.
   */
  unknown(
    sort: Sort,
    construct: string,
    fact: Fact = {},
    when: Term | null | ((value: Term) => Term) = this.terms.true,
  ): Term {
    const variable = this.#nextName(sort);
    const condition = typeof when === 'function' ? when(this.terms.variable(variable, sort)) : when;
    return this.#inputs.add(
      { variable, sort, kind: 'approximation', name: construct, construct, fact, when: condition },
      this.#now,
    );
  }

  /**
   * Returns any value for cells of these kinds. Pointers among them may be null, or lead to unmodelled
   * memory or to `targets`.
   */
  unknownCells(kinds: readonly CellKind[], construct: string, targets: Targets = new Set()): Term[] {
    const fact: Fact = { targets: targets === null ? null : new Set([NULL_OBJECT, SUMMARY_OBJECT, ...targets]) };
    return kinds.map(({ sort, role }) => this.unknown(sort, construct, role === 'object' ? fact : {}));
  }

  /** Records that the current operation has no meaning when `condition` holds. */
  gap(construct: string, condition: Term = this.terms.true): void {
    const { terms } = this;
    const here = terms.and(condition, terms.not(this.stuck));
    if (terms.and(this.guard, here) === terms.false) return;
    this.stuck = terms.or(this.stuck, terms.and(this.#local, condition));
    this.record.gaps.push({ construct, at: this.at, block: this.record.id, condition: terms.and(this.guard, here) });
  }

  /**
   * Records that the current operation has undefined behaviour when `condition` holds. The run continues
   * with the meaning that the encoding gives it, so that proofs hold. A replay refuses such a run, so
   * engines look for other runs first.
   */
  undefinedWhen(condition: Term, construct = 'undefined behaviour'): void {
    const here = this.terms.and(this.guard, condition);
    if (here === this.terms.false) return;
    this.record.undefined.push({ construct, at: this.at, block: this.record.id, condition: here });
  }

  /** Evaluates `body`, which counts only where the condition holds. */
  under<T>(condition: Term, body: () => T): T {
    const { guard } = this;
    const local = this.#local;
    this.guard = this.terms.and(guard, condition);
    this.#local = this.terms.and(local, condition);
    const result = body();
    this.guard = guard;
    this.#local = local;
    return result;
  }

  /** Ends runs where an assumption of the program does not hold. A fault in the assumption counts. */
  assume(condition: Term): void {
    this.require(this.terms.or(this.failed, condition));
  }

  require(condition: Term): void {
    this.required = this.terms.and(this.required, condition);
  }

  /** Gives all cells of an object unknown content. */
  forget(object: MemoryObject, construct: string, targets: Targets): void {
    const values = this.unknownCells(object.cells, construct, targets);
    values.forEach((value, i) => {
      this.write(object.base + i, value);
    });
  }

  /**
   * Returns when an external function changes something that a replay knows by its site. `doubtful`:
   * when a run relies on more than the replay can make.
   */
  changes(name: string, construct: string, site: string, doubtful: Term): Term {
    const when = (value: Term): Term => this.terms.and(doubtful, value);
    return this.chosen({ kind: 'bool' }, 'external-change', name, construct, when, { site });
  }

  /**
   * Returns a choice from outside. `doubtful`: when a run with that choice relies on more than the
   * replay can make.
   */
  chosen(
    sort: Sort,
    kind: InputOrigin['kind'],
    name: string,
    construct: string,
    doubtful: (value: Term) => Term,
    { site = this.site, fact = {}, objects }: ChoiceOptions = {},
  ): Term {
    const { terms } = this;
    const variable = this.#nextName(sort);
    const used = doubtful(terms.variable(variable, sort));
    return this.#inputs.add(
      { variable, sort, kind, name, construct: used === terms.false ? null : construct, fact, when: used, objects },
      { ...this.#now, site },
    );
  }

  /** Returns a number of bytes as an offset, cut to the width of offsets. */
  offset(bytes: number): Term {
    const { offsetWidth } = this.plan.pointers;
    return this.terms.bv(offsetWidth, BigInt.asUintN(offsetWidth, BigInt(bytes)));
  }

  /** Returns offset < limit. The limit may exceed all offsets. */
  below(offset: Term, limit: number): Term {
    const width = this.terms.width(offset);
    return limit >= 2 ** width ? this.terms.true : this.terms.ult(offset, this.terms.bv(width, BigInt(limit)));
  }

  /** The current call site for replays: `Context.path:edge id`. */
  get site(): string {
    const { edge } = this;
    if (edge === null) return '';
    return `${this.plan.linked.contexts[edge.context].path}:${edge.edge.id}`;
  }

  /** The type's cells, as a list of sorts and roles. */
  cellsOf(type: CType): readonly CellKind[] {
    return this.plan.shapes.of(type).cells;
  }

  #nextName(sort: Sort): string {
    return `b${this.record.id}.${this.edge?.from ?? 'init'}.${this.#count++}.${sortName(sort)}`;
  }
}
