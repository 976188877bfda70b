import { gcd } from '../../base/gcd.ts';
import { type Congruence, linearForm, mod, valuesOf } from '../../offsets/congruence.ts';
import { MAX_TARGETS } from '../../offsets/facts.ts';
import type { Term } from '../../terms/builder.ts';
import { Op } from '../../terms/ops.ts';
import type { CType } from '../../types/types.ts';
import type { Execution, Pointer } from '../execution.ts';
import { isWithin } from './extents.ts';
import { instanceIn, leadsTo, resize } from './instances.ts';
import { isAlive } from './lifetime-end.ts';
import type { MemoryObject } from './objects.ts';
import { NULL_OBJECT } from './objects.ts';
import { sameLayout } from './same-layout.ts';
import type { Member, Shape } from './shape.ts';

/** One place that an access may reach. */
export interface Alternative {
  readonly object: MemoryObject;
  /** When the access reaches this place, in bounds. Alternatives exclude each other. */
  readonly guard: Term;
  readonly shape: Shape;
  /** First cell, as a number of the whole state. */
  readonly base: number;
  /** The instance of a family; null for single objects. */
  readonly instance: Term | null;
  /** Indices into the enclosing regions, outermost first. */
  readonly indices: readonly Term[];
  /**
   * The number of elements before the row, if this is a row of the region in `shape`; else null. A row
   * has no cells of its own.
   */
  readonly row: Term | null;
  /**
   * Offset in bytes, of the width of offsets. Set within a `blob`, within `bytes`, and for an access to
   * a part of an integer.
   */
  readonly offset: Term | null;
}

/** The type and shape that an access through a pointer looks for. */
export interface Wanted {
  readonly type: CType;
  /** The type that the pointer is declared to lead to: `type`, or a record that contains it. */
  readonly root: CType;
  readonly field: { readonly bit: number; readonly bits: number } | null;
  /** Bytes. */
  readonly size: number;
  /** Shape of a value of the type; a bit-field has its own width. */
  readonly shape: Shape;
}

/** Limit of the objects that an access through a pointer is split into. */
const MOST_TARGETS = 2048;

/**
 * Limit of the integers within one object that are accessed in parts. Beyond it the object becomes
 * bytes.
 */
const MAX_PARTS = 16;

/** Limit of the cases within one object (elements of small arrays). */
const MAX_CASES = 256;

/**
 * Returns the places that an access through a pointer may reach; null if they are too many to list.
 * Objects with no value of the wanted type there get another representation in the next round.
 */
export function locate(x: Execution, pointer: Pointer, wanted: Wanted): Alternative[] | null {
  return search(x, pointer, wanted, (object, guard) => {
    x.encoding.doesNotFit(object, wanted, x.at);
    if (x.encoding.final || x.encoding.revisions.raw.has(object.key))
      x.gap(`access to ${object.name} through another type`, guard);
    return true;
  });
}

/** Like {@link locate}, but also null if some object has no value of the wanted type there. */
export function locateFitting(x: Execution, pointer: Pointer, wanted: Wanted): Alternative[] | null {
  return search(x, pointer, wanted, () => false);
}

/** Finds the places of an access. `misfit` decides whether to continue where an access does not fit. */
function search(
  x: Execution,
  pointer: Pointer,
  wanted: Wanted,
  misfit: (object: MemoryObject, guard: Term) => boolean,
): Alternative[] | null {
  const { terms, encoding } = x;
  let targets = x.facts.targets(pointer.object);
  if (targets === null) {
    encoding.openWorld = true;
    const all = new Set<number>();
    for (let number = 0; number < encoding.objects.numberCount; number++) all.add(number);
    targets = all;
  }
  const found: Alternative[] = [];
  let objects = 0;
  for (const number of targets) {
    if (number === NULL_OBJECT) continue;
    const object = encoding.objects.withNumber(number);
    if (object === null || object.kind === 'function') continue;
    if (++objects > MAX_TARGETS && (objects > MOST_TARGETS || --x.casesLeft < 0)) return null;
    const here = leadsTo(x, pointer, number, object);
    if (here === terms.false) continue;
    const before = found.length;
    const part = pointerIn(x, pointer, number);
    const instance = object.family === null ? null : instanceIn(x, part.object);
    const alive = terms.and(here, isAlive(x, object, instance, here));
    const guard = terms.and(alive, isWithin(x, object, instance, part.offset, wanted.size));
    if (guard === terms.false) continue;
    const congruence = x.facts.distanceIn(pointer.object, pointer.offset, number);
    const fits = new Locator(x, object, instance, wanted, found).run(guard, part.offset, congruence);
    if (!fits && !misfit(object, guard)) return null;
    const cases = found.length - before;
    if (cases > MAX_CASES || (found.length > MAX_CASES && (x.casesLeft -= cases) < 0)) return null;
  }
  return found;
}

