import type { Expression, InitializerEntry } from '../ast.ts';
import { staticValue } from '../semantics/constants.ts';
import { assigned } from '../semantics/conversions.ts';
import { INT, isScalar } from '../types/type-basics.ts';
import type { CType } from '../types/types.ts';
import type { Context } from './context.ts';
import { warn } from './context.ts';
import { failure } from './failures.ts';
import type { Frame } from './initializer-frames.ts';
import type { DesignatedRange } from './initializer-overrides.ts';
import { meet, without } from './initializer-overrides.ts';

interface MutableEntry {
  readonly path: readonly number[];
  range?: DesignatedRange;
  readonly value: Expression;
}

/** Collects the entries of one initialiser. */
export class InitializerEntries {
  readonly list: InitializerEntry[] = [];
  /** Whether a designator was used. Order and number of the entries then do not show what they cover. */
  designated = false;
  /** Whether a part was left out that is known to be zero. */
  incomplete = false;
  /** Number of scalars that the entries set. */
  scalars = 0;

  constructor(
    private readonly c: Context,
    private readonly isStatic: boolean,
  ) {}

  /** Adds one value for the sub-object of that type at `path`. */
  store(e: Expression, type: CType, path: readonly number[], range: DesignatedRange | null): void {
    if (type.kind === 'array') {
      this.scalars += leaves(type);
      this.#storeArray(e, path, range);
      return;
    }
    this.scalars += leaves(type);
    if (this.isStatic && e.kind === 'compound-literal' && e.type.kind !== 'array') {
      if (type.kind === 'struct' || type.kind === 'union' || type.kind === 'vector') {
        this.incomplete = true;
        this.#splice(e.initializer.entries, path, range);
        return;
      }
    }
    const value = assigned(this.c, this.isStatic ? scalarOf(e) : e, type, 'initialization');
    this.#push(path, range, this.isStatic ? staticValue(this.c, value) : value);
  }

