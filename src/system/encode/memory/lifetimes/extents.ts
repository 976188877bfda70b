import type { FieldUnit } from '../../../../c/types/field-unit.ts';
import type { Term } from '../../../../logic/terms/builder.ts';
import { PART_OF_UNIT } from '../../../../program/cfa/checks/contested.ts';
import type { Execution } from '../../machine/execution.ts';
import { contestAccess, judges, watches } from '../../machine/faults.ts';
import type { MemoryObject } from '../../objects/object.ts';
import { currentInstance } from './instances.ts';
import { setBit } from './lifetime-end.ts';

/** The case that is contested where an object has a bit-field's own bytes, but not its whole unit. */

/**
 * The sizes of blocks and of variable-length arrays that differ from call to call, or change. They are
 * kept only in programs that tell invalid accesses, or ask what can be accessed. Elsewhere such a block
 * extends to any index.
 */

/** Whether the block's size is kept in a cell of its own. */
export function hasExtent(x: Execution, { kind, shape }: MemoryObject): boolean {
  if ((kind !== 'heap' && kind !== 'automatic') || Number.isFinite(shape.size)) return false;
  return judges(x, 'deref') || x.plan.asksSizes;
}

/** Notes the size in bytes of the block that the allocation makes now. */
export function beginExtent(x: Execution, object: MemoryObject, bytes: Term): void {
  if (hasExtent(x, object))
    setExtent(x, object, object.family === null ? null : currentInstance(x, object.family), bytes, x.terms.true);
}

/** Notes the size in bytes of the block (the instance of a family) where `when` holds. */
function setExtent(x: Execution, object: MemoryObject, instance: Term | null, bytes: Term, when: Term): void {
  if (hasExtent(x, object)) setBit(x, extentOf(x, object), instance, bytes, when);
}

/**
 * Notes the size that `realloc` gives the block, where `when` holds. A block that grows again after it was
 * made smaller has any bytes behind its old end. Here its whole content is any then, or there is a gap if it
 * holds pointers. Property files of SV-COMP let it keep them.
 */
export function changeExtent(x: Execution, object: MemoryObject, instance: Term | null, bytes: Term, when: Term): void {
  if (!hasExtent(x, object)) return;
  const { terms, encoding } = x;
  const { hidden } = encoding.objects;
  const { judged, faults } = x.plan.linked.program;
  const at = (content: Term): Term => (instance === null ? content : terms.select(content, instance));
  const had = at(x.read(extentOf(x, object).base));
  const shrinks = terms.and(when, terms.ult(bytes, had));
  const mayShrink = terms.and(x.guard, shrinks) !== terms.false || hidden.shrunkIfAny(object) !== null;
  if ((judged.includes('deref') || faults !== null) && mayShrink) {
    const shrunk = hidden.shrunk(object);
    const hasShrunk = terms.eq(at(x.read(shrunk.base)), terms.bv(1, 1));
    regrow(x, object, terms.andAll([when, terms.ult(had, bytes), hasShrunk]));
    setBit(x, shrunk, instance, terms.bv(1, 1), shrinks);
  }
  setExtent(x, object, instance, bytes, when);
}

/** Gives any content to a block that grows where `when` holds, after it was made smaller. */
function regrow(x: Execution, { name, base, shape: { cells } }: MemoryObject, when: Term): void {
  const { terms } = x;
  if (terms.and(x.guard, when) === terms.false) return;
  if (cells.some(({ role }) => role !== 'value')) x.gap('growth of a block that was made smaller before', when);
  else
    for (const c of cells.keys()) {
      const own = x.read(base + c);
      const any = x.unknown(terms.sort(own), `bytes of ${name} that was made smaller before`, {}, when);
      x.write(base + c, terms.ite(when, any, own));
    }
}

/** Returns when `bytes` bytes from the offset on lie in the block (the instance of a family). */
export function isWithin(x: Execution, object: MemoryObject, instance: Term | null, offset: Term, bytes: number): Term {
  const { terms } = x;
  if (!hasExtent(x, object)) return terms.true;
  const content = x.read(extentOf(x, object).base);
  const extent = instance === null ? content : terms.select(content, instance);
  const size = x.offset(bytes);
  return terms.and(terms.ule(size, extent), terms.ule(offset, terms.sub(extent, size)));
}

/**
 * Contests an access to a bit-field in an object that lacks bytes of the field's unit. Code may access
 * the field's own bytes alone, or the whole unit. `offset`: that of the field's first byte.
 */
export function contestUnit(
  x: Execution,
  object: MemoryObject,
  instance: Term | null,
  offset: Term,
  { before, size }: FieldUnit,
  guard: Term,
): void {
  if (!watches(x, 'deref')) return;
  const { terms } = x;
  const start = terms.sub(offset, x.offset(before));
  const room = object.shape.size - size;
  const isKnown = Number.isFinite(room);
  const within = isKnown ? (room < 0 ? terms.false : x.below(start, room + 1)) : terms.ule(x.offset(before), offset);
  const whole = terms.and(within, isWithin(x, object, instance, start, size));
  contestAccess(x, PART_OF_UNIT, terms.and(guard, terms.not(whole)));
}

function extentOf({ encoding }: Execution, object: MemoryObject): MemoryObject {
  return encoding.objects.hidden.extent(object, encoding.plan.pointers.offsetWidth);
}
