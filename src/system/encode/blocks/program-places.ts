import type { LinkedProgram } from '../../../program/cfa/linked.ts';
import type { Shape } from '../../shapes/shape.ts';
import type { BlockPlace, ProgramPlaces, ValuePlace } from '../../transys/program-places.ts';
import type { Encoding } from '../machine/encoding.ts';
import type { MemoryObject } from '../objects/object.ts';

/** Numbering of blocks and state variables in the system. */
export interface NumberedParts {
  /** Cut points, by block. */
  readonly cuts: readonly number[];
  /** Cells, by state variable; null for the program counter. */
  readonly cells: readonly (number | null)[];
  /** Cells that matter, by cut point. */
  readonly live: ReadonlyMap<number, ReadonlySet<number>>;
}

/**
 * Returns the places where a run of the program meets the blocks and keeps the system's state
 * variables.
 */
export function programPlaces(encoding: Encoding, { cuts, cells, live }: NumberedParts): ProgramPlaces {
  const { linked } = encoding.plan;
  const at = new LinkedPlaces(linked);
  const indices = new Map(cells.map((cell, index) => [cell, index]));
  return {
    blocks: cuts.map((cut) => (cut === 0 ? null : at.of(encoding.plan.cuts.locations[cut]))),
    variables: cells.map((cell) => (cell === null ? null : placeOf(encoding, cell))),
    live: cuts.map((cut) => (cut === 0 ? [] : [...(live.get(cut) ?? [])].flatMap((cell) => indices.get(cell) ?? []))),
  };
}

/** Maps linked locations back to places in their original functions. */
class LinkedPlaces {
  /** Linked locations of each place, by `context:location`. */
  readonly #counts = new Map<string, Set<number>>();

  /** Contexts of library models, and those that may be entered from there. */
  readonly #ofModels = new Set<number>();

  constructor(private readonly linked: LinkedProgram) {
    this.#findModels();
    for (const { from, context, edge, op } of linked.edges) {
      if (op.kind === 'leave') continue;
      const key = `${context}:${edge.from}`;
      const known = this.#counts.get(key);
      if (known === undefined) this.#counts.set(key, new Set([from]));
      else known.add(from);
    }
  }

  /**
   * A run of the program executes no library models. How often and in which order a library function
   * calls back is its own affair, so that calls from there are no places either.
   */
  #findModels(): void {
    const { contexts, source } = this.linked;
    let callsBack = false;
    for (const { id, parent, function: fn } of contexts) {
      const isModel = source.functions[fn.id]?.defined !== true;
      if (isModel || (parent !== null && this.#ofModels.has(parent))) this.#ofModels.add(id);
      callsBack ||= isModel && fn.edges.some(({ op }) => op.kind === 'call' && op.callee.kind === 'indirect');
    }
    // All calls of such a function lead to one place.
    if (callsBack) for (const { id, shared } of contexts) if (shared) this.#ofModels.add(id);
  }

  /**
   * Returns the place of a linked location. Null if several locations share the place, and for the
   * entry, where a run has not taken a step.
   */
  of(location: number): BlockPlace | null {
    const { linked } = this;
    if (location === linked.entry) return null;
    for (const id of linked.outgoing[location]) {
      const { context, edge, op } = linked.edges[id];
      if (op.kind === 'leave') return null;
      if (this.#counts.get(`${context}:${edge.from}`)?.size !== 1) return null;
      const { path, function: fn } = linked.contexts[context];
      if (this.#ofModels.has(context)) return null;
      return { path, function: fn.id, location: edge.from };
    }
    return null;
  }
}

function placeOf(encoding: Encoding, cell: number): ValuePlace | null {
  const object = encoding.objects.ownerOf(cell);
  const { variable, family, kind, context } = object;
  if (variable === null || family !== null || encoding.objects.kindOf(cell).role !== 'value') return null;
  // Pointers among bytes have a packed form here, which differs from C's.
  if (encoding.known.pointerBytes.has(object.key)) return null;
  if (kind !== 'static' && kind !== 'automatic') return null;
  const part = partOf(object, cell);
  if (part === null) return null;
  const owner = context < 0 ? null : encoding.plan.linked.contexts[context];
  return {
    variable: variable.id,
    path: owner?.path ?? null,
    recursive: owner !== null && owner.recursion !== null,
    ...part,
  };
}

type ValuePart = Pick<ValuePlace, 'bit' | 'bits' | 'elements'>;

function partOf(object: MemoryObject, cell: number): ValuePart | null {
  let shape = object.shape;
  let rest = cell - object.base;
  let byte = 0;
  let elements: ValuePart['elements'] = null;
  for (;;) {
    switch (shape.kind) {
      case 'scalar':
        return { ...scalar(shape, byte), elements };
      case 'blob':
        return { bit: 8 * byte, bits: 8 * shape.size, elements };
      case 'bytes':
        if (elements !== null || !Number.isFinite(shape.size)) return null;
        return { bit: 8 * byte, bits: 8, elements: { count: shape.size, strideBytes: 1 } };
      case 'record': {
        const member = shape.members.findLast((m) => m !== null && m.cell <= rest && m.shape.cells.length > 0);
        if (member === undefined || member === null) return null;
        byte += member.offset;
        rest -= member.cell;
        shape = member.shape;
        break;
      }
      case 'list': {
        const index = Math.floor(rest / shape.element.cells.length);
        byte += index * shape.stride;
        rest -= index * shape.element.cells.length;
        shape = shape.element;
        break;
      }
      case 'region':
        if (elements !== null || !Number.isFinite(shape.size)) return null;
        elements = { count: shape.count, strideBytes: shape.stride };
        shape = shape.element;
        break;
      case 'opaque':
        return null;
    }
  }
}

function scalar(
  { field, size, cells }: Shape & { readonly kind: 'scalar' },
  byte: number,
): Pick<ValuePart, 'bit' | 'bits'> {
  if (field !== null) return { bit: 8 * byte + field.bit, bits: field.bits };
  const [{ sort }] = cells;
  // A bit-vector may be narrower than its place in memory.
  return { bit: 8 * byte, bits: sort.kind === 'bv' ? Math.min(sort.width, 8 * size) : 8 * size };
}