  /** Stores a string or, as a GNU extension, a compound literal for a whole array. */
  #storeArray(e: Expression, path: readonly number[], range: DesignatedRange | null): void {
    if (e.kind === 'compound-literal') {
      this.incomplete = true;
      this.#splice(e.initializer.entries, path, range);
      return;
    }
    if (e.kind !== 'string') throw failure('C1413', [], e.at);
    this.#push(path, range, e);
  }

  #splice(entries: readonly InitializerEntry[], path: readonly number[], range: DesignatedRange | null): void {
    for (const entry of entries) {
      if (range !== null && entry.range) throw failure('C1336', ['a range inside a range'], entry.value.at);
      const inner = entry.range ? { level: entry.range.level + path.length, last: entry.range.last } : range;
      this.#push([...path, ...entry.path], inner, entry.value);
    }
  }

  /**
   * Removes the parts of entries from `since` on that set the object at `path`, which is then zero.
   * `except`: it removes only parts that set other members of the object than this one.
   */
  drop(path: readonly number[], range: DesignatedRange | null, since: number, except?: number): void {
    const kept: InitializerEntry[] = [];
    for (const entry of this.list.slice(since)) {
      const inside =
        except === undefined
          ? entry.path.length >= path.length
          : entry.path.length > path.length && entry.path[path.length] !== except;
      const rest = inside && meet(entry, path, range, path.length) ? without(entry, path, range) : [entry];
      if (rest.length > 1 && !isConstant(entry.value))
        throw failure('C1336', ['a range of values of which some are replaced'], entry.value.at);
      kept.push(...rest);
    }
    this.list.splice(since, this.list.length - since, ...kept);
  }

  /**
   * Throws C1336 if an entry from `since` on sets an object that contains `path` by one value. Compilers
   * differ in the rest of such a value.
   */
  refusePartsOfValues(path: readonly number[], range: DesignatedRange | null, since: number): void {
    for (let i = since; i < this.list.length; i++) {
      const entry = this.list[i];
      if (
        entry.path.length >= path.length ||
        entry.value.kind === 'string' ||
        !meet(entry, path, range, entry.path.length)
      )
        continue;
      throw failure('C1336', ['a value of which a part is replaced'], entry.value.at);
    }
  }

  #push(path: readonly number[], range: DesignatedRange | null, value: Expression): void {
    if (range === null && this.isStatic && this.#merge(path, value)) return;
    const entry: MutableEntry = range === null ? { path, value } : { path, range, value };
    this.list.push(entry);
  }

  /** Merges long runs of one constant in a static array into one range, so that large tables stay small. */
  #merge(path: readonly number[], value: Expression): boolean {
    if (!this.#innermostIsArray) return false;
    const previous = this.list[this.list.length - 1] as MutableEntry | undefined;
    if (
      previous === undefined ||
      value.kind !== 'integer' ||
      previous.value.kind !== 'integer' ||
      value.value !== previous.value.value
    )
      return false;
    const level = path.length - 1;
    if (level < 0 || previous.path.length !== path.length || value.type !== previous.value.type) return false;
    const first = previous.path[level];
    if (previous.range !== undefined && previous.range.level !== level) return false;
    if (path[level] !== (previous.range?.last ?? first) + 1) return false;
    for (let i = 0; i < level; i++) if (path[i] !== previous.path[i]) return false;
    previous.range = { level, last: path[level] };
    return true;
  }

  /**
   * Whether the innermost part is an array element, so that a range may stand for it. Set by
   * {@link each}.
   */
  #innermostIsArray = false;

  /**
   * Calls `visit` with the path that base path and frames form. If `repeatable`, it may do so several
   * times where one range is not enough.
   */
  each(
    frames: readonly Frame[],
    base: readonly number[],
    outer: DesignatedRange | null,
    repeatable: boolean,
    visit: (path: readonly number[], range: DesignatedRange | null) => void,
  ): void {
    const innermost = frames[frames.length - 1];
    const path =
      base.length === 0 && frames.length === 1 ? [innermost.index] : [...base, ...frames.map((frame) => frame.index)];
    let range = outer;
    const further: { level: number; first: number; last: number }[] = [];
    for (const [index, frame] of frames.entries()) {
      if (frame.last === null || frame.last === frame.index) continue;
      const level = base.length + index;
      if (range === null) range = { level, last: frame.last };
      else further.push({ level, first: frame.index, last: frame.last });
    }
    const before = this.#innermostIsArray;
    this.#innermostIsArray = innermost.type.kind === 'array';
    if (further.length === 0) visit(path, range);
    else {
      const [inner] = further;
      if (!repeatable || further.length > 1 || inner.last - inner.first > 100_000)
        throw failure('C1336', ['a range inside a range'], this.c.scanner.at);
      warn(this.c, 'C1968', [], this.c.scanner.at);
      for (let i = inner.first; i <= inner.last; i++) visit(path.with(inner.level, i), range);
    }
    this.#innermostIsArray = before;
  }
}

/** Whether the value may be evaluated any number of times. */
function isConstant({ kind }: Expression): boolean {
  return kind === 'integer' || kind === 'float' || kind === 'string';
}

/**
 * Returns the number of scalars in an object of that type. NaN (never equal) where the number does not
 * matter: unions, unknown lengths.
 */
function leaves(type: CType): number {
  switch (type.kind) {
    case 'array':
      return typeof type.length === 'bigint' ? Number(type.length) * leaves(type.element) : Number.NaN;
    case 'vector':
      return type.count;
    case 'struct': {
      let sum = 0;
      for (const field of type.definition.fields ?? [])
        if (field.name !== null || field.bits === undefined) sum += leaves(field.type);
      return sum;
    }
    case 'union':
      return Number.NaN;
    default:
      return 1;
  }
}

/** Whether the entries surely set the whole object. */
export function coveredBy(type: CType, entries: InitializerEntries): boolean {
  if (entries.incomplete) return false;
  const [only] = entries.list;
  if (entries.list.length === 1 && only.path.length === 0) {
    // One value sets the whole object. A string sets its array up to the end of the text, and zeros
    // follow.
    return true;
  }
  if (entries.designated) return false;
  // C leaves open the bytes behind the initialised member of a union; GCC up to 14 clears them.
  return entries.list.length > 0 && entries.scalars === leaves(type);
}

/** Returns the only value of a compound literal of scalar type, as a GNU extension of static initialisers. */
function scalarOf(e: Expression): Expression {
  if (e.kind !== 'compound-literal' || !isScalar(e.type)) return e;
  const { entries } = e.initializer;
  if (entries.length === 0) return { kind: 'integer', type: INT, at: e.at, value: 0n };
  return entries.length === 1 && entries[0].path.length === 0 ? entries[0].value : e;
}
