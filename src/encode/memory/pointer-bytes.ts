import { gcd } from '../../base/gcd.ts';
import type { Expr } from '../../cfa/automaton.ts';
import type { Term } from '../../smt/builder.ts';
import type { Execution } from '../execution.ts';
import { ANY_OFFSET, type Congruence, joinTargets, mod, type Targets } from './facts.ts';
import type { MemoryObject } from './objects.ts';
import { NULL_OBJECT } from './objects.ts';
import type { Shape } from './shape.ts';

/**
 * Pointers among bytes. There a pointer is the number of its object above its offset, which is no address that C would show: whatever reads
 * those bytes as anything but a pointer gets any value. So it is noted at which offsets of which objects pointers were stored, and to what.
 */
export interface PointerBytes {
  readonly places: readonly Congruence[];
  readonly targets: Targets;
}

export const NO_POINTERS: PointerBytes = { places: [], targets: new Set() };

/** More classes of offsets in one object are not told apart. */
const MAX_CLASSES = 16;

/** Notes that a pointer to `target` (null: perhaps one, with bytes copied from elsewhere) goes to an offset of an object's bytes. */
export function notePointer(x: Execution, object: MemoryObject, offset: Term, target: Term | null): void {
  const { encoding, facts } = x;
  const at = facts.congruence(offset);
  if (target === null) {
    const size = BigInt(encoding.layout.pointerSize);
    const known = [...encoding.revisions.pointerBytes.values()];
    if (known.length === 0) return;
    const places = [at, ...known.flatMap((pointers) => pointers.places)];
    const everywhere = places.every((congruence) => isAligned(x, congruence)) ? { modulus: size, residue: 0n } : ANY_OFFSET;
    note(
      x,
      object,
      everywhere,
      known.reduce<Targets>((all, { targets }) => joinTargets(all, targets), new Set()),
    );
    return;
  }
  const targets = facts.targets(target);
  if (targets === null || [...targets].some((number) => number !== NULL_OBJECT)) note(x, object, at, targets);
}

/** An object whose content became any may hold pointers to the targets anywhere. */
export function noteForgotten(x: Execution, object: MemoryObject, targets: Targets): void {
  if (holdsBytes(object.shape) && (targets === null || targets.size > 0)) note(x, object, ANY_OFFSET, targets);
}

/** What pointers that are read from such bytes may lead to: what was stored there, and what integers that are addresses lead to. */
export function targetsAmong(x: Execution, { targets }: PointerBytes): Targets {
  return joinTargets(targets, new Set([NULL_OBJECT, ...x.encoding.revisions.exposed]));
}

/** Notes a static object that is kept as bytes and whose initialiser has addresses; in packed records they lie anywhere. */
export function noteInitialPointer(x: Execution, object: MemoryObject, value: Expr): void {
  if (!holdsBytes(object.shape) || !hasAddress(value)) return;
  const { layout } = x.encoding;
  const size = BigInt(layout.pointerSize);
  const aligned = BigInt(layout.alignOf(object.type)) % size === 0n;
  const pointer = x.evaluate.pointer(x, value);
  note(x, object, aligned ? { modulus: size, residue: 0n } : ANY_OFFSET, x.facts.targets(pointer.object));
}

/** What `size` bytes at an offset may have of pointers: nothing, parts of pointers at multiples of a pointer's size, or anything. */
export function pointersAt(x: Execution, known: PointerBytes, offset: Term, size: number): 'none' | 'aligned' | 'any' {
  const at = x.facts.congruence(offset);
  const met = known.places.filter((pointer) => overlap(at, size, pointer, x.encoding.layout.pointerSize));
  if (met.length === 0) return 'none';
  return met.every((congruence) => isAligned(x, congruence)) ? 'aligned' : 'any';
}

/** Whether some a of the first class and b of the second have [a, a + m) and [b, b + n) in common. */
function overlap(first: Congruence, m: number, second: Congruence, n: number): boolean {
  const modulus = gcd(first.modulus, second.modulus);
  const distance = first.residue - second.residue;
  if (modulus === 0n) return distance < BigInt(n) && -distance < BigInt(m);
  // The smallest distance a - b above -m.
  return mod(distance + BigInt(m) - 1n, modulus) < BigInt(m + n - 1);
}

function isAligned(x: Execution, { modulus, residue }: Congruence): boolean {
  const size = BigInt(x.encoding.layout.pointerSize);
  return modulus % size === 0n && mod(residue, size) === 0n;
}

function note(x: Execution, object: MemoryObject, at: Congruence, targets: Targets): void {
  const { encoding } = x;
  const known = encoding.revisions.pointerBytes;
  const old = known.get(object.key) ?? NO_POINTERS;
  const { modulus, residue } = at;
  const covered = old.places.some(
    (place) => gcd(place.modulus, modulus) === place.modulus && mod(residue - place.residue, place.modulus) === 0n,
  );
  const all = joinTargets(old.targets, targets);
  if (covered && all === old.targets) return;
  const places = covered ? old.places : old.places.length < MAX_CLASSES ? [...old.places, { modulus, residue }] : [ANY_OFFSET];
  known.set(object.key, { places, targets: all });
  encoding.summaryChanged = true;
}

/** Whether some part of the shape is kept as bytes. */
export function holdsBytes(shape: Shape): boolean {
  switch (shape.kind) {
    case 'blob':
    case 'bytes':
      return true;
    case 'record':
      return shape.members.some((member) => member !== null && holdsBytes(member.shape));
    case 'list':
    case 'region':
      return holdsBytes(shape.element);
    default:
      return false;
  }
}

function hasAddress(value: Expr): boolean {
  for (let expr = value; ; ) {
    switch (expr.kind) {
      case 'address':
      case 'function-address':
      case 'label-address':
        return true;
      case 'pointer-add':
        expr = expr.pointer;
        break;
      case 'convert':
        expr = expr.operand;
        break;
      default:
        return expr.kind !== 'integer' && expr.kind !== 'float';
    }
  }
}