/**
 * Returns the pointer where it leads to the object of that number. Branches in which it leads
 * elsewhere are left out.
 */
function pointerIn(x: Execution, pointer: Pointer, number: number): Pointer {
  const { terms } = x;
  let { object, offset } = pointer;
  while (terms.op(object) === Op.ITE && terms.op(offset) === Op.ITE && terms.arg(object, 0) === terms.arg(offset, 0)) {
    const first = x.facts.targets(terms.arg(object, 1));
    const second = x.facts.targets(terms.arg(object, 2));
    const side = first !== null && !first.has(number) ? 2 : second !== null && !second.has(number) ? 1 : 0;
    if (side === 0) break;
    object = terms.arg(object, side);
    offset = terms.arg(offset, side);
  }
  return { object: objectIn(x, object, number), offset };
}

/** Does the same as {@link pointerIn}, for the first half alone. */
function objectIn(x: Execution, term: Term, number: number): Term {
  const { terms } = x;
  let object = term;
  while (terms.op(object) === Op.ITE) {
    const first = x.facts.targets(terms.arg(object, 1));
    const second = x.facts.targets(terms.arg(object, 2));
    const side = first !== null && !first.has(number) ? 2 : second !== null && !second.has(number) ? 1 : 0;
    if (side === 0) break;
    object = terms.arg(object, side);
  }
  return object;
}

/** A part of an object in which an access is located. */
interface Search {
  readonly shape: Shape;
  /** First cell, as a number of the whole state. */
  readonly base: number;
  /** Offset of the access in bytes, from the start of the part. */
  readonly offset: Term;
  /** The values that the offset may have. */
  readonly congruence: Congruence;
  readonly guard: Term;
  /** Indices into the enclosing regions, outermost first. */
  readonly indices: readonly Term[];
}

/** Returns the congruence of offsets that are smaller by a number of bytes. */
function minus({ modulus, residue, values }: Congruence, bytes: bigint): Congruence {
  return {
    modulus,
    residue: mod(residue - bytes, modulus),
    ...(values === undefined ? {} : { values: values.map((value) => value - bytes) }),
  };
}

/** Returns the congruence of the remainders of offsets, divided by a number of bytes. */
function remainder({ modulus, residue }: Congruence, by: number): Congruence {
  const divisor = gcd(modulus, BigInt(by));
  return { modulus: modulus % BigInt(by) === 0n ? 0n : divisor, residue: mod(residue, divisor) };
}

class Locator {
  readonly #width: number;
  readonly #before: number;
  #parts = 0;

  constructor(
    private readonly x: Execution,
    private readonly object: MemoryObject,
    private readonly instance: Term | null,
    private readonly wanted: Wanted,
    private readonly found: Alternative[],
  ) {
    this.#before = found.length;
    this.#width = x.encoding.pointers.offsetWidth;
  }

