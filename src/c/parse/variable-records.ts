import type { Expression } from '../ast.ts';
import { sizeNode } from '../semantics/nodes.ts';
import { binary, compare } from '../semantics/operators.ts';
import { isVariableLength, sizeType, UCHAR } from '../types/type-basics.ts';
import type { ArrayType, CType, Field, RecordDefinition } from '../types/types.ts';
import type { Context } from './context.ts';
import { failure } from './failures.ts';
import type { MemberPlace } from './program.ts';
import { sizeVariable } from './sizes.ts';

/**
 * Structs and unions with members of variable size (GNU C). Such a record is an array of bytes. Its
 * length is computed at the member list, as GCC does. Members behind the first one of variable size
 * lie at offsets that are computed there, too.
 */

/** Lays out a record and adds statements that compute it to `c.lengths`. Throws C1336. */
export function variableRecord(c: Context, definition: RecordDefinition): ArrayType {
  const { kind, tag, at, id } = definition;
  const fields = definition.fields!;
  // A member of variable size has the same alignment without elements.
  const skeleton = fields.map((field) => ({ ...field, type: withoutLengths(field.type) }));
  const record = c.layout.record({ ...definition, id: c.program.nextRecord(), fields: skeleton });
  const first = fields.findIndex(({ type }) => isVariableLength(type));
  const isFixed = ({ type }: Field, index: number) => !isVariableLength(type) && (kind === 'union' || index < first);
  const fixed = { ...definition, id: c.program.nextRecord(), tag: null, fields: fields.filter(isFixed) };
  const places: MemberPlace[] = [];
  let end: Expression = sizeNode(c, 0n, at);
  for (const [index, field] of fields.entries()) {
    const { type } = field;
    const { align, offset: known } = record.fields[index];
    if (isFixed(field, index)) {
      places.push({ kind: 'fixed', index: fixed.fields.indexOf(field) });
      continue;
    }
    if (field.bits !== undefined) throw failure('C1336', ['a bit-field behind a member of variable size'], field.at);
    let offset: Expression = sizeNode(c, known, field.at);
    if (kind === 'struct' && index > first) offset = hidden(c, '$offset', roundedUp(c, end, align), field);
    places.push({ kind: 'computed', offset, type: align === c.layout.alignOf(type) ? type : { ...type, align } });
    const size = sizeOf(c, field);
    if (kind === 'struct') end = binary(c, '+', offset, size, field.at);
    else end = index === first ? size : larger(c, hidden(c, '$size', end, field), hidden(c, '$size', size, field));
  }
  if (kind === 'union') {
    const least = c.layout.record(fixed).size;
    if (least > 0n) end = larger(c, hidden(c, '$size', end, fields[first]), sizeNode(c, least, at));
  }
  const length = sizeVariable(c, '$size', roundedUp(c, end, record.align), at);
  c.program.variableRecords.set(id, { fields, fixed, places });
  const name = `${kind} ${tag ?? '<anonymous>'}`;
  const common = { element: UCHAR, length: 'variable' as const, lengthVariable: length.id };
  return { kind: 'array', ...common, align: record.align, record: { id, name, tagged: tag !== null } };
}

function withoutLengths(type: CType): CType {
  if (type.kind !== 'array') return type;
  const { lengthVariable: _, record: __, ...rest } = type;
  return { ...rest, element: withoutLengths(type.element), ...(type.length === 'variable' ? { length: 0n } : {}) };
}

/** Returns the value of a hidden variable, which is set to the expression at the member. */
function hidden(c: Context, name: '$offset' | '$size', value: Expression, { at }: Field): Expression {
  const variable = sizeVariable(c, name, value, at);
  const { type } = variable;
  return { kind: 'load', type, at, operand: { kind: 'variable', type, at, variable } };
}

/** Returns the bytes of a member; a flexible array has none. */
function sizeOf(c: Context, { type, at }: Field): Expression {
  if (isVariableLength(type)) return { kind: 'sizeof-variable', type: sizeType(c.model), at, of: type, operand: null };
  return sizeNode(c, c.layout.sizeOf(type) ?? 0n, at);
}

function roundedUp(c: Context, value: Expression, align: number): Expression {
  if (align === 1) return value;
  const { at } = value;
  const whole = binary(
    c,
    '/',
    binary(c, '+', value, sizeNode(c, BigInt(align - 1), at), at),
    sizeNode(c, BigInt(align), at),
    at,
  );
  return binary(c, '*', whole, sizeNode(c, BigInt(align), at), at);
}

/** Returns the larger of two values without effects. */
function larger(c: Context, a: Expression, b: Expression): Expression {
  const { type, at } = a;
  return { kind: 'conditional', type, at, condition: compare(c, '>', a, b, at), then: a, otherwise: b };
}
