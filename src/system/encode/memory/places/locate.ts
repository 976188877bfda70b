import { isRecord } from '../../../../c/types/type-basics.ts';
import type { Term } from '../../../../logic/terms/builder.ts';
import { Op } from '../../../../logic/terms/ops.ts';
import { type Congruence, linearForm, minus, mod, remainder, valuesOf } from '../../../offsets/congruence.ts';
import { MAX_TARGETS } from '../../../offsets/facts.ts';
import { allFit, hasPart, isSharedPointer, matches, mayBegin, mayContain, type Wanted } from '../../../shapes/fit.ts';
import type { Shape } from '../../../shapes/shape.ts';
import type { Execution, Pointer } from '../../machine/execution.ts';
import { isStrict, watches } from '../../machine/faults.ts';
import type { MemoryObject } from '../../objects/object.ts';
import { NULL_OBJECT } from '../../plan/pointer-format.ts';
import { contestUnit, isWithin } from '../lifetimes/extents.ts';
import { instanceIn, leadsTo, resize } from '../lifetimes/instances.ts';
import { isAlive } from '../lifetimes/lifetime-end.ts';

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
 * `start`: a place in the same object before which the access does not begin; absent: the object's
 * start. `without`: numbers of objects that are left out.
 */
export function locate(
  x: Execution,
  pointer: Pointer,
  wanted: Wanted,
  start?: Pointer,
  without?: ReadonlySet<number>,
): Alternative[] | null {
  const misfit: Misfit = (object, guard, inMembers) => {
    if (keepsMembers(x, object)) {
      const reached = inMembers();
      if (reached !== x.terms.false) {
        // An access of another type would go on in a run. So this is no fault, and no proof passes over it.
        const beyond = x.terms.and(guard, x.terms.not(reached));
        x.gap(`access to ${object.name} that leaves an array in it, or of another type`, beyond);
        x.masked = x.terms.or(x.masked, x.terms.and(x.local, beyond));
        return true;
      }
    }
    x.encoding.revisions.doesNotFit(object, wanted, x.at);
    if (x.plan.isLast || x.plan.decided.raw.has(object.key))
      x.gap(`access to ${object.name} through another type`, guard);
    return true;
  };
  return search(x, pointer, wanted, misfit, start, without);
}

/**
 * Whether pointers into the object stay in the members that they come from, since any other access would
 * be undefined behaviour. The object then keeps its members, although an index without a bound is used.
 */
function keepsMembers(x: Execution, { type }: MemoryObject): boolean {
  return watches(x, 'deref') && !isStrict(x) && isRecord(type) && !x.plan.otherViews.has(type);
}

/** Like {@link locate}, but also null if some object has no value of the wanted type there. */
export function locateFitting(x: Execution, pointer: Pointer, wanted: Wanted): Alternative[] | null {
  return search(x, pointer, wanted, () => false);
}

/**
 * Decides whether to continue where an access does not fit. Its last argument leaves the access only those
 * members that it matches, and returns when it reaches one.
 */
type Misfit = (object: MemoryObject, guard: Term, inMembers: () => Term) => boolean;

