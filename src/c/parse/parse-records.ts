import type { SourceLocation } from '../../base/source.ts';
import type { Name } from '../lex/names.ts';
import { constantInteger } from '../semantics/constants.ts';
import { hasQualifier, isComplete, isFunction, isInteger, isRecord, isVariableLength } from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import type { ArrayType, CType, Field, RecordDefinition, RecordType } from '../types/types.ts';
import { attributedType, parseAttributes } from './attributes.ts';
import { accept, type Context, deepen, expect, report, sees, unexpected, warn } from './context.ts';
import { failure } from './failures.ts';
import { checkOwnType } from './nested.ts';
import type { Attributes, Specifiers } from './specifiers.ts';
import { parseStaticAssert } from './static-assert.ts';
import { completeRecord, completeVariableRecord, findTag, newRecord } from './tags.ts';
import { variableRecord } from './variable-records.ts';

/** `struct` and `union` specifiers (C11 6.7.2.1). */
export function parseRecord(c: Context, kind: 'struct' | 'union'): RecordType | ArrayType {
  const { scanner } = c;
  scanner.advance();
  let attributes = parseAttributes(c);
  const at = scanner.at;
  let tag: Name | null = null;
  if (sees(c, 'identifier')) {
    tag = scanner.name;
    scanner.advance();
  }
  if (!sees(c, '{')) {
    if (tag === null) throw unexpected(c, "a tag or '{'");
    const binding = findTag(c, kind, tag, at, sees(c, ';'));
    if (binding.variable !== undefined) {
      checkOwnType(c, binding.variable, binding.depth, at);
      return binding.variable;
    }
    return { kind, definition: binding.definition as RecordDefinition };
  }
  const definition = newRecord(c, kind, tag, at);
  scanner.advance();
  const fields: Field[] = [];
  while (!sees(c, '}')) parseMember(c, fields);
  const pack = scanner.pack;
  scanner.advance();
  attributes = parseAttributes(c, attributes);
  checkFields(c, kind, fields);
  const { packed, align, transparentUnion } = attributes;
  const content = { fields, pack, packed, align, transparentUnion };
  if (fields.some((field) => isVariableLength(field.type))) {
    const type = variableRecord(c, { ...definition, ...content });
    completeVariableRecord(tag, definition, type);
    return type;
  }
  const complete = completeRecord(c, definition, tag, content);
  const size = c.layout.sizeOf({ kind, definition: complete });
  if (size !== null && size > c.layout.maxObjectSize)
    throw failure('C1305', [formatType({ kind, definition: complete })], at);
  return { kind, definition: complete };
}

function parseMember(c: Context, fields: Field[]): void {
  const { scanner } = c;
  while (accept(c, '__extension__'));
  if (accept(c, ';')) return;
  if (sees(c, '_Static_assert')) {
    parseStaticAssert(c);
    return;
  }
  if (sees(c, 'end')) throw unexpected(c, "'}'");
  const specifiers = c.grammar.specifiers(c, true);
  if (specifiers.implicitInt && !specifiers.attributes.packed) {
    throw sees(c, 'identifier')
      ? failure('C1202', [scanner.name.text], scanner.at)
      : unexpected(c, 'a member declaration');
  }
  if (sees(c, ';')) {
    const { type } = specifiers;
    // An unnamed struct or union without tag is a member whose members are members (C11 6.7.2.1p13). Any
    // other declaration without a declarator declares nothing.
    if (isRecord(type) ? type.definition.tag === null : type.kind === 'array' && type.record?.tagged === false)
      fields.push(fieldOf(specifiers, null, type, undefined, specifiers.attributes, specifiers.at));
    else warn(c, 'C1959', [], specifiers.at);
    scanner.advance();
    return;
  }
  do {
    let attributes = parseAttributes(c, specifiers.attributes);
    let name: Name | null = null;
    let type = specifiers.type;
    let at = scanner.at;
    if (!sees(c, ':')) {
      const declarator = c.grammar.declarator(c, type, 'named');
      ({ name, type, at } = declarator);
      attributes = { ...attributes, countedBy: declarator.countedBy ?? attributes.countedBy };
    }
    let bits: number | undefined;
    if (accept(c, ':')) bits = parseWidth(c, type, name);
    attributes = parseAttributes(c, attributes);
    type = attributedType(c, type, attributes, at);
    fields.push(fieldOf(specifiers, name, type, bits, attributes, at));
    if (bits === undefined) checkMemberType(type, name, at);
  } while (accept(c, ','));
  if (sees(c, '}')) warn(c, 'C1960', [], scanner.at);
  else expect(c, ';');
}

function fieldOf(
  specifiers: Specifiers,
  name: Name | null,
  type: CType,
  bits: number | undefined,
  attributes: Attributes,
  at: SourceLocation,
): Field {
  const align = Math.max(specifiers.alignas ?? 0, attributes.align ?? 0);
  return {
    name: name === null ? null : name.text,
    type,
    ...(bits === undefined ? {} : { bits }),
    ...(align === 0 ? {} : { align }),
    ...(attributes.packed ? { packed: true } : {}),
    ...(attributes.countedBy === null ? {} : { countedBy: attributes.countedBy }),
    at,
  };
}

function parseWidth(c: Context, type: CType, name: Name | null): number {
  const at = c.scanner.at;
  const shown = name === null ? '<anonymous>' : name.text;
  const width = constantInteger(c, c.grammar.conditional(c));
  if (!isInteger(type) || hasQualifier(type, 'atomic')) throw failure('C1306', [shown, formatType(type)], at);
  if (!isComplete(type)) throw failure('C1303', [formatType(type)], at);
  if (width < 0n || width > BigInt(c.layout.integerWidth(type))) throw failure('C1307', [width, shown], at);
  if (width === 0n && name !== null) throw failure('C1308', [shown], at);
  return Number(width);
}

function checkMemberType(type: CType, name: Name | null, at: SourceLocation): void {
  const shown = name === null ? '<anonymous>' : name.text;
  if (isFunction(type)) throw failure('C1309', [shown], at);
  const flexible = type.kind === 'array' && type.length === 'unknown' && isComplete(type.element);
  if (!isComplete(type) && !flexible) throw failure('C1311', [shown, formatType(type)], at);
}

/**
 * Refuses duplicate names, including those of anonymous members, and flexible members that are not
 * last.
 */
function checkFields(c: Context, kind: 'struct' | 'union', fields: readonly Field[]): void {
  const seen = new Map<string, SourceLocation>();
  const visit = (list: readonly Field[]): void => {
    deepen(c);
    for (const field of list) {
      if (field.name !== null) {
        const other = seen.get(field.name);
        if (other) report(c, 'C1312', [field.name], field.at, [{ message: 'first declared here', at: other }]);
        else seen.set(field.name, field.at);
      } else if (isRecord(field.type)) visit(field.type.definition.fields ?? []);
      else if (field.type.kind === 'array' && field.type.record !== undefined)
        visit(c.program.variableRecords.get(field.type.record.id)!.fields);
    }
    c.depth--;
  };
  visit(fields);
  for (const [index, field] of fields.entries()) {
    const flexible = field.type.kind === 'array' && field.type.length === 'unknown';
    if (flexible && kind === 'struct' && index < fields.length - 1) report(c, 'C1313', [field.name ?? ''], field.at);
  }
}
