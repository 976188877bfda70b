import type { SourceLocation } from '../../base/source.ts';
import type { Variable } from '../../c/ast.ts';
import type { Layout } from '../../c/types/layout.ts';
import { BOOL, CHAR, hasQualifier, INT, isScalar, pointerTo, sizeType, valueType } from '../../c/types/type-basics.ts';
import type { IntegerType } from '../../c/types/types.ts';
import type { Expr, Location, Operation, Place } from '../cfa/automaton.ts';
import { SMALLER_ACCESS } from '../cfa/beyond.ts';
import { MEETING } from '../cfa/checks/overlap.ts';
import * as make from '../cfa/make.ts';
import { rootOf } from '../cfa/walk.ts';
import { type Access, accessesOf, accessTo, readsOf } from './accesses.ts';
import type { WovenGraph } from './graph.ts';
import type { LibraryAccesses } from './library-accesses.ts';
import type { Node, UnfoldedStep, Unfolding } from './unfolding.ts';
import type { Visibility } from './visible.ts';

/** Stands for the size of an access to no scalar. */
const WIDE = 0;

/** The function of models that writes to objects of the program. */
const GIVES = '__give';

/**
 * Checks for data races. A thread that stands before a plain access may stop there for ever, as an
 * input decides, and leave its access behind as watched. If another thread comes to an access that
 * conflicts with the watched one, both stand before their accesses at once, which is a race. One
 * thread is watched in a run.
 *
 * Only writes are watched, and reads of objects that some thread writes atomically. Each pair
 * of conflicting accesses has a member of these two kinds, since two atomic accesses are no race.
 */
export class RaceChecks {
  /** Hidden variables of the watched access. */
  readonly globals: readonly Variable[];
  /** The call that is the error. */
  readonly #fails: Operation;
  readonly #watched: Variable;
  readonly #address: Variable;
  readonly #size: Variable;
  readonly #reads: Variable;
  /** The number of bytes, where some accesses are wide. */
  readonly #bytes: Variable;
  /** Whether some of the bytes may be left alone. */
  readonly #open: Variable;
  /** Whether an attempt has failed that might have succeeded; null: threads make no attempts. */
  readonly #unordered: Variable | null;
  /** Numbers of the objects that races are about, from 1; 1 is what pointers lead to. */
  readonly #numbers = new Map<number, number>();
  /** Numbers of objects that threads write atomically. */
  readonly #atomic = new Set<number>();
  /** Sizes of accesses, by the object's number. */
  readonly #sizes = new Map<number, Set<number>>();
  readonly #sizeType: IntegerType;

  constructor(
    private readonly graph: WovenGraph,
    private readonly layout: Layout,
    private readonly visibility: Visibility,
    /** The accesses of library functions. */
    readonly library: LibraryAccesses,
    unfolding: Unfolding,
    raceFunction: number,
    /** The hidden function that decides which access a race begins with. */
    private readonly chooser: number,
    at: SourceLocation,
  ) {
    this.#fails = { kind: 'call', callee: { kind: 'direct', function: raceFunction }, arguments: [], result: null };
    this.#watched = graph.hidden('$watched', INT, at);
    this.#address = graph.hidden('$address', pointerTo(CHAR), at);
    this.#size = graph.hidden('$size', INT, at);
    this.#reads = graph.hidden('$reads', BOOL, at);
    this.#sizeType = sizeType(layout.model);
    this.#bytes = graph.hidden('$bytes', this.#sizeType, at);
    this.#open = graph.hidden('$open', BOOL, at);
    this.#unordered = unfolding.copies.find(({ original, copy }) => isUnordered(original, copy))?.copy ?? null;
    for (const node of unfolding.nodes) if (node.flags.beside !== 0n && !isSilent(node)) this.#survey(node);
    const common = [this.#watched, this.#address, this.#size, this.#reads];
    const isWide = [...this.#sizes.values()].some((sizes) => sizes.has(WIDE));
    this.globals = isWide ? [...common, this.#bytes, this.#open] : common;
  }

  /**
   * Adds the checks before the accesses of a step, and returns where the step begins. `stop` leads a
   * watched thread away.
   */
  before(node: Node, accesses: readonly Access[], from: Location, at: SourceLocation, stop: Location | null): Location {
    if (node.flags.beside === 0n || isSilent(node)) return from;
    let here = from;
    for (const access of accesses) {
      if (!this.visibility.isVisible(access.place)) continue;
      here = this.#check(access, here, at, isAtomic(access) ? null : stop);
    }
    return here;
  }

  #survey({ steps, flags }: Node): void {
    const atomic = flags.block || flags.inner;
    for (const step of steps) {
      for (const access of accessesOfStep(step)) {
        const { place, write } = access;
        if (this.visibility.isVisible(place))
          this.#note(place, this.#sizeOf(access), (atomic || isAtomic(access)) && write);
      }
      const operations = step.what.kind === 'operations' ? step.what.operations : [];
      for (const range of operations.flatMap((op) => this.library.of(op) ?? [])) {
        const place = this.library.placeOf(range);
        if (this.visibility.isVisible(place)) this.#note(place, WIDE, atomic && range.write);
      }
    }
  }

  #note(place: Place, size: number, writesAtomically: boolean): void {
    const number = this.#numberOf(place);
    if (writesAtomically) this.#atomic.add(number);
    this.#sizes.set(number, (this.#sizes.get(number) ?? new Set()).add(size));
  }

  #numberOf(place: Place): number {
    const root = rootOf(place);
    if (root.kind === 'dereference' || this.visibility.isMemory(root)) return 1;
    let number = this.#numbers.get(root.variable.id);
    if (number === undefined) this.#numbers.set(root.variable.id, (number = this.#numbers.size + 2));
    return number;
  }