/** Finds the places of an access. */
function search(
  x: Execution,
  pointer: Pointer,
  wanted: Wanted,
  misfit: Misfit,
  start?: Pointer,
  without?: ReadonlySet<number>,
): Alternative[] | null {
  const { terms, encoding } = x;
  const found: Alternative[] = [];
  let objects = 0;
  for (const number of encoding.known.listed(x.facts.targets(pointer.object))) {
    if (number === NULL_OBJECT || without?.has(number)) continue;
    const object = encoding.objects.withNumber(number);
    if (object === null || object.kind === 'function') continue;
    if (++objects > MAX_TARGETS && (objects > MOST_TARGETS || --x.casesLeft < 0)) return null;
    const here = leadsTo(x, pointer, number, object);
    if (here === terms.false) continue;
    const before = found.length;
    const part = pointerIn(x, pointer, number);
    const instance = object.family === null ? null : instanceIn(x, part.object);
    const alive = terms.and(here, isAlive(x, object, instance, here));
    if (object.kind === 'automatic' && watches(x, 'deref'))
      // The variable may live again at the same place, where only C's rules tell the lifetimes apart.
      x.undefinedWhen(terms.and(here, terms.not(alive)), `access to an earlier lifetime of ${object.name}`);
    const congruence = x.facts.distanceIn(pointer.object, pointer.offset, number);
    // A pointer into a list has one offset in the list's head, and another one in its nodes.
    const offset = congruence.modulus === 0n ? distance(x, congruence.residue) : part.offset;
    const guard = terms.and(alive, isWithin(x, object, instance, offset, wanted.size));
    if (guard === terms.false) continue;
    if (wanted.field !== null) contestUnit(x, object, instance, offset, wanted.field.unit, guard);
    const least = start === undefined ? undefined : x.facts.distanceIn(start.object, start.offset, number);
    const from = least?.modulus === 0n ? Number(least.residue) : 0;
    const fits = new Locator(x, object, instance, wanted, found).run(guard, offset, congruence, from);
    const inMembers = (): Term => {
      found.length = before;
      new Locator(x, object, instance, wanted, found, false).run(guard, offset, congruence, from);
      return terms.orAll(found.slice(before).map((each) => each.guard));
    };
    if (!fits && !misfit(object, guard, inMembers)) return null;
    const cases = found.length - before;
    if (cases > MAX_CASES || (found.length > MAX_CASES && (x.casesLeft -= cases) < 0)) return null;
  }
  return found;
}

/** Returns a distance as a constant. */
function distance(x: Execution, bytes: bigint): Term {
  const { offsetWidth } = x.plan.pointers;
  return x.terms.bv(offsetWidth, BigInt.asUintN(offsetWidth, bytes));
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
  /** The values that the offset may have. None is below `least`. */
  readonly congruence: Congruence;
  readonly least: number;
  readonly guard: Term;
  /** Indices into the enclosing regions, outermost first. */
  readonly indices: readonly Term[];
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
    /** Whether the access may reach parts of integers. */
    private readonly takesParts = true,
  ) {
    this.#before = found.length;
    this.#width = x.plan.pointers.offsetWidth;
  }

  /**
   * Locates the access in the object; returns whether it fits wherever it goes in the object.
   * `congruence`: the offsets in this object, which are not below `least`.
   */
  run(guard: Term, offset: Term, congruence: Congruence, least: number): boolean {
    const { x, object, wanted } = this;
    const { size } = object.shape;
    if (Number.isFinite(size) && size >= 2 ** (this.#width - 1)) {
      x.gap(`pointer to ${object.name}, which is too large`, guard);
      return true;
    }
    this.#descend({ shape: object.shape, base: object.base, offset, congruence, least, guard, indices: [] });
    if (object.shape.kind === 'opaque' || object.shape.kind === 'blob' || object.shape.kind === 'bytes') return true;
    if (this.#parts > MAX_PARTS) return false;
    const values = valuesOf(congruence);
    const inside = values?.filter((value) => value >= 0n && Number(value) + wanted.size <= size);
    return (
      inside?.every((value) => allFit(object.shape, { modulus: 0n, residue: value }, wanted)) ??
      allFit(object.shape, congruence, wanted, least)
    );
  }

  /** Locates the access in a part. */
  #descend(search: Search): void {
    const { shape, base, offset, congruence, least, guard, indices } = search;
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
        if (!this.takesParts || !hasPart(shape, this.wanted) || (!isSharedPointer(shape) && ++this.#parts > MAX_PARTS))
          return;
        this.#push(shape, base, terms.and(guard, this.#inside(offset, shape)), indices, offset);
        return;
      case 'record':
        for (const member of shape.members) {
          if (member === null || member.offset + member.shape.size <= least) continue;
          if (
            constant !== null &&
            (constant < member.offset || constant >= member.offset + Math.max(1, member.shape.size))
          )
            continue;
          if (constant === null && !mayContain(member.shape, this.wanted)) continue;
          if (!mayBegin(congruence, member.offset, member.shape.size)) continue;
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
          least: 0,
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
    const { offset, congruence, least } = search;
    if (bytes === 0) return { ...search, shape, base };
    return {
      ...search,
      shape,
      base,
      offset: this.x.terms.sub(offset, this.x.offset(bytes)),
      congruence: minus(congruence, BigInt(bytes)),
      least: least - bytes,
    };
  }
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
