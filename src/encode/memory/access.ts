import type { Term } from '../../smt/builder.ts';
import type { Execution } from '../execution.ts';
import { elementCounts, putJoined, takeJoined } from './joined-arrays.ts';
import { type Alternative, locate } from './locate.ts';
import type { Reference } from './places.ts';
import { notePointer } from './pointer-bytes.ts';
import { decode, encode } from './raw.ts';
import type { Shape } from './shape.ts';

/**
 * Reading and writing memory. What C leaves undefined has one meaning here: a read through a null or dangling pointer or out of an
 * object's bounds gives any value, a write there changes nothing.
 */

/** The cells of the value that the reference denotes, in the shape of its type (bit-fields in their own width). */
export function load(x: Execution, reference: Reference): readonly Term[] {
  const { terms } = x;
  const shape = shapeOf(x, reference);
  const found = alternativesOf(x, reference, shape);
  if (found === null) return x.unknownCells(shape.cells, 'dereference of a pointer with too many targets', null);
  const { alternatives, valid } = found;
  if (alternatives.length === 0) return anything(x, shape, 'read through an invalid pointer', terms.true);
  const values = alternatives.map((alternative) => contentOf(x, alternative, shape));
  const result = values[values.length - 1].slice();
  for (let i = values.length - 2; i >= 0; i--) {
    const { guard } = alternatives[i];
    for (let c = 0; c < result.length; c++) result[c] = terms.ite(guard, values[i][c], result[c]);
  }
  // On paths that get here.
  if (terms.and(x.guard, terms.not(valid)) === terms.false) return result;
  const other = anything(x, shape, 'read outside an object', terms.not(valid));
  return result.map((value, c) => terms.ite(valid, value, other[c]));
}

/**
 * Any value, for what is read where nothing is. Pointers among it lead nowhere, not even into the middle of anything: otherwise all
 * objects would have to be ready for an access at any offset.
 */
function anything(x: Execution, shape: Shape, construct: string, when: Term): Term[] {
  return shape.cells.map(({ sort, role }) =>
    role === 'offset' ? x.encoding.zero(sort) : x.unknown(sort, construct, role === 'object' ? { targets: new Set() } : {}, when),
  );
}

/** Assigns the cells of a value of the reference's type, if the condition holds. `padding`: the byte between members (null: any). */
export function store(
  x: Execution,
  reference: Reference,
  cells: readonly Term[],
  when: Term = x.terms.true,
  padding: Term | null = null,
): void {
  const { terms } = x;
  const shape = shapeOf(x, reference);
  const found = alternativesOf(x, reference, shape);
  if (found === null) {
    x.gap('write through a pointer with too many targets', when);
    return;
  }
  x.undefinedWhen(terms.and(when, terms.not(found.valid)), 'write outside an object');
  for (const alternative of found.alternatives) {
    const { base, object } = alternative;
    const guard = terms.and(alternative.guard, when);
    const indices = indicesOf(x, alternative);
    const target = alternative.shape;
    if (target.kind === 'opaque') {
      if (object.kind === 'summary') noteStored(x, shape, cells);
      continue;
    }
    if (alternative.offset !== null) {
      const old = x.read(base);
      const stored = (offset: Term, target: Term | null): void => notePointer(x, object, offset, target);
      const offset = offsetOf(x, alternative, alternative.offset);
      const update = (content: Term): Term => encode(x, shape, cells, content, offset, stored, padding);
      x.write(base, terms.ite(guard, nested(x, old, indices, update), old));
      continue;
    }
    const counts = alternative.instance !== null && alternative.indices.length === 0 ? elementCounts(target) : [];
    for (let c = 0; c < cells.length; c++) {
      const old = x.read(base + c);
      const { sort } = shape.cells[c];
      const updated =
        sort.kind === 'array' && typeof counts[c] === 'number'
          ? putJoined(x, old, alternative.instance!, cells[c], sort, counts[c]!)
          : nested(x, old, indices, () => cells[c]);
      x.write(base + c, guard === terms.true ? updated : terms.ite(guard, updated, old));
    }
  }
}

