import type { SourceLocation } from '../base/source.ts';
import type { Expr } from '../cfa/automaton.ts';
import { isConstantPart } from '../cfa/constant-objects.ts';
import type { LinkedEdge } from '../cfa/linked.ts';
import type { Term } from '../terms/builder.ts';
import { NO_TERM } from '../terms/builder.ts';
import { type Sort, sortName } from '../terms/sort.ts';
import type { TermStore } from '../terms/store.ts';
import type { Gap, InputOrigin } from '../transys/system.ts';
import type { CType } from '../types/types.ts';
import { State, UNINITIALISED } from './blocks/state.ts';
import type { Encoding, FreshInput } from './encoding.ts';
import { floatFromStored, storedWidth } from './floats/float-bytes.ts';
import { type Fact, FactFinder, type Targets } from './memory/facts.ts';
import type { MemoryObject } from './memory/objects.ts';
import { NULL_OBJECT, SUMMARY_OBJECT } from './memory/objects.ts';
import type { CellKind } from './memory/shape.ts';

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

/** The conditions under which a cell changes. */
interface Change {
  /** The cell gets a value that no replay gives it. */
  readonly other: Term;
  /** The cell is a pointer and becomes null. */
  readonly cleared: Term;
  /** The pointer's other value, where the replay knows it; null elsewhere. */
  readonly pointer: Pointer | null;
}

/** Returns the value that a replay gives to a pointer in an object, and when; null if it gives none. */
export type PointerChange = (
  path: readonly number[],
  condition: Term,
) => { readonly pointer: Pointer; readonly when: Term } | null;

/** Optional facts about a choice from outside. */
export interface ChoiceOptions {
  readonly site?: string;
  readonly fact?: Fact;
  readonly objects?: InputOrigin['objects'];
}

/** The results of a run through a block, besides its exits. */
export interface BlockRecord {
  readonly id: number;
  readonly inputs: Map<Term, FreshInput>;
  /**
   * Values that have no formula, by the input that stands for them. The condition says when the value
   * matters.
   */
  readonly approximations: Map<Term, Gap>;
  /**
   * The approximations that other operations use than the one that makes them: no condition covers their
   * uses.
   */
  readonly withoutCondition: Set<Term>;
  /** Operations that C leaves undefined, and when the block executes them. */
  readonly undefined: Gap[];
  readonly gaps: Gap[];
}

const NOTHING: Expr = { kind: 'integer', type: { kind: 'void' }, value: 0n };

/** Whether a replay gives an object's unknown content as single bytes, not as larger elements. */
function isReplayedAsBytes(type: CType): boolean {
  let inner = type;
  while (inner.kind === 'array') inner = inner.element;
  return inner.kind === 'struct' || inner.kind === 'union' || (inner.kind === 'integer' && inner.name.endsWith('char'));
}

/** Limit of the cases into which one run of a block splits accesses through pointers with many targets. */
const MANY_CASES = 20_000;

/** The symbolic machine. It executes one operation at a time on a state, under a guard. */
export class Execution {
  readonly terms: TermStore;
  readonly facts: FactFinder;
  state: State = State.EMPTY;
  guard: Term;
  /** Context in which variables are read. */
  context = 0;
  /** The edge being executed; null while static initialisers are evaluated. */
  edge: LinkedEdge | null = null;
  /** The condition under which the current operation has no meaning: the path ends there. */
  stuck: Term;
  /** The condition that holds by construction for the inputs that the current operation introduced. */
  required: Term;
  /** The number of cases into which accesses through pointers with many targets may still be split. */
  casesLeft = MANY_CASES;
  #order = 0;
  #count = 0;
  readonly #bound = new WeakMap<Expr, readonly Term[]>();
  readonly #declarations = new Map<MemoryObject, { edge: LinkedEdge | null; guard: Term; order: number }>();

  constructor(
    readonly encoding: Encoding,
    readonly record: BlockRecord,
    readonly evaluate: Evaluator,
    /** Content of a cell that the block has not written. */
    private readonly initial: (cell: number) => Term,
    factOf: (variable: Term) => Fact | undefined,
  ) {
    this.terms = encoding.terms;
    this.guard = this.terms.true;
    this.stuck = this.terms.false;
    this.required = this.terms.true;
    this.facts = new FactFinder(
      encoding.terms,
      (v) => encoding.inputFacts.get(v) ?? factOf(v),
      encoding.pointers.numberWidth,
    );
  }