  /** Size in bytes, or {@link WIDE}. Negative: bit-fields, whose bytes need not be aligned by their number. */
  #sizeOf({ place, bytes }: Access): number {
    if (bytes !== null || !isScalar(place.type)) return WIDE;
    const group = bitFieldsAt(place, this.layout);
    return group === null ? Number(this.layout.sizeOf(place.type)) : -group.size;
  }

  /** The number of bytes of an access; null: it is not known. */
  #bytesOf(access: Access): Expr | null {
    if (access.bytes !== null) return access.bytes;
    const size = this.#sizeOf(access);
    const bytes = size === WIDE ? this.layout.sizeOf(access.place.type) : BigInt(Math.abs(size));
    return bytes === null ? null : make.integer(this.#sizeType, bytes);
  }

  #check(access: Access, from: Location, at: SourceLocation, stop: Location | null): Location {
    const { graph } = this;
    const { place, write, guards } = access;
    const done = graph.location();
    let here = from;
    for (const { condition, truth } of guards) {
      const inside = graph.emit(here, { kind: 'assume', condition, truth }, at);
      graph.edge(here, done, { kind: 'assume', condition, truth: !truth }, at);
      here = inside;
    }
    const number = this.#numberOf(place);
    const size = this.#sizeOf(access);
    if (size === WIDE && (isAtomic(access) || this.#bytesOf(access) === null)) {
      const construct = 'a structure that threads share, in the search for data races';
      graph.edge(here, done, { kind: 'unsupported', construct, unread: true }, at);
      return done;
    }
    const readsCount = this.#atomic.has(number);
    // A watched read conflicts with writes only.
    const reads = load(this.#reads);
    const conflict = [equals(this.#watched, BigInt(number)), write || !readsCount ? make.ONE : make.not(reads)];
    if (this.#sizes.get(number)?.has(WIDE)) here = this.#meetsWide(access, number, conflict, here, done, at);
    if (size !== WIDE) {
      const hit = all([...conflict, this.#meets(access, number)]);
      here = this.#fail(hit, this.#ordered(hit, here, at), at);
    }
    if (stop !== null && (write || readsCount)) this.#watch(access, number, here, done, at, stop);
    else graph.edge(here, done, { kind: 'skip' }, at);
    return done;
  }

  /** Leads runs into the error where both accesses meet. Returns where the other ones go on. */
  #fail(hit: Expr, from: Location, at: SourceLocation): Location {
    const raced = this.graph.emit(from, { kind: 'assume', condition: hit, truth: true }, at);
    this.graph.edge(raced, this.graph.exit, this.#fails, at, this.#fails);
    return this.graph.emit(from, { kind: 'assume', condition: hit, truth: false }, at);
  }

  /** Compares ranges of bytes, of which the access or the watched one is wide. Returns where others go on. */
  #meetsWide(
    access: Access,
    number: number,
    conflict: readonly Expr[],
    from: Location,
    done: Location,
    at: SourceLocation,
  ): Location {
    const { graph } = this;
    const isWide = this.#sizeOf(access) === WIDE;
    const asked = all([...conflict, isWide ? make.ONE : equals(this.#size, BigInt(WIDE))]);
    const rest = graph.emit(from, { kind: 'assume', condition: asked, truth: false }, at);
    let here = graph.emit(from, { kind: 'assume', condition: asked, truth: true }, at);
    let hit: Expr = make.ONE;
    if (!this.#isWhole(access.place, number)) {
      const result = graph.temporary(INT, at);
      const args = [this.#addressOf(access.place), load(this.#address), this.#bytesOf(access)!, load(this.#bytes)];
      here = graph.emit(here, { kind: 'intrinsic', name: MEETING, arguments: args, places: [], result }, at);
      hit = make.load(result);
    }
    here = this.#ordered(hit, here, at);
    const isOpen = access.open ? make.ONE : load(this.#open);
    here = this.#leaveOpen(all([isOpen, hit]), SMALLER_ACCESS, here, at);
    if (!access.open) here = this.#fail(hit, here, at);
    // No other access is watched.
    graph.edge(here, done, { kind: 'skip' }, at);
    return rest;
  }

  /** Leaves open a race behind an attempt that failed without need. Returns where the other ones go on. */
  #ordered(hit: Expr, from: Location, at: SourceLocation): Location {
    if (this.#unordered === null) return from;
    const construct = 'a data race behind an attempt at a lock that fails, which orders no accesses';
    return this.#leaveOpen(all([load(this.#unordered), hit]), construct, from, at);
  }

  #leaveOpen(condition: Expr, construct: string, from: Location, at: SourceLocation): Location {
    const open = this.graph.emit(from, { kind: 'assume', condition, truth: true }, at);
    this.graph.edge(open, this.graph.exit, { kind: 'unsupported', construct, unread: true }, at);
    return this.graph.emit(from, { kind: 'assume', condition, truth: false }, at);
  }

  /** Whether the place is all of an object with a number of its own. */
  #isWhole(place: Place, number: number): boolean {
    return place.kind === 'variable' && number > 1;
  }

  /** Whether the bytes of the place are among those of the watched access to the same object, which is not wide. */
  #meets(access: Access, number: number): Expr {
    const { place } = access;
    const sizes = [...(this.#sizes.get(number) ?? [])];
    const others = sizes.filter((each) => each !== WIDE);
    if (this.#isWhole(place, number))
      return others.length === sizes.length ? make.ONE : make.not(equals(this.#size, BigInt(WIDE)));
    const own = this.#addressOf(place);
    const watched = load(this.#address);
    const size = this.#sizeOf(access);
    const cases = others.map((other) => {
      const among = size > 0 && other > 0 ? aligned(own, size, watched, other) : overlap(own, size, watched, other);
      return sizes.length === 1 ? among : all([equals(this.#size, BigInt(other)), among]);
    });
    return any(cases);
  }

  /** The first byte of the memory location. */
  #addressOf(place: Place): Expr {
    const type = pointerTo(CHAR);
    const group = bitFieldsAt(place, this.layout);
    if (group !== null) return moved(this.#addressOf(group.record), group.offset);
    return make.convert(this.layout, type, make.addressOf(place, pointerTo(valueType(place.type))));
  }

  #watch(access: Access, number: number, from: Location, done: Location, at: SourceLocation, stop: Location): void {
    const { place, write } = access;
    const sizes = this.#sizes.get(number);
    const { graph } = this;
    const free = equals(this.#watched, 0n);
    graph.edge(from, done, { kind: 'assume', condition: free, truth: false }, at);
    let here = graph.emit(from, { kind: 'assume', condition: free, truth: true }, at);
    const chosen = graph.temporary(BOOL, at);
    const callee = { kind: 'direct', function: this.chooser } as const;
    here = graph.emit(here, { kind: 'call', callee, arguments: [], result: chosen }, at);
    graph.edge(here, done, { kind: 'assume', condition: make.load(chosen), truth: false }, at);
    here = graph.emit(here, { kind: 'assume', condition: make.load(chosen), truth: true }, at);
    const set = (variable: Variable, value: Expr): void => {
      here = graph.emit(here, { kind: 'assign', target: make.variablePlace(variable), value }, at);
    };
    if (sizes?.has(WIDE)) {
      set(this.#bytes, this.#bytesOf(access)!);
      set(this.#open, make.integer(BOOL, access.open ? 1n : 0n));
    }
    if (!this.#isWhole(place, number) || sizes?.has(WIDE)) {
      set(this.#address, this.#addressOf(place));
      if ((sizes?.size ?? 0) > 1) set(this.#size, make.integer(INT, BigInt(this.#sizeOf(access))));
    }
    if (this.#atomic.has(number)) set(this.#reads, make.integer(BOOL, write ? 0n : 1n));
    set(this.#watched, make.integer(INT, BigInt(number)));
    graph.edge(here, stop, { kind: 'skip' }, at, this.#fails);
  }
}

/** Whether objects overlap that are aligned by their sizes: of two that do, one contains the other. */
function aligned(own: Expr, size: number, watched: Expr, other: number): Expr {
  const [large, small] = other >= size ? [watched, own] : [own, watched];
  const [most, least] = [Math.max(other, size), Math.min(other, size)];
  const same: Expr[] = [];
  for (let offset = 0; offset < most; offset += least) same.push(make.compare('==', moved(large, offset), small));
  return any(same);
}

/** Whether objects overlap, wherever they are; only the amounts of their sizes count. */
function overlap(own: Expr, size: number, watched: Expr, other: number): Expr {
  const same: Expr[] = [];
  for (let offset = 0; offset < Math.abs(size); offset++) same.push(make.compare('==', moved(own, offset), watched));
  for (let offset = 1; offset < Math.abs(other); offset++) same.push(make.compare('==', moved(watched, offset), own));
  return any(same);
}

function moved(pointer: Expr, bytes: number): Expr {
  return make.pointerAdd(pointer, make.integer(INT, BigInt(bytes)), false, pointerTo(CHAR));
}

/** The accesses of a step of a thread. */
export function accessesOfStep({ what }: UnfoldedStep): readonly Access[] {
  switch (what.kind) {
    case 'operations':
      return what.operations.flatMap(accessesOf);
    case 'create':
      return [...readsOf(what.argument), accessTo(what.name, true)];
    case 'join': {
      const result: Access[] = what.result === null ? [] : [accessTo(what.result, true)];
      return [...readsOf(what.name), ...result];
    }
    case 'detach':
      return readsOf(what.name);
    case 'end':
      return what.value === null ? [] : readsOf(what.value);
    case 'lock':
    case 'unlock':
    case 'wait':
      return [];
  }
}

/** Whether the node's accesses belong to a synchronising function, and race with no other access. */
export function isSilent({ activation }: Node): boolean {
  return activation.modelled && activation.fn.name !== GIVES;
}

/** Whether the variable is the one by which models tell that an attempt failed without need. */
function isUnordered(original: Variable | null, { name }: Variable): boolean {
  return original === null && name === '$unordered';
}

function isAtomic({ place, bytes }: Access): boolean {
  return bytes === null && hasQualifier(place.type, 'atomic');
}

function load(variable: Variable): Expr {
  return make.load(make.variablePlace(variable));
}

function equals(variable: Variable, value: bigint): Expr {
  return make.compare('==', load(variable), make.integer(INT, value));
}

/** Returns 1 if all conditions hold, else 0. */
function all(conditions: readonly Expr[]): Expr {
  const known = conditions.filter((e) => e !== make.ONE);
  const [last] = known.splice(-1);
  return known.reduceRight((rest, e) => make.conditional(INT, e, rest, make.ZERO), last ?? make.ONE);
}

/** Returns 1 if one of the conditions holds, else 0. */
function any(conditions: readonly Expr[]): Expr {
  return conditions.length === 1
    ? conditions[0]
    : conditions.reduceRight((rest, e) => make.conditional(INT, e, make.ONE, rest), make.ZERO);
}

/** Bytes of a structure that bit-fields share. */
interface BitFields {
  readonly record: Place;
  /** Bytes from the start of the structure. */
  readonly offset: number;
  /** Number of bytes. */
  readonly size: number;
}

/**
 * The memory location of a bit-field (C11 3.14). It has the bytes of all bit-fields around it, up to
 * another member or a bit-field of width 0. Members of a union lie alone. Null for places that are no
 * bit-fields.
 */
function bitFieldsAt(place: Place, layout: Layout): BitFields | null {
  if (place.kind !== 'member') return null;
  const { type } = place.base;
  if (type.kind !== 'struct' && type.kind !== 'union') return null;
  const declared = type.definition.fields ?? [];
  if (declared[place.index]?.bits === undefined) return null;
  const members = declared.map((_, i) => i);
  const ends = members.filter((i) => (declared[i].bits ?? 0) === 0);
  const after = Math.max(-1, ...ends.filter((i) => i < place.index));
  const before = Math.min(members.length, ...ends.filter((i) => i > place.index));
  const shared = type.kind === 'union' ? [place.index] : members.slice(after + 1, before);
  const { fields } = layout.record(type.definition);
  const bits = shared.map((i) => ({ from: fields[i].bitOffset, to: fields[i].bitOffset + (declared[i].bits ?? 0) }));
  const offset = Math.floor(Math.min(...bits.map(({ from }) => from)) / 8);
  const end = Math.ceil(Math.max(...bits.map(({ to }) => to)) / 8);
  return { record: place.base, offset, size: end - offset };
}