  /**
   * Locates the access in the object; returns whether it fits wherever it goes in the object.
   * `congruence`: the offsets in this object.
   */
  run(guard: Term, offset: Term, congruence: Congruence): boolean {
    const { x, object, wanted } = this;
    const { size } = object.shape;
    if (Number.isFinite(size) && size >= 2 ** (this.#width - 1)) {
      x.gap(`pointer to ${object.name}, which is too large`, guard);
      return true;
    }
    this.#descend({ shape: object.shape, base: object.base, offset, congruence, guard, indices: [] });
    if (object.shape.kind === 'opaque' || object.shape.kind === 'blob' || object.shape.kind === 'bytes') return true;
    if (this.#parts > MAX_PARTS) return false;
    const values = valuesOf(congruence);
    const inside = values?.filter((value) => value >= 0n && Number(value) + wanted.size <= size);
    return (
      inside?.every((value) => allFit(object.shape, { modulus: 0n, residue: value }, wanted)) ??
      allFit(object.shape, congruence, wanted)
    );
  }

  /** Locates the access in a part. */
  #descend(search: Search): void {
    const { shape, base, offset, congruence, guard, indices } = search;
    const { terms } = this.x;
    if (guard === terms.false || this.found.length - this.#before > MAX_CASES) return;
    if (matches(shape, this.wanted)) {
      // The wanted shape has the same cells, and the access asks for its rows and elements.
      this.#push(this.wanted.shape, base, terms.and(guard, terms.eq(offset, terms.bv(this.#width, 0))), indices, null);
      return;
    }
    const constant = terms.isBv(offset) ? Number(BigInt.asIntN(this.#width, terms.constValue(offset))) : null;
    switch (shape.kind) {
      case 'scalar':
        if (!hasPart(shape, this.wanted) || ++this.#parts > MAX_PARTS) return;
        this.#push(shape, base, terms.and(guard, this.#inside(offset, shape)), indices, offset);
        return;
      case 'record':
        for (const member of shape.members) {
          if (member === null) continue;
          if (
            constant !== null &&
            (constant < member.offset || constant >= member.offset + Math.max(1, member.shape.size))
          )
            continue;
          if (constant === null && !mayContain(member.shape, this.wanted)) continue;
          this.#descend(this.#part(search, member.shape, base + member.cell, member.offset));
        }
        return;
      case 'list': {
        if (shape.stride === 0) return;
        if (constant === null && !mayContain(shape.element, this.wanted)) return;
        const first = constant === null ? 0 : Math.floor(constant / shape.stride);
        const last = constant === null ? shape.count - 1 : first;
        for (let i = Math.max(0, first); i <= Math.min(last, shape.count - 1); i++) {
          this.#descend(this.#part(search, shape.element, base + i * shape.element.cells.length, i * shape.stride));
        }
        return;
      }
      case 'region': {
        if (!mayContain(shape.element, this.wanted)) return;
        const { quotient, rest } = divide(this.x, offset, congruence, shape.stride);
        const index = resize(this.x, quotient, shape.indexWidth);
        this.#descend({
          shape: shape.element,
          base,
          offset: rest,
          congruence: remainder(congruence, shape.stride),
          guard: terms.and(guard, this.x.below(quotient, shape.count)),
          indices: [...indices, index],
        });
        return;
      }
      case 'blob':
      case 'bytes': {
        if (shape.size < this.wanted.size) return;
        this.#push(shape, base, terms.and(guard, this.#inside(offset, shape)), indices, offset);
        return;
      }
      case 'opaque': {
        const inside = this.x.below(offset, shape.size);
        this.#push(shape, base, terms.and(guard, inside), indices, null);
        return;
      }
    }
  }

  #push(shape: Shape, base: number, guard: Term, indices: readonly Term[], offset: Term | null): void {
    if (guard === this.x.terms.false) return;
    this.found.push({ object: this.object, guard, shape, base, instance: this.instance, indices, row: null, offset });
  }

  /** Returns when all the wanted bytes lie in the shape. */
  #inside(offset: Term, { size }: Shape): Term {
    return this.x.below(offset, size - this.wanted.size + 1);
  }

  /** Returns the search in a part that begins at that cell, `bytes` bytes behind the start of the whole. */
  #part(search: Search, shape: Shape, base: number, bytes: number): Search {
    const { offset, congruence } = search;
    if (bytes === 0) return { ...search, shape, base };
    return {
      ...search,
      shape,
      base,
      offset: this.x.terms.sub(offset, this.x.offset(bytes)),
      congruence: minus(congruence, BigInt(bytes)),
    };
  }
}

/** Whether the wanted value has its cells in the shape. Raw bytes are handled elsewhere. */
function matches(shape: Shape, { shape: wanted }: Wanted): boolean {
  return shape.kind !== 'blob' && shape.kind !== 'bytes' && sameLayout(shape, wanted);
}

/**
 * Whether the access may reach some bytes of an integer that is stored as an integer: its bits are its
 * bytes. Other scalars have no such parts. The bytes of a pointer have no value of their own, and a
 * float does not keep those of a NaN.
 */
function hasPart(shape: Shape, wanted: Wanted): boolean {
  if (shape.kind !== 'scalar' || shape.field !== null || scalarClass(shape.type) !== 'integer') return false;
  const { kind } = wanted.type;
  return (
    (kind === 'integer' || kind === 'enum' || kind === 'float') && wanted.size <= shape.size && !matches(shape, wanted)
  );
}

function scalarClass(type: CType): string {
  switch (type.kind) {
    case 'integer':
    case 'enum':
      return 'integer';
    default:
      return type.kind;
  }
}

function mayContain(shape: Shape, wanted: Wanted): boolean {
  if (matches(shape, wanted) || hasPart(shape, wanted)) return true;
  switch (shape.kind) {
    case 'scalar':
      return false;
    case 'record':
      return shape.members.some((member) => member !== null && mayContain(member.shape, wanted));
    case 'list':
    case 'region':
      return mayContain(shape.element, wanted);
    default:
      return true;
  }
}

