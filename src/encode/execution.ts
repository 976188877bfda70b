import type { SourceLocation } from '../base/source.ts';
import type { CType } from '../c/types.ts';
import type { Expr } from '../cfa/automaton.ts';
import { isConstantPart } from '../cfa/constant-objects.ts';
import type { LinkedEdge } from '../cfa/linked.ts';
import type { Term } from '../smt/builder.ts';
import { NO_TERM } from '../smt/builder.ts';
import { type Sort, sortName } from '../smt/sort.ts';
import type { TermStore } from '../smt/store.ts';
import type { Gap, InputOrigin } from '../transys/system.ts';
import { State, UNINITIALISED } from './blocks/state.ts';
import type { Encoding, FreshInput } from './encoding.ts';
import { floatFromStored, storedWidth } from './floats/float-bytes.ts';
import { type Fact, FactFinder, type Targets } from './memory/facts.ts';
import type { MemoryObject } from './memory/objects.ts';
import { NULL_OBJECT, SUMMARY_OBJECT } from './memory/objects.ts';
import type { CellKind } from './memory/shape.ts';

export interface Pointer {
  /** Number of the object. */
  readonly object: Term;
  /** Bytes from its start. */
  readonly offset: Term;
}

/** The meaning of expressions; an interface because places and expressions need each other. */
export interface Evaluator {
  /** The cells of a value of any type. */
  cells(x: Execution, expr: Expr): readonly Term[];
  /** A value of integer type, in its storage width. */
  integer(x: Execution, expr: Expr): Term;
  pointer(x: Execution, expr: Expr): Pointer;
  /** A scalar as a condition: not zero. */
  condition(x: Execution, expr: Expr): Term;
}

/** Conditions under which a cell changes. */
interface Change {
  /** It gets a value that no replay gives it. */
  readonly other: Term;
  /** It is a pointer and becomes null. */
  readonly cleared: Term;
  /** What a pointer becomes otherwise, if the replay knows that. */
  readonly pointer: Pointer | null;
}

/** Returns what a pointer in an object becomes, and when, as far as a replay gives it; null if it gives nothing. */
export type PointerChange = (path: readonly number[], condition: Term) => { readonly pointer: Pointer; readonly when: Term } | null;

/** What is known of a choice from outside. */
export interface ChoiceOptions {
  readonly site?: string;
  readonly fact?: Fact;
  readonly objects?: InputOrigin['objects'];
}

/** What a run through a block leaves besides its exits. */
export interface BlockRecord {
  readonly id: number;
  readonly inputs: Map<Term, FreshInput>;
  /** Values that have no formula, by the input that stands for them; the condition says when that matters. */
  readonly approximations: Map<Term, Gap>;
  /** Those of them that are used by other operations than the one that makes them. */
  readonly untold: Set<Term>;
  /** What C leaves undefined, and when the block does it. */
  readonly undefined: Gap[];
  readonly gaps: Gap[];
}

const NOTHING: Expr = { kind: 'integer', type: { kind: 'void' }, value: 0n };

/** Whether a replay takes the unknown content of an object as single bytes: not as elements of another size. */
function isReplayedAsBytes(type: CType): boolean {
  let inner = type;
  while (inner.kind === 'array') inner = inner.element;
  return inner.kind === 'struct' || inner.kind === 'union' || (inner.kind === 'integer' && inner.name.endsWith('char'));
}

/** Of accesses through pointers with many targets, in one run of a block. */
const MANY_CASES = 20_000;

