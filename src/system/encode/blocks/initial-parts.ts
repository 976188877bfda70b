import { unreachable } from '../../../base/errors.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { Expr, StaticValue } from '../../../program/cfa/automaton.ts';
import { byteCells } from '../../shapes/byte-cells.ts';
import { isSharedPointer } from '../../shapes/fit.ts';
import { sameLayout } from '../../shapes/same-layout.ts';
import type { Shape } from '../../shapes/shape.ts';
import type { Execution } from '../machine/execution.ts';
import { noteBytes, type PointerListener, pointerListener } from '../memory/bytes/kept-pointers.ts';
import { encode } from '../memory/bytes/raw.ts';
import { pointerAt } from '../memory/pointers/addresses.ts';
import type { MemoryObject } from '../objects/object.ts';
import { unitCells } from '../values/strings.ts';

type Type = import('../../../c/types/types.ts').CType;

/**
 * Puts one constant of a static initialiser into an object's cells. Returns false if the constant has
 * no place in the object; the cells are then meaningless.
 */
export function contentAt(
  x: Execution,
  object: MemoryObject,
  cells: Term[],
  path: readonly number[],
  value: StaticValue['value'],
): boolean {
  return put(x, object, object.shape, object.type, 0, [], path, cells, value);
}

/** Puts a constant into cells. `indices`: positions in the enclosing arrays that are one cell each. */
function put(
  x: Execution,
  object: MemoryObject,
  shape: Shape,
  type: Type,
  cell: number,
  indices: readonly Term[],
  path: readonly number[],
  cells: Term[],
  value: StaticValue['value'],
): boolean {
  if (shape.kind === 'blob' || shape.kind === 'bytes')
    return putBytes(x, object, type, cell, indices, path, cells, value);
  // An opaque shape stores nothing.
  if (shape.kind === 'opaque') return true;
  const [step, ...rest] = path;
  if (step === undefined) {
    const parts = isBytes(value) ? unitCells(x, shape, value.units) : fitted(x, shape, value);
    if (parts === null || parts.length !== shape.cells.length) return false;
    for (const c of byteCells(shape)) noteBytes(x, object, x.offset(0), parts[c]);
    parts.forEach((part, i) => {
      cells[cell + i] = nested(x, cells[cell + i], indices, part);
    });
    return true;
  }
  switch (shape.kind) {
    case 'scalar':
      return isSharedPointer(shape) && putMember(x, object, shape, type, cell, indices, path, cells, value);
    case 'record': {
      const member = shape.members[step] ?? null;
      if (member === null || (type.kind !== 'struct' && type.kind !== 'union')) return false;
      return put(
        x,
        object,
        member.shape,
        type.definition.fields![step].type,
        cell + member.cell,
        indices,
        rest,
        cells,
        value,
      );
    }
    case 'list':
      if (step >= shape.count || (type.kind !== 'array' && type.kind !== 'vector')) return false;
      return put(
        x,
        object,
        shape.element,
        type.element,
        cell + step * shape.element.cells.length,
        indices,
        rest,
        cells,
        value,
      );
    case 'region':
      return type.kind === 'array' && putRegion(x, object, shape, type, cell, indices, path, cells, value);
    default:
      return unreachable(shape);
  }
}

function putRegion(
  x: Execution,
  object: MemoryObject,
  shape: Shape & { kind: 'region' },
  type: Type,
  cell: number,
  indices: readonly Term[],
  path: readonly number[],
  cells: Term[],
  value: StaticValue['value'],
): boolean {
  const { terms } = x;
  let index = 0;
  let inner = type;
  let used = 0;
  while (inner.kind === 'array' && used < shape.steps.length && used < path.length) {
    index += path[used] * shape.steps[used];
    inner = inner.element;
    used++;
  }
  if (used < shape.steps.length) {
    // The value is a string for one row of a table of characters.
    if (!isBytes(value) || used !== path.length || used === 0 || !isInteger(shape.element)) return false;
    const width = 8 * shape.element.size;
    const { units } = value;
    const length = Math.min(units.length, shape.steps[used - 1], shape.count - index);
    for (let i = 0; i < length; i++) {
      const at = terms.bv(shape.indexWidth, index + i);
      const unit = terms.bv(width, BigInt.asUintN(width, BigInt(units[i])));
      cells[cell] = nested(x, cells[cell], [...indices, at], unit);
    }
    return true;
  }
  if (index >= shape.count) return false;
  return put(
    x,
    object,
    shape.element,
    inner,
    cell,
    [...indices, terms.bv(shape.indexWidth, index)],
    path.slice(used),
    cells,
    value,
  );
}