/** Whether an access at any offset of that congruence within the shape reaches a part that it matches. */
function allFit(shape: Shape, congruence: Congruence, wanted: Wanted): boolean {
  const { modulus, residue } = congruence;
  if (matches(shape, wanted) && (modulus === 0n ? residue === 0n : modulus >= BigInt(shape.size) && residue === 0n))
    return true;
  const within = (offset: number): Congruence => ({ modulus, residue: mod(residue - BigInt(offset), modulus) });
  const touches = (inner: Congruence, size: number): boolean =>
    inner.residue >= 0n && inner.residue < BigInt(Math.max(size, 1));
  switch (shape.kind) {
    case 'scalar':
      if (hasPart(shape, wanted)) return fitsWithin(shape.size, congruence, wanted.size);
      // Only an access at its start reaches this scalar. Others start within it.
      return matches(shape, wanted) && residue === 0n && (modulus === 0n || modulus >= BigInt(Math.ceil(shape.size)));
    case 'record': {
      const touched = shape.members.filter((m): m is Member => m !== null && touches(within(m.offset), m.shape.size));
      const fits = ({ shape: part, offset }: Member): boolean => allFit(part, within(offset), wanted);
      // An access to a character may reach one between members, which only bytes store. A larger access may
      // extend from there into a member.
      const reaches = (gap: Padding): boolean => {
        const starts = wanted.size === 1 ? gap.size : Math.min(wanted.size - 1, gap.size);
        return touches(within(gap.offset + gap.size - starts), starts);
      };
      if ((wanted.size > 1 || (wanted.size === 1 && wanted.field === null)) && paddingOf(shape).some(reaches))
        return false;
      // Bit-fields share bytes. One of those there has to be the wanted one.
      const field = (m: Member): boolean =>
        wanted.field !== null && m.shape.kind === 'scalar' && m.shape.field !== null;
      return touched.every((m) => field(m) || fits(m)) && (touched.length === 0 || touched.some(fits));
    }
    case 'list':
    case 'region': {
      if (shape.count === 0) return true;
      const g = gcd(modulus, BigInt(shape.stride));
      const inner = { modulus: g, residue: mod(residue, g) };
      return !touches(inner, shape.stride) || allFit(shape.element, inner, wanted);
    }
    default:
      // An access that starts among these bytes may end behind them.
      return shape.size === 0 || fitsWithin(shape.size, congruence, wanted.size);
  }
}

/** Whether all accesses of `bytes` bytes that start in an object of `size` bytes also end there. */
function fitsWithin(size: number, { modulus, residue }: Congruence, bytes: number): boolean {
  if (modulus === 0n) return Number(residue) + bytes <= size;
  const last = BigInt(size) - 1n - residue;
  return last < 0n || Number(residue + (last / modulus) * modulus) + bytes <= size;
}

const paddings = new WeakMap<Shape, readonly Padding[]>();

interface Padding {
  /** Bytes from the record's start. */
  readonly offset: number;
  readonly size: number;
}

/** Returns the bytes of a record that belong to no member. */
function paddingOf(shape: Shape & { kind: 'record' }): readonly Padding[] {
  let found = paddings.get(shape);
  if (found === undefined) {
    const gaps: Padding[] = [];
    let end = 0;
    for (const member of shape.members) {
      if (member === null) continue;
      if (member.offset > end) gaps.push({ offset: end, size: member.offset - end });
      end = Math.max(end, member.offset + member.shape.size);
    }
    if (shape.size > end) gaps.push({ offset: end, size: shape.size - end });
    paddings.set(shape, (found = gaps));
  }
  return found;
}

/**
 * Returns quotient and remainder of an offset by a constant, with shifts and linear forms where they
 * suffice.
 */
function divide(
  x: Execution,
  offset: Term,
  { modulus, residue }: Congruence,
  by: number,
): { quotient: Term; rest: Term } {
  const { terms } = x;
  const width = terms.width(offset);
  const divisor = BigInt(by);
  const constant = (value: bigint): Term => terms.bv(width, BigInt.asUintN(width, value));
  const { constant: c, parts } = linearForm(terms, offset);
  if (parts.every((part) => x.facts.isMultiple(part.term, part.coefficient, divisor))) {
    const rest = mod(c, divisor);
    let quotient = constant((c - rest) / divisor);
    for (const { term, coefficient } of parts)
      quotient = terms.add(quotient, terms.mul(constant(coefficient / divisor), term));
    return { quotient, rest: constant(rest) };
  }
  const quotient = terms.udiv(offset, constant(divisor));
  if (modulus % divisor === 0n) return { quotient, rest: constant(mod(residue, divisor)) };
  return { quotient, rest: terms.urem(offset, constant(divisor)) };
}
