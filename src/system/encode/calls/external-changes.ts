import type { Term } from '../../../logic/terms/builder.ts';
import { isConstantPart, isConstantVariable } from '../../../program/cfa/constant-objects.ts';
import { isExternalObject } from '../../../program/cfa/external-objects.ts';
import { changeSite } from '../../../program/cfa/inputs.ts';
import { type PointerPart, pointerParts, pointerSite } from '../../../program/cfa/pointer-choices.ts';
import { type Fact, joinTargets, type Targets } from '../../offsets/facts.ts';
import type { InputOrigin } from '../../transys/system.ts';
import type { Execution, Pointer } from '../machine/execution.ts';
import { noteForgotten } from '../memory/bytes/kept-pointers.ts';
import { changedBlock } from '../memory/heap/heap-content.ts';
import { reachable } from '../memory/pointers/pointers.ts';
import type { MemoryObject } from '../objects/object.ts';
import { NULL_OBJECT, SUMMARY_OBJECT } from '../plan/pointer-format.ts';
import { broughtObjects, givenPointer, nameOf } from './given-pointers.ts';

/** Returns the value that a replay gives to a pointer in an object, and when; null if it gives none. */
type PointerChange = (
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
interface ObjectChange {
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
function changeObject(x: Execution, object: MemoryObject, how: ObjectChange): void {
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

/** Largest number of cells that one call may change. */
const MOST_CELLS = 4096;

/** The effect of a call on all objects that it reaches. */
export interface Effect {
  readonly construct: string;
  /** The condition under which the call changes anything. */
  readonly condition: Term;
  /** The function's name if the run's replay makes the changes; else null. */
  readonly by: string | null;
}

/** The objects to which the arguments of a call lead. */
export interface ArgumentTargets {
  readonly pointers: readonly Pointer[];
  readonly numbers: ReadonlySet<number>;
}

/**
 * Returns numbers of the objects that external functions know without the present arguments. These are
 * objects given to earlier calls, objects whose address became a number, and globals.
 */
export function knownNumbers({ encoding }: Execution): Set<number> {
  const { objects, known } = encoding;
  const reached = new Set([...known.escaped, ...known.exposed]);
  for (const global of encoding.plan.externalView.visible) reached.add(objects.numberOf(objects.variable(global, -1)));
  return reached;
}

/**
 * Changes all that external functions can reach, if the effect's condition holds. Returns the targets
 * of pointers that come from there.
 */
export function changeReachable(x: Execution, effect: Effect, given: ArgumentTargets | null): Targets {
  const { encoding, terms } = x;
  const { construct, condition, by } = effect;
  const reached = given === null ? null : reachable(x, given.pointers, new Set([...given.numbers, ...knownNumbers(x)]));
  if (reached === null) {
    x.gap(construct, condition);
    return null;
  }
  const brought = new Set(broughtObjects(x));
  // Pointers that a replay does not give need not lead to objects that external functions bring along.
  // Unmodelled memory stands for these, too.
  const targets = new Set([...reached].filter((number) => !brought.has(number)));
  encoding.known.escape(targets);
  encoding.known.intoSummary(targets);
  if (reachesUnforeseen(x, reached)) x.gap(`${construct} (a call back)`, condition);
  const objects = [...reached].flatMap((number) => {
    const object = encoding.objects.withNumber(number);
    return object !== null && isChangeable(object) ? [object] : [];
  });
  const cells = objects.reduce((sum, { shape }) => sum + shape.cells.length, 0);
  if (cells > MOST_CELLS) {
    x.gap(`${construct} (too much may change)`, condition);
    return targets;
  }
  const certain = by === null || given === null ? null : certainlyReached(x, given.pointers);
  for (const object of objects) {
    const site = certain === null ? null : siteOf(x, object);
    let changed = condition;
    if (certain !== null && site !== null) {
      const doubtful = terms.and(condition, terms.not(certain.get(encoding.objects.numberOf(object)) ?? terms.false));
      changed = terms.and(condition, x.changes(object.name, construct, site, doubtful));
    } else if (certain !== null) {
      const chosen = x.unknown({ kind: 'bool' }, construct, {}, (bit) => terms.and(condition, bit));
      changed = terms.and(condition, chosen);
    }
    const block =
      site === null || object.kind !== 'heap' ? null : x.under(changed, () => changedBlock(x, object, site));
    const pointerAt: PointerChange = (path, from) => {
      const part = partAt(x, object, path);
      if (part === null || site === null || certain === null) return null;
      const at = pointerSite(site, path);
      const { target } = part;
      const { name } = object;
      const when = terms.and(
        from,
        x.under(from, () => x.changes(name, construct, at, terms.false)),
      );
      return { when, pointer: givenPointer(x, { name, construct, site: at, target, targets, certain, when }) };
    };
    const contentSite = object.kind === 'heap' && block === null ? null : site;
    changeObject(x, object, { construct, condition: changed, targets, site: contentSite, block, pointerAt });
    noteForgotten(x, object, targets);
  }
  return joinTargets(targets, new Set([NULL_OBJECT, SUMMARY_OBJECT]));
}

/**
 * Returns the site at which a replay changes the object by the present call; null if no site
 * identifies the object.
 */
function siteOf(x: Execution, object: MemoryObject): string | null {
  const name = nameOf(x, object);
  return name === null ? null : changeSite(x.site, name);
}

/** Returns the pointer at a path in a variable; null if the replay cannot identify it. */
export function partAt(
  { encoding }: Execution,
  { variable }: MemoryObject,
  path: readonly number[],
): PointerPart | null {
  if (variable === null) return null;
  const parts = pointerParts(variable.type, encoding.plan.layout);
  return (
    parts.find((part) => part.path.length === path.length && part.path.every((step, i) => step === path[i])) ?? null
  );
}

/**
 * Returns when the arguments and visible globals lead to objects, by number. Further ways may lead
 * there.
 */
export function certainlyReached(x: Execution, pointers: readonly Pointer[]): ReadonlyMap<number, Term> {
  const { encoding, facts, terms } = x;
  const { objects } = encoding;
  const certain = new Map<number, Term>();
  const todo: number[] = [];
  const lead = (object: Term, when: Term): void => {
    for (const number of facts.targets(object) ?? []) {
      const target = objects.withNumber(number);
      // The replay keeps bytes that may be a pointer in a block, as it does not know the block's type.
      if (target === null || target.variable === null || target.family !== null) continue;
      const here = terms.and(when, terms.eq(object, terms.bv(x.plan.pointers.objectWidth, number)));
      if (!certain.has(number)) todo.push(number);
      certain.set(number, terms.or(certain.get(number) ?? terms.false, here));
    }
  };
  for (const { object } of pointers) lead(object, terms.true);
  for (const global of x.plan.externalView.visible) {
    const number = objects.numberOf(objects.variable(global, -1));
    if (!certain.has(number)) todo.push(number);
    certain.set(number, terms.true);
  }
  for (let next = 0; next < todo.length; next++) {
    const number = todo[next];
    const { base, cells, variable } = objects.withNumber(number)!;
    // A doubt must not depend on these objects. A program need not read them, so the doubt would hold in
    // all runs.
    if (variable !== null && isExternalObject(variable)) continue;
    for (const [c, { role, sort }] of cells.entries()) {
      if (role === 'object' && sort.kind === 'bv') lead(x.read(base + c), certain.get(number)!);
    }
  }
  return certain;
}

function isChangeable(object: MemoryObject): boolean {
  if (object.kind === 'function' || object.kind === 'moved' || object.kind === 'summary') return false;
  return object.variable === null || !isConstantVariable(object.variable);
}

/**
 * Whether external functions reach a function with a body that the linker did not foresee as one to be
 * called back.
 */
function reachesUnforeseen({ encoding }: Execution, reached: ReadonlySet<number>): boolean {
  const { objects } = encoding;
  const { externalView: globals } = encoding.plan;
  return [...objects.functionNumbers].some(([id, number]) => reached.has(number) && globals.unforeseen.has(id));
}
