import { isConstantPart } from '../../cfa/constant-objects.ts';
import type { Term } from '../../terms/builder.ts';
import type { InputOrigin } from '../../transys/system.ts';
import type { Execution, Pointer } from '../execution.ts';
import type { Fact, Targets } from '../memory/facts.ts';
import { type MemoryObject, NULL_OBJECT, SUMMARY_OBJECT } from '../memory/objects.ts';

/** Returns the value that a replay gives to a pointer in an object, and when; null if it gives none. */
export type PointerChange = (
  path: readonly number[],
  condition: Term,
) => { readonly pointer: Pointer; readonly when: Term } | null;

/** The conditions under which a cell changes. */
interface Change {
  /** The cell gets a value that no replay gives it. */
  readonly other: Term;
  /** The cell is a pointer and becomes null. */
  readonly cleared: Term;
  /** The pointer's other value, where the replay knows it; null elsewhere. */
  readonly pointer: Pointer | null;
}

/** How an external function changes an object. */
export interface ObjectChange {
  /** Reason for the doubt about a run that relies on more than a replay can give. */
  readonly construct: string;
  readonly condition: Term;
  /** Numbers of the objects to which pointers in the new content may lead. */
  readonly targets: ReadonlySet<number>;
  /**
   * Names the object in the replay, which gives content there; null: a run with that content is in
   * doubt.
   */
  readonly site: string | null;
  /** Content of a heap block, as far as the replay gives it; null for other objects. */
  readonly block: readonly (Term | null)[] | null;
  /** The value of a pointer where the replay gives it. */
  readonly pointerAt: PointerChange;
}

/**
 * Returns content from outside for all cells of an object. Pointers among them lead to null, to
 * unmodelled memory or to `targets`. A run is in doubt as far as the replay cannot give it that
 * content.
 */
export function contentFromOutside(
  x: Execution,
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
    const path = x.encoding.names.path(object.base + c);
    if (role === 'object' && sort.kind === 'bv' && path !== null) pointer = pointerAt(path);
    if (pointer !== null) return pointer.object;
    return x.replayed(object.base + c, kind) ?? x.unknown(sort, construct, role === 'object' ? fact : {});
  });
}

/**
 * Gives the object any content where the condition holds. Pointers in it lead to null, to unmodelled
 * memory or to the targets.
 */
export function changeObject(x: Execution, object: MemoryObject, how: ObjectChange): void {
  const { terms, encoding } = x;
  const { construct, condition, targets, site, block } = how;
  const fact: Fact = { targets: new Set([NULL_OBJECT, SUMMARY_OBJECT, ...targets]) };
  let change: Change = { other: condition, cleared: terms.false, pointer: null };
  object.cells.forEach(({ sort, role }, c) => {
    const cell = object.base + c;
    if (object.variable !== null && isConstantPart(object.type, encoding.names.path(cell) ?? [])) return;
    const given = block?.[c] ?? null;
    if (given !== null) {
      x.write(cell, terms.ite(condition, given, x.read(cell)));
      return;
    }
    if (site !== null && object.variable !== null) {
      const value = x.replayed(cell, 'external-content', site, condition);
      if (value !== null) {
        x.write(cell, terms.ite(condition, value, x.read(cell)));
        return;
      }
    }
    // Both halves of a pointer change together.
    if (role !== 'offset' && site !== null) change = unreplayedChange(x, cell, site, how);
    const chosen = role === 'offset' ? change.pointer?.offset : change.pointer?.object;
    const value = chosen ?? x.unknown(sort, construct, role === 'object' ? fact : {}, change.other);
    const kept = terms.ite(change.cleared, encoding.zero(sort), x.read(cell));
    x.write(cell, change.other === terms.true ? value : terms.ite(change.other, value, kept));
  });
}

/**
 * Returns when a cell changes in a way that the replay does not know. The replay does know when a
 * pointer becomes null.
 */
function unreplayedChange(
  x: Execution,
  cell: number,
  site: string,
  { construct, condition, pointerAt }: ObjectChange,
): Change {
  const { terms, encoding } = x;
  const { sort, role } = encoding.objects.kindOf(cell);
  const { name, variable } = encoding.objects.ownerOf(cell);
  const path = encoding.names.path(cell);
  const isPointer = role === 'object' && sort.kind === 'bv' && variable !== null && path !== null;
  const known = isPointer ? pointerAt(path, condition) : null;
  const other =
    known?.when ??
    terms.and(
      condition,
      x.unknown({ kind: 'bool' }, construct, {}, (chosen) => terms.and(condition, chosen)),
    );
  const pointer = known?.pointer ?? null;
  if (!isPointer) return { other, cleared: terms.false, pointer };
  const value = x.under(condition, () => x.fresh({ kind: 'bv', width: 1 }, 'external-content', name, path, null, site));
  return { other, cleared: terms.and(condition, terms.eq(value, terms.bv(1, 0))), pointer };
}