/** The symbolic machine: one operation at a time is executed on a state under a guard. */
export class Execution {
  readonly terms: TermStore;
  readonly facts: FactFinder;
  state: State = State.EMPTY;
  guard: Term;
  /** Context in which variables are read. */
  context = 0;
  /** The edge being executed; null while static initialisers are evaluated. */
  edge: LinkedEdge | null = null;
  /** When the current operation meets something without meaning: its path ends there. */
  stuck: Term;
  /** What inputs introduced by the current operation satisfy by their making. */
  required: Term;
  /** Cases that accesses through pointers with many targets may still be split into. */
  casesLeft = MANY_CASES;
  private order = 0;
  private count = 0;
  private readonly bound = new WeakMap<Expr, readonly Term[]>();
  private readonly declarations = new Map<MemoryObject, { edge: LinkedEdge | null; guard: Term; order: number }>();

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
    this.facts = new FactFinder(encoding.terms, (v) => encoding.inputFacts.get(v) ?? factOf(v), encoding.pointers.numberWidth);
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
    this.count = 0;
    this.stuck = this.terms.false;
    this.required = this.terms.true;
  }

  /** An expression whose value is at hand, as the operand of another one. */
  bind(type: CType, cells: readonly Term[]): Expr {
    const expr: Expr = { kind: 'load', type, place: { kind: 'dereference', type, pointer: NOTHING } };
    this.bound.set(expr, cells);
    return expr;
  }

  /** The cells that {@link bind} gave the expression. */
  boundCells(expr: Expr): readonly Term[] | undefined {
    return this.bound.get(expr);
  }

  read(cell: number): Term {
    return this.valueOf(cell, this.state.get(cell));
  }

  /** A cell's content from its entry in a state. */
  valueOf(cell: number, entry: Term): Term {
    if (entry === NO_TERM) return this.missing(cell);
    return entry === UNINITIALISED ? this.uninitialised(cell) : entry;
  }

  /** The object's content becomes one unknown value, which exists as an input only if it is read before it is assigned. */
  declare(object: MemoryObject): void {
    const { family } = object;
    if (family !== null && family.made !== null) {
      this.startInstance(family.counter, family.made);
      return;
    }
    // What earlier instances of a family held is gone with them.
    for (let c = 0; c < object.cells.length; c++) this.write(object.base + c, UNINITIALISED);
    if (family === null) this.moveElsewhere(object);
    const { edge, guard } = this;
    const known = this.declarations.get(object);
    // Two declarations of one object in a block: their content counts as one.
    const merged = known === undefined ? guard : this.terms.or(known.guard, guard);
    this.declarations.set(object, { edge: known?.edge ?? edge, guard: merged, order: known?.order ?? this.order++ });
  }

  /** A new object of a family, whose content nobody has seen. */
  private startInstance(current: MemoryObject, made: MemoryObject): void {
    const number = this.read(made.base);
    this.write(current.base, number);
    this.write(made.base, this.terms.add(number, this.terms.bv(this.terms.width(number), 1)));
  }

  /** A new lifetime may be at another address. */
  private moveElsewhere(object: MemoryObject): void {
    const { objects, revisions } = this.encoding;
    const number = objects.numberIfAny(object);
    if (number === null || !revisions.exposed.has(number)) return;
    const address = objects.address(object);
    this.write(address.base, this.unknown(objects.kindOf(address.base).sort, `address of ${object.name}`, {}, null));
  }

  private uninitialised(cell: number): Term {
    const { objects } = this.encoding;
    const object = objects.ownerOf(cell);
    const declaration = this.declarations.get(object);
    if (declaration === undefined) return this.missing(cell);
    const now = { edge: this.edge, guard: this.guard, order: this.order };
    Object.assign(this, declaration);
    const { sort, role } = objects.kindOf(cell);
    // A pointer that leads nowhere is not in the middle of anything either.
    if (role === 'offset') {
      Object.assign(this, now);
      return this.encoding.zero(sort);
    }
    const name = `b${this.record.id}.declared.${cell}`;
    let value: Term;
    const path = this.replayPath(cell);
    if (path !== null) value = this.content(cell, path, name, 'uninitialised', this.site);
    else {
      const fact: Fact = role === 'object' ? { targets: new Set() } : {};
      value = this.input(name, sort, 'approximation', object.name, [], `indeterminate value of ${object.name}`, fact, null);
    }
    Object.assign(this, now);
    return value;
  }

  /** Returns the path under which a replay gives the cell a content from outside; null if it cannot. */
  private replayPath(cell: number): readonly number[] | null {
    const { objects, names } = this.encoding;
    const { family, shape, type } = objects.ownerOf(cell);
    const { sort, role } = objects.kindOf(cell);
    if (role !== 'value' || family !== null || sort.kind === 'bool') return null;
    return shape.kind !== 'bytes' || isReplayedAsBytes(type) ? names.path(cell) : null;
  }

  /** Returns content from outside for a cell with a {@link replayPath}. */
  private content(cell: number, path: readonly number[], name: string, kind: InputOrigin['kind'], site: string): Term {
    const { objects, names } = this.encoding;
    const { sort } = objects.kindOf(cell);
    const object = objects.ownerOf(cell);
    const stored: Sort = sort.kind === 'float' ? { kind: 'bv', width: storedWidth(sort) } : sort;
    const value = this.input(name, stored, kind, object.name, path, null, {}, null, site);
    if (sort.kind === 'float') return floatFromStored(this.terms, value, sort);
    return sort.kind === 'bv' && names.isTruth(cell) ? this.anyByte(value, name, object) : value;
  }

  /** Returns an unknown byte with the lowest bit of the input. A replay gives a `_Bool` no other bits: a run with others is in doubt. */
  private anyByte(input: Term, whole: string, { name }: MemoryObject): Term {
    const { terms } = this;
    const sort: Sort = { kind: 'bv', width: 7 };
    const variable = `${whole}.byte`;
    const used = terms.not(terms.eq(terms.variable(variable, sort), terms.bv(7, 0)));
    const rest = this.input(variable, sort, 'approximation', name, [], `indeterminate byte of ${name}`, {}, used);
    return terms.concat(rest, terms.extract(input, 0, 0));
  }

  write(cell: number, value: Term): void {
    this.state = this.state.set(cell, value);
    if (value >= 0 && this.encoding.objects.kindOf(cell).role === 'object') {
      this.encoding.held.note(cell, this.facts.targets(value));
    }
  }

  /** Content of a cell that the state does not mention. */
  missing(cell: number): Term {
    const object = this.encoding.objects.ownerOf(cell);
    if (this.isThereFromTheStart(object)) return this.initial(cell);
    const { sort, role } = this.encoding.objects.kindOf(cell);
    if (role === 'offset') return this.encoding.zero(sort);
    const name = `b${this.record.id}.indeterminate.${cell}`;
    const fact: Fact = role === 'value' ? {} : { targets: new Set() };
    return this.input(name, sort, 'approximation', object.name, [], `indeterminate value of ${object.name}`, fact, null);
  }

  private isThereFromTheStart(object: MemoryObject): boolean {
    const { kind, family } = object;
    return kind === 'static' || kind === 'address' || this.encoding.isArgumentOfMain(object) || family !== null;
  }

  /** A value from outside that the replay knows by its site; with `construct`, one that the interpreter may compute instead. */
  fresh(
    sort: Sort,
    kind: InputOrigin['kind'],
    name: string,
    path: readonly number[] = [],
    construct: string | null = null,
    site = this.site,
  ): Term {
    return this.input(this.nextName(sort), sort, kind, name, path, construct, {}, this.terms.true, site);
  }

  /**
   * Any value, in place of one that has no formula here. `when`: the value is used, or it is another than what the interpreter computes (true
   * if the caller cannot tell; null if it is kept, and who uses it later cannot be told).
   */
  unknown(sort: Sort, construct: string, fact: Fact = {}, when: Term | null | ((value: Term) => Term) = this.terms.true): Term {
    const name = this.nextName(sort);
    const condition = typeof when === 'function' ? when(this.terms.variable(name, sort)) : when;
    return this.input(name, sort, 'approximation', construct, [], construct, fact, condition);
  }

  /** Any value for cells of these kinds; pointers among them may be null, lead to unmodelled memory or to `targets`. */
  unknownCells(kinds: readonly CellKind[], construct: string, targets: Targets = new Set()): Term[] {
    const fact: Fact = { targets: targets === null ? null : new Set([NULL_OBJECT, SUMMARY_OBJECT, ...targets]) };
    return kinds.map(({ sort, role }) => this.unknown(sort, construct, role === 'object' ? fact : {}));
  }

  /** The current operation has no meaning when `condition` holds. */
  gap(construct: string, condition: Term = this.terms.true): void {
    const { terms } = this;
    const here = terms.and(condition, terms.not(this.stuck));
    if (terms.and(this.guard, here) === terms.false) return;
    this.stuck = terms.or(this.stuck, condition);
    this.record.gaps.push({ construct, at: this.at, block: this.record.id, condition: terms.and(this.guard, here) });
  }

  /**
   * The current operation does something that C leaves undefined when `condition` holds. The run goes on with the meaning that the encoding
   * gives it, so that proofs stand; but its replay will refuse it, so that engines look for runs without it first.
   */
  undefinedWhen(condition: Term, construct = 'undefined behaviour'): void {
    const here = this.terms.and(this.guard, condition);
    if (here === this.terms.false) return;
    this.record.undefined.push({ construct, at: this.at, block: this.record.id, condition: here });
  }

  /** Evaluates something that counts only where the condition holds. */
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

  /** Cells of an object all at once. */
  forget(object: MemoryObject, construct: string, targets: Targets): void {
    const values = this.unknownCells(object.cells, construct, targets);
    values.forEach((value, i) => {
      this.write(object.base + i, value);
    });
  }

  /**
   * Returns when an external function changes what a replay knows by its site. `doubtful`: when a run rests on more than
   * the replay can make.
   */
  changes(name: string, construct: string, site: string, doubtful: Term): Term {
    const when = (value: Term): Term => this.terms.and(doubtful, value);
    return this.chosen({ kind: 'bool' }, 'external-change', name, construct, when, { site });
  }

  /** Returns a choice from outside. `doubtful`: when a run with that choice rests on more than the replay can make. */
  chosen(
    sort: Sort,
    kind: InputOrigin['kind'],
    name: string,
    construct: string,
    doubtful: (value: Term) => Term,
    { site = this.site, fact = {}, objects }: ChoiceOptions = {},
  ): Term {
    const { terms } = this;
    const variable = this.nextName(sort);
    const used = doubtful(terms.variable(variable, sort));
    return this.input(variable, sort, kind, name, [], used === terms.false ? null : construct, fact, used, site, objects);
  }

  /**
   * Returns content from outside for all cells of an object. Pointers among them lead to null, to unmodelled memory or to
   * `targets`. A run is in doubt as far as the replay cannot give it that content.
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
      const path = this.replayPath(object.base + c);
      if (path !== null) return this.content(object.base + c, path, this.nextName(sort), kind, this.site);
      return this.unknown(sort, construct, role === 'object' ? fact : {});
    });
  }

  /**
   * Gives the object any content where the condition holds. Pointers in it lead to null, to unmodelled memory or to
   * `targets`. `site`: the object in the replay, which gives content there; null: a run with that content is in doubt.
   * `block`: content of a block of the heap, as far as the replay gives it. `pointerAt`: what a pointer becomes where the
   * replay gives that.
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
      const path = site === null || object.variable === null ? null : this.replayPath(cell);
      if (site !== null && path !== null) {
        const value = this.under(condition, () => this.content(cell, path, this.nextName(sort), 'external-content', site));
        this.write(cell, terms.ite(condition, value, this.read(cell)));
        return;
      }
      // Both halves of a pointer change together.
      if (role !== 'offset' && site !== null) change = this.unreplayedChange(cell, construct, condition, site, pointerAt);
      const chosen = role === 'offset' ? change.pointer?.offset : change.pointer?.object;
      const value = chosen ?? this.unknown(sort, construct, role === 'object' ? fact : {}, change.other);
      const kept = terms.ite(change.cleared, encoding.zero(sort), this.read(cell));
      this.write(cell, change.other === terms.true ? value : terms.ite(change.other, value, kept));
    });
  }

  /** Returns when a cell changes in a way that the replay does not know; it knows that a pointer becomes null. */
  private unreplayedChange(cell: number, construct: string, condition: Term, site: string, pointerAt: PointerChange): Change {
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
      this.input(this.nextName(one), one, 'external-content', name, path, null, {}, null, site),
    );
    return { other, cleared: terms.and(condition, terms.eq(value, terms.bv(1, 0))), pointer };
  }

  /** A number of bytes as an offset, cut to the width of offsets. */
  offset(bytes: number): Term {
    const { offsetWidth } = this.encoding.pointers;
    return this.terms.bv(offsetWidth, BigInt.asUintN(offsetWidth, BigInt(bytes)));
  }

  /** offset < limit, where the limit may be beyond all offsets. */
  below(offset: Term, limit: number): Term {
    const width = this.terms.width(offset);
    return limit >= 2 ** width ? this.terms.true : this.terms.ult(offset, this.terms.bv(width, BigInt(limit)));
  }

  /** `Context.path:edge id`. */
  get site(): string {
    const { edge } = this;
    if (edge === null) return '';
    return `${this.encoding.linked.contexts[edge.context].path}:${edge.edge.id}`;
  }

  /** The type's cells, as a list of sorts and roles. */
  cellsOf(type: CType): readonly CellKind[] {
    return this.encoding.shapes.of(type).cells;
  }

  private nextName(sort: Sort): string {
    return `b${this.record.id}.${this.edge?.from ?? 'init'}.${this.count++}.${sortName(sort)}`;
  }

  private input(
    name: string,
    sort: Sort,
    kind: InputOrigin['kind'],
    what: string,
    path: readonly number[],
    construct: string | null,
    fact: Fact,
    /** When the value is used; null if that cannot be told here. */
    when: Term | null = this.terms.true,
    site = this.site,
    objects?: InputOrigin['objects'],
  ): Term {
    const { terms, record, encoding } = this;
    const term = terms.variable(name, sort);
    // Another run of the block may have used the name for something else.
    encoding.inputFacts.set(term, fact);
    if (construct !== null) {
      if (when === null) record.untold.add(term);
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
      order: this.order++,
      name: what,
      at: this.at,
      ...(objects === undefined ? {} : { objects }),
    };
    record.inputs.set(term, { term, origin, sort });
    return term;
  }
}
