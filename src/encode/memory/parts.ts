import type { Expr, StaticValue } from '../../cfa/automaton.ts';
import type { Term } from '../../smt/builder.ts';
import type { Execution } from '../execution.ts';
import { unitCells } from '../values/strings.ts';
import type { MemoryObject } from './objects.ts';
import { encode } from './raw.ts';
import type { Shape } from './shape.ts';

/** Puts one constant of a static initialiser into an object's cells. */
export function contentAt(
  x: Execution,
  object: MemoryObject,
  cells: Term[],
  path: readonly number[],
  value: StaticValue['value'],
): void {
  put(x, object.shape, object.type, 0, [], path, cells, value);
}

type Type = import('../../c/types.ts').CType;

/** `indices`: positions in the enclosing arrays that are one cell each. */
function put(
  x: Execution,
  shape: Shape,
  type: Type,
  cell: number,
  indices: readonly Term[],
  path: readonly number[],
  cells: Term[],
  value: StaticValue['value'],
): void {
  if (shape.kind === 'blob' || shape.kind === 'bytes') {
    putBytes(x, type, cell, indices, path, cells, value);
    return;
  }
  if (shape.kind === 'opaque') return;
  const [step, ...rest] = path;
  if (step !== undefined && shape.kind === 'record' && (type.kind === 'struct' || type.kind === 'union')) {
    const member = shape.members[step];
    if (member !== null && member !== undefined) {
      put(x, member.shape, type.definition.fields![step].type, cell + member.cell, indices, rest, cells, value);
    }
    return;
  }
  if (step !== undefined && shape.kind === 'list' && (type.kind === 'array' || type.kind === 'vector')) {
    if (step < shape.count)
      put(x, shape.element, type.element, cell + step * shape.element.cells.length, indices, rest, cells, value);
    return;
  }
  if (step !== undefined && shape.kind === 'region' && type.kind === 'array') {
    putRegion(x, shape, type, cell, indices, path, cells, value);
    return;
  }
  const parts = isBytes(value) ? unitCells(x, shape, value.units) : fitted(x, shape, value);
  parts.forEach((part, i) => {
    cells[cell + i] = nested(x, cells[cell + i], indices, part);
  });
}

function putRegion(
  x: Execution,
  shape: Shape & { kind: 'region' },
  type: Type,
  cell: number,
  indices: readonly Term[],
  path: readonly number[],
  cells: Term[],
  value: StaticValue['value'],
): void {
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
    // A string for one row of a table of characters.
    if (!isBytes(value)) return;
    const { sort } = shape.element.cells[0];
    if (sort.kind !== 'bv') return;
    value.units.forEach((unit, i) => {
      if (i >= shape.steps[used - 1]) return;
      const at = terms.bv(shape.indexWidth, index + i);
      cells[cell] = nested(x, cells[cell], [...indices, at], terms.bv(sort.width, BigInt.asUintN(sort.width, BigInt(unit))));
    });
    return;
  }
  if (index >= shape.count) return;
  put(x, shape.element, inner, cell, [...indices, terms.bv(shape.indexWidth, index)], path.slice(used), cells, value);
}

/** Into a union or an object that is kept as bytes. */
function putBytes(
  x: Execution,
  type: Type,
  cell: number,
  indices: readonly Term[],
  path: readonly number[],
  cells: Term[],
  value: StaticValue['value'],
): void {
  const { encoding } = x;
  let inner = type;
  let offset = 0;
  let field: { readonly bit: number; readonly bits: number } | null = null;
  for (const step of path) {
    if (inner.kind === 'array' || inner.kind === 'vector') {
      offset += step * encoding.shapes.sizeOf(inner.element);
      inner = inner.element;
    } else if (inner.kind === 'struct' || inner.kind === 'union') {
      const declared = inner.definition.fields![step];
      const place = encoding.layout.record(inner.definition).fields[step];
      offset += Math.floor(place.bitOffset / 8);
      field = declared.bits === undefined ? null : { bit: place.bitOffset % 8, bits: declared.bits };
      inner = declared.type;
    }
  }
  let shape = encoding.shapes.of(inner);
  if (field !== null && shape.kind === 'scalar') {
    shape = {
      ...shape,
      field,
      cells: [{ sort: { kind: 'bv', width: field.bits }, role: 'value' }],
      size: Math.ceil((field.bit + field.bits) / 8),
    };
  }
  const at = x.offset(offset);
  const update = (content: Term): Term => {
    if (isBytes(value)) return putUnits(x, inner, offset, content, value.units);
    return encode(x, shape, fitted(x, shape, value), content, at, undefined, x.terms.bv(8, 0));
  };
  cells[cell] = nestedUpdate(x, cells[cell], indices, update);
}

function putUnits(x: Execution, type: Type, offset: number, content: Term, units: readonly number[]): Term {
  const { terms, encoding } = x;
  const element = type.kind === 'array' ? encoding.shapes.of(type.element) : null;
  if (element === null || element.kind !== 'scalar') return content;
  const { sort } = element.cells[0];
  if (sort.kind !== 'bv') return content;
  const end = encoding.shapes.sizeOf(type);
  let result = content;
  units.forEach((unit, i) => {
    if ((i + 1) * element.size > end) return;
    const at = x.offset(offset + i * element.size);
    result = encode(x, element, [terms.bv(sort.width, BigInt.asUintN(sort.width, BigInt(unit)))], result, at);
  });
  return result;
}

/** A constant expression's cells; bit-fields cut to their width. */
function fitted(x: Execution, shape: Shape, value: Expr | { kind: 'bytes' }): readonly Term[] {
  if (value.kind === 'bytes') return [];
  const cells = x.evaluate.cells(x, value);
  if (shape.kind === 'scalar' && shape.field !== null) return [x.terms.extract(cells[0], shape.field.bits - 1, 0)];
  return cells;
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