/** Pointers that leave the modelled memory may come back from there. */
function noteStored(x: Execution, shape: Shape, cells: readonly Term[]): void {
  shape.cells.forEach((kind, c) => {
    if (kind.role === 'object') x.encoding.intoSummary(x.facts.targets(cells[c]));
    if (shape.kind === 'blob' || shape.kind === 'bytes') x.encoding.intoSummary(null);
  });
}

export function shapeOf(x: Execution, reference: Reference): Shape {
  const { type, field } = reference;
  const shape = x.encoding.shapes.of(type);
  if (field === null || shape.kind !== 'scalar') return shape;
  return {
    ...shape,
    field,
    cells: [{ sort: { kind: 'bv', width: field.bits }, role: 'value' }],
    size: Math.ceil((field.bit + field.bits) / 8),
  };
}

function alternativesOf(
  x: Execution,
  reference: Reference,
  shape: Shape,
): { alternatives: readonly Alternative[]; valid: Term } | null {
  if (reference.kind === 'direct') return reference;
  const wanted = {
    type: reference.type,
    root: reference.root ?? reference.type,
    field: reference.field,
    size: Math.ceil(shape.size),
  };
  const alternatives = locate(x, reference.pointer, wanted);
  if (alternatives === null) return null;
  return { alternatives, valid: x.terms.orAll(alternatives.map((alternative) => alternative.guard)) };
}

/** What is kept at the alternative, as a value of the shape that is asked for. */
function contentOf(x: Execution, alternative: Alternative, shape: Shape): Term[] {
  const { terms, encoding } = x;
  const found = alternative.shape;
  if (found.kind === 'opaque') {
    if (alternative.object.kind === 'summary')
      return x.unknownCells(shape.cells, 'memory that is not modelled', encoding.revisions.summaryTargets);
    return x.unknownCells(shape.cells, found.why, null);
  }
  const at = (cell: number): Term => {
    let value = x.read(cell);
    for (const index of indicesOf(x, alternative)) value = terms.select(value, index);
    return value;
  };
  if (alternative.offset !== null) {
    const pointers = encoding.revisions.pointerBytes.get(alternative.object.key);
    return decode(x, shape, at(alternative.base), offsetOf(x, alternative, alternative.offset), pointers);
  }
  const { instance, indices, base } = alternative;
  if (instance === null || indices.length > 0) return shape.cells.map((_, c) => at(base + c));
  const counts = elementCounts(found);
  return shape.cells.map(({ sort }, c) =>
    sort.kind === 'array' && counts[c] !== null ? takeJoined(x, x.read(base + c), instance, sort, counts[c]) : at(base + c),
  );
}

/** Whether the bytes of the alternative lie in the array that the instance indexes as well. */
function sharesArray({ instance, indices, shape }: Alternative): boolean {
  return instance !== null && indices.length === 0 && shape.kind === 'bytes';
}

/** Indices into the cell: that of a family's instance is part of the first one (`Shapes.lifted`). */
function indicesOf(x: Execution, alternative: Alternative): readonly Term[] {
  const { instance, indices } = alternative;
  if (instance === null || sharesArray(alternative)) return indices;
  const [first, ...rest] = indices;
  return first === undefined ? [instance] : [x.terms.concat(instance, first), ...rest];
}

/** Where in its array of bytes the alternative lies. */
function offsetOf(x: Execution, alternative: Alternative, offset: Term): Term {
  return sharesArray(alternative) ? x.terms.concat(alternative.instance!, offset) : offset;
}

/** Changes what lies under the indices of nested arrays. */
function nested(x: Execution, content: Term, indices: readonly Term[], update: (content: Term) => Term): Term {
  const { terms } = x;
  if (indices.length === 0) return update(content);
  const [index, ...rest] = indices;
  return terms.store(content, index, nested(x, terms.select(content, index), rest, update));
}