  get at(): SourceLocation {
    return this.edge?.edge.at ?? { file: '', line: 1, column: 1 };
  }

  /** Prepares for an operation. */
  begin(edge: LinkedEdge, state: State, guard: Term): void {
    this.edge = edge;
    this.context = edge.context;
    this.state = state;
    this.guard = guard;
    this.#count = 0;
    this.stuck = this.terms.false;
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
    return entry === UNINITIALISED ? this.#uninitialised(cell) : entry;
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
    const { edge, guard } = this;
    const known = this.#declarations.get(object);
    // Two declarations of one object in a block share one unknown content.
    const merged = known === undefined ? guard : this.terms.or(known.guard, guard);
    this.#declarations.set(object, { edge: known?.edge ?? edge, guard: merged, order: known?.order ?? this.#order++ });
  }

  /** Starts an instance of a family. Its content is indeterminate. */
  #startInstance(current: MemoryObject, made: MemoryObject): void {
    const number = this.read(made.base);
    this.write(current.base, number);
    this.write(made.base, this.terms.add(number, this.terms.bv(this.terms.width(number), 1)));
  }

  /** Allows another address for the object, as its new lifetime may have one. */
  #moveElsewhere(object: MemoryObject): void {
    const { objects, revisions } = this.encoding;
    const number = objects.numberIfAny(object);
    if (number === null || !revisions.exposed.has(number)) return;
    const address = objects.address(object);
    this.write(address.base, this.unknown(objects.kindOf(address.base).sort, `address of ${object.name}`, {}, null));
  }

  #uninitialised(cell: number): Term {
    const { objects } = this.encoding;
    const object = objects.ownerOf(cell);
    const declaration = this.#declarations.get(object);
    if (declaration === undefined) return this.missing(cell);
    const now = { edge: this.edge, guard: this.guard, order: this.#order };
    Object.assign(this, declaration);
    const { sort, role } = objects.kindOf(cell);
    // A pointer that leads nowhere is not in the middle of anything either.
    if (role === 'offset') {
      Object.assign(this, now);
      return this.encoding.zero(sort);
    }
    const name = `b${this.record.id}.declared.${cell}`;
    let value: Term;
    const path = this.#replayPath(cell);
    if (path !== null) value = this.#content(cell, path, name, 'uninitialised', this.site);
    else {
      const fact: Fact = role === 'object' ? { targets: new Set() } : {};
      value = this.#input(
        name,
        sort,
        'approximation',
        object.name,
        [],
        `indeterminate value of ${object.name}`,
        fact,
        null,
      );
    }
    Object.assign(this, now);
    return value;
  }

  /** Returns the path under which a replay gives the cell a content from outside; null if it cannot. */
  #replayPath(cell: number): readonly number[] | null {
    const { objects, names } = this.encoding;
    const { family, shape, type } = objects.ownerOf(cell);
    const { sort, role } = objects.kindOf(cell);
    if (role !== 'value' || family !== null || sort.kind === 'bool') return null;
    return shape.kind !== 'bytes' || isReplayedAsBytes(type) ? names.path(cell) : null;
  }

  /** Returns content from outside for a cell with a {@link replayPath}. */
  #content(cell: number, path: readonly number[], name: string, kind: InputOrigin['kind'], site: string): Term {
    const { objects, names } = this.encoding;
    const { sort } = objects.kindOf(cell);
    const object = objects.ownerOf(cell);
    const stored: Sort = sort.kind === 'float' ? { kind: 'bv', width: storedWidth(sort) } : sort;
    const value = this.#input(name, stored, kind, object.name, path, null, {}, null, site);
    if (sort.kind === 'float') return floatFromStored(this.terms, value, sort);
    return sort.kind === 'bv' && names.isTruth(cell) ? this.#anyByte(value, name, object) : value;
  }

  /**
   * Returns an unknown byte with the lowest bit of the input. A replay gives a `_Bool` no other bits, so
   * runs in which other bits are set are in doubt.
   */
  #anyByte(input: Term, whole: string, { name }: MemoryObject): Term {
    const { terms } = this;
    const sort: Sort = { kind: 'bv', width: 7 };
    const variable = `${whole}.byte`;
    const used = terms.not(terms.eq(terms.variable(variable, sort), terms.bv(7, 0)));
    const rest = this.#input(variable, sort, 'approximation', name, [], `indeterminate byte of ${name}`, {}, used);
    return terms.concat(rest, terms.extract(input, 0, 0));
  }

  write(cell: number, value: Term): void {
    this.state = this.state.set(cell, value);
    if (value >= 0 && this.encoding.objects.kindOf(cell).role === 'object') {
      this.encoding.held.note(cell, this.facts.targets(value));
    }
  }

  /** Returns the content of a cell that the state does not mention. */
  missing(cell: number): Term {
    const object = this.encoding.objects.ownerOf(cell);
    if (this.#isThereFromTheStart(object)) return this.initial(cell);
    const { sort, role } = this.encoding.objects.kindOf(cell);
    if (role === 'offset') return this.encoding.zero(sort);
    const name = `b${this.record.id}.indeterminate.${cell}`;
    const fact: Fact = role === 'value' ? {} : { targets: new Set() };
    return this.#input(
      name,
      sort,
      'approximation',
      object.name,
      [],
      `indeterminate value of ${object.name}`,
      fact,
      null,
    );
  }

  #isThereFromTheStart(object: MemoryObject): boolean {
    const { kind, family } = object;
    return kind === 'static' || kind === 'address' || this.encoding.isArgumentOfMain(object) || family !== null;
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
    return this.#input(this.#nextName(sort), sort, kind, name, path, construct, {}, this.terms.true, site);
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
    const name = this.#nextName(sort);
    const condition = typeof when === 'function' ? when(this.terms.variable(name, sort)) : when;
    return this.#input(name, sort, 'approximation', construct, [], construct, fact, condition);
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
    this.stuck = terms.or(this.stuck, condition);
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
    this.guard = this.terms.and(guard, condition);
    const result = body();
    this.guard = guard;
    return result;
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
    return this.#input(
      variable,
      sort,
      kind,
      name,
      [],
      used === terms.false ? null : construct,
      fact,
      used,
      site,
      objects,
    );
  }

  /**
   * Returns content from outside for all cells of an object. Pointers among them lead to null, to
   * unmodelled memory or to `targets`. A run is in doubt as far as the replay cannot give it that
   * content.
   */
  given(
    object: MemoryObject,
    kind: InputOrigin['kind'],
    construct: string,
    targets: Targets,
    pointerAt: (path: readonly number[]) => Pointer | null,
  ): readonly Term[] {
    const fact: Fact = { targets: targets === null ? null : new Set([NULL_OBJECT, SUMMARY_OBJECT, ...targets]) };
    let pointer: Pointer | null = null;
    return object.cells.map(({ sort, role }, c) => {
      if (role === 'offset' && pointer !== null) return pointer.offset;
      if (role !== 'offset') pointer = null;
      const whole = this.encoding.names.path(object.base + c);
      if (role === 'object' && sort.kind === 'bv' && whole !== null) pointer = pointerAt(whole);
      if (pointer !== null) return pointer.object;
      const path = this.#replayPath(object.base + c);
      if (path !== null) return this.#content(object.base + c, path, this.#nextName(sort), kind, this.site);
      return this.unknown(sort, construct, role === 'object' ? fact : {});
    });
  }

  /**
   * Gives the object any content where the condition holds. Pointers in it lead to null, to unmodelled
   * memory or to `targets`.
   * - `site`: names the object in the replay, which gives content there; null: a run with that content
   *   is in doubt.
   * - `block`: content of a heap block, as far as the replay gives it.
   * - `pointerAt`: the value of a pointer where the replay gives it.
   */
  change(
    object: MemoryObject,
    construct: string,
    condition: Term,
    targets: ReadonlySet<number>,
    site: string | null = null,
    block: readonly (Term | null)[] | null = null,
    pointerAt: PointerChange = () => null,
  ): void {
    const { terms, encoding } = this;
    const fact: Fact = { targets: new Set([NULL_OBJECT, SUMMARY_OBJECT, ...targets]) };
    let change: Change = { other: condition, cleared: terms.false, pointer: null };
    object.cells.forEach(({ sort, role }, c) => {
      const cell = object.base + c;
      if (object.variable !== null && isConstantPart(object.type, encoding.names.path(cell) ?? [])) return;
      const given = block?.[c] ?? null;
      if (given !== null) {
        this.write(cell, terms.ite(condition, given, this.read(cell)));
        return;
      }
      const path = site === null || object.variable === null ? null : this.#replayPath(cell);
      if (site !== null && path !== null) {
        const value = this.under(condition, () =>
          this.#content(cell, path, this.#nextName(sort), 'external-content', site),
        );
        this.write(cell, terms.ite(condition, value, this.read(cell)));
        return;
      }
      // Both halves of a pointer change together.
      if (role !== 'offset' && site !== null)
        change = this.#unreplayedChange(cell, construct, condition, site, pointerAt);
      const chosen = role === 'offset' ? change.pointer?.offset : change.pointer?.object;
      const value = chosen ?? this.unknown(sort, construct, role === 'object' ? fact : {}, change.other);
      const kept = terms.ite(change.cleared, encoding.zero(sort), this.read(cell));
      this.write(cell, change.other === terms.true ? value : terms.ite(change.other, value, kept));
    });
  }

  /**
   * Returns when a cell changes in a way that the replay does not know. The replay does know when a
   * pointer becomes null.
   */
  #unreplayedChange(cell: number, construct: string, condition: Term, site: string, pointerAt: PointerChange): Change {
    const { terms, encoding } = this;
    const { sort, role } = encoding.objects.kindOf(cell);
    const { name, variable } = encoding.objects.ownerOf(cell);
    const path = encoding.names.path(cell);
    const isPointer = role === 'object' && sort.kind === 'bv' && variable !== null && path !== null;
    const known = isPointer ? pointerAt(path, condition) : null;
    const other =
      known?.when ??
      terms.and(
        condition,
        this.unknown({ kind: 'bool' }, construct, {}, (chosen) => terms.and(condition, chosen)),
      );
    const pointer = known?.pointer ?? null;
    if (!isPointer) return { other, cleared: terms.false, pointer };
    const one: Sort = { kind: 'bv', width: 1 };
    const value = this.under(condition, () =>
      this.#input(this.#nextName(one), one, 'external-content', name, path, null, {}, null, site),
    );
    return { other, cleared: terms.and(condition, terms.eq(value, terms.bv(1, 0))), pointer };
  }

  /** Returns a number of bytes as an offset, cut to the width of offsets. */
  offset(bytes: number): Term {
    const { offsetWidth } = this.encoding.pointers;
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
    return `${this.encoding.linked.contexts[edge.context].path}:${edge.edge.id}`;
  }

  /** The type's cells, as a list of sorts and roles. */
  cellsOf(type: CType): readonly CellKind[] {
    return this.encoding.shapes.of(type).cells;
  }

  #nextName(sort: Sort): string {
    return `b${this.record.id}.${this.edge?.from ?? 'init'}.${this.#count++}.${sortName(sort)}`;
  }

  #input(
    name: string,
    sort: Sort,
    kind: InputOrigin['kind'],
    what: string,
    path: readonly number[],
    construct: string | null,
    fact: Fact,
    /** When the value is used; null if no condition can be given. */
    when: Term | null = this.terms.true,
    site = this.site,
    objects?: InputOrigin['objects'],
  ): Term {
    const { terms, record, encoding } = this;
    const term = terms.variable(name, sort);
    // Another run of the block may have used the name for another value.
    encoding.inputFacts.set(term, fact);
    if (construct !== null) {
      if (when === null) record.withoutCondition.add(term);
      const used = when === null ? terms.false : terms.and(this.guard, when);
      const condition = terms.or(record.approximations.get(term)?.condition ?? terms.false, used);
      record.approximations.set(term, { construct, at: this.at, block: record.id, condition });
    }
    const known = record.inputs.get(term);
    if (known !== undefined) return term;
    const block = record.id;
    const origin: InputOrigin = {
      kind,
      block,
      site,
      path,
      guard: this.guard,
      order: this.#order++,
      name: what,
      at: this.at,
      ...(objects === undefined ? {} : { objects }),
    };
    record.inputs.set(term, { term, origin, sort });
    return term;
  }
}