/** Puts a constant into a member of a union that is kept as a pointer. */
function putMember(
  x: Execution,
  object: MemoryObject,
  shape: Shape,
  type: Type,
  cell: number,
  indices: readonly Term[],
  path: readonly number[],
  cells: Term[],
  value: StaticValue['value'],
): boolean {
  if (type.kind !== 'union') return false;
  const [step, ...rest] = path;
  const { type: inner } = type.definition.fields![step];
  const member = x.plan.shapes.of(inner);
  if (sameLayout(member, shape)) return put(x, object, member, inner, cell, indices, rest, cells, value);
  const bits = [indices.reduce((array, index) => x.terms.select(array, index), cells[cell + 1])];
  if (!putBytes(x, object, type, 0, [], path, bits, value)) return false;
  const number = pointerAt(x, bits[0]);
  cells[cell] = nested(x, cells[cell], indices, number.object);
  cells[cell + 1] = nested(x, cells[cell + 1], indices, number.offset);
  return true;
}

/** Puts a constant into a union or an object that is kept as bytes. */
function putBytes(
  x: Execution,
  object: MemoryObject,
  type: Type,
  cell: number,
  indices: readonly Term[],
  path: readonly number[],
  cells: Term[],
  value: StaticValue['value'],
): boolean {
  const stored = pointerListener(x, object);
  let inner = type;
  let offset = 0;
  let field: { readonly bit: number; readonly bits: number } | null = null;
  for (const step of path) {
    if (inner.kind === 'array' || inner.kind === 'vector') {
      offset += step * x.plan.shapes.sizeOf(inner.element);
      inner = inner.element;
    } else if (inner.kind === 'struct' || inner.kind === 'union') {
      const declared = inner.definition.fields![step];
      const place = x.plan.layout.record(inner.definition).fields[step];
      offset += Math.floor(place.bitOffset / 8);
      field = declared.bits === undefined ? null : { bit: place.bitOffset % 8, bits: declared.bits };
      inner = declared.type;
    } else return false;
  }
  let shape = x.plan.shapes.of(inner);
  if (field !== null && shape.kind === 'scalar') {
    shape = {
      ...shape,
      field,
      cells: [{ sort: { kind: 'bv', width: field.bits }, role: 'value' }],
      size: Math.ceil((field.bit + field.bits) / 8),
    };
  }
  if (offset + shape.size > x.plan.shapes.sizeOf(type)) return false;
  const at = x.offset(offset);
  if (isBytes(value)) {
    if (inner.kind !== 'array' || !isInteger(x.plan.shapes.of(inner.element))) return false;
    const { units } = value;
    const element = x.plan.shapes.of(inner.element);
    const end = offset + x.plan.shapes.sizeOf(inner);
    cells[cell] = nestedUpdate(x, cells[cell], indices, (content) =>
      putUnits(x, element, offset, end, content, units, stored),
    );
    return true;
  }
  const parts = fitted(x, shape, value);
  if (parts === null || parts.length !== shape.cells.length) return false;
  cells[cell] = nestedUpdate(x, cells[cell], indices, (content) =>
    encode(x, shape, parts, content, at, stored, x.terms.bv(8, 0)),
  );
  return true;
}

function isInteger(element: Shape): boolean {
  return element.kind === 'scalar' && element.cells[0].sort.kind === 'bv' && element.cells.length === 1;
}

/** Writes the units of a string into the bytes from `offset` up to `end`. */
function putUnits(
  x: Execution,
  element: Shape,
  offset: number,
  end: number,
  content: Term,
  units: readonly number[],
  stored: PointerListener,
): Term {
  const width = 8 * element.size;
  let result = content;
  units.forEach((unit, i) => {
    const at = offset + i * element.size;
    if (at + element.size > end) return;
    result = encode(x, element, [x.terms.bv(width, BigInt.asUintN(width, BigInt(unit)))], result, x.offset(at), stored);
  });
  return result;
}

/** Returns a constant expression's cells. Bit-fields are cut to their width. */
function fitted(x: Execution, shape: Shape, value: Expr): readonly Term[] | null {
  const cells = x.evaluate.cells(x, value);
  if (shape.kind !== 'scalar' || shape.field === null) return cells;
  const [cell] = cells;
  const fits = x.terms.sort(cell).kind === 'bv' && x.terms.width(cell) >= shape.field.bits;
  return fits ? [x.terms.extract(cell, shape.field.bits - 1, 0)] : null;
}

function isBytes(value: StaticValue['value']): value is { readonly kind: 'bytes'; readonly units: readonly number[] } {
  return value.kind === 'bytes';
}

function nested(x: Execution, content: Term, indices: readonly Term[], value: Term): Term {
  return nestedUpdate(x, content, indices, () => value);
}

function nestedUpdate(x: Execution, content: Term, indices: readonly Term[], update: (content: Term) => Term): Term {
  if (indices.length === 0) return update(content);
  const [index, ...rest] = indices;
  return x.terms.store(content, index, nestedUpdate(x, x.terms.select(content, index), rest, update));
}
