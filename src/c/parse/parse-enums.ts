import type { SourceLocation } from '../../base/source.ts';
import type { Name } from '../lex/names.ts';
import { constantInteger } from '../semantics/constants.ts';
import { INT, integerType } from '../types/type-basics.ts';
import type { CType, DataModel, EnumDefinition, EnumType, IntegerName, IntegerType } from '../types/types.ts';
import { parseAttributes } from './attributes.ts';
import { accept, type Context, expect, report, sees, unexpected } from './context.ts';
import { failure } from './failures.ts';
import { startsType } from './specifiers.ts';
import { completeEnum, findTag, newEnum } from './tags.ts';

/** `enum` specifiers (C11 6.7.2.2, with GCC's choice of the underlying type). */
export function parseEnum(c: Context): EnumType {
  const { scanner } = c;
  scanner.advance();
  let attributes = parseAttributes(c);
  const at = scanner.at;
  let tag: Name | null = null;
  if (sees(c, 'identifier')) {
    tag = scanner.name;
    scanner.advance();
  }
  const fixed = parseUnderlying(c);
  if (!sees(c, '{')) {
    if (tag === null) throw unexpected(c, "a tag or '{'");
    return { kind: 'enum', definition: findTag(c, 'enum', tag, at, false).definition as EnumDefinition };
  }
  const definition = newEnum(c, tag, at);
  scanner.advance();
  const constants: { name: Name; value: bigint; at: SourceLocation }[] = [];
  let next = 0n;
  while (!sees(c, '}')) {
    if (!sees(c, 'identifier')) throw unexpected(c, 'an enumeration constant');
    const { name, at: place } = scanner;
    scanner.advance();
    parseAttributes(c);
    if (accept(c, '=')) next = constantInteger(c, c.grammar.conditional(c));
    const { least, greatest } = rangeOf(c, fixed);
    if (next < least || next > greatest) throw failure('C1316', [name.text], place);
    declareConstant(c, name, next, fixed ?? typeOfConstant(c.model, next), place);
    constants.push({ name, value: next, at: place });
    next += 1n;
    if (!accept(c, ',')) break;
  }
  if (constants.length === 0) report(c, 'C1317', [], scanner.at);
  expect(c, '}');
  attributes = parseAttributes(c, attributes);
  const underlying =
    fixed ??
    underlyingType(
      c.model,
      constants.map((constant) => constant.value),
      attributes.packed,
    );
  const complete = completeEnum(c, definition, tag, {
    underlying,
    constants: constants.map(({ name, value }) => ({ name: name.text, value })),
  });
  const type: EnumType = { kind: 'enum', definition: complete };
  // Constants beyond int, and those of a fixed type, have the enumeration's type once it is complete.
  for (const constant of constants) {
    if (fixed !== null || !fits(constant.value, 32, true)) replaceConstant(constant.name, type);
  }
  return type;
}

/** Reads `: type` behind the tag, the underlying type of C23; null if there is none, as before a bit-field's width. */
function parseUnderlying(c: Context): IntegerType | null {
  if (!sees(c, ':')) return null;
  const start = c.scanner.mark();
  c.scanner.advance();
  if (!startsType(c)) {
    c.scanner.rewind(start);
    return null;
  }
  const type = c.grammar.typeName(c);
  if (type.kind !== 'integer') throw unexpected(c, 'an integer type');
  return integerType(type.name);
}

/** Returns the range of a fixed underlying type; null: that of all types. */
function rangeOf(c: Context, type: IntegerType | null): { readonly least: bigint; readonly greatest: bigint } {
  if (type === null) return { least: -(1n << 127n), greatest: (1n << 128n) - 1n };
  if (type.name === 'bool') return { least: 0n, greatest: 1n };
  const bits = 8n * (c.layout.sizeOf(type) ?? 4n);
  return c.layout.isSigned(type)
    ? { least: -(1n << (bits - 1n)), greatest: (1n << (bits - 1n)) - 1n }
    : { least: 0n, greatest: (1n << bits) - 1n };
}

function declareConstant(c: Context, name: Name, value: bigint, type: CType, at: SourceLocation): void {
  const other = name.ordinary;
  if (other !== null && other.depth === c.scopes.depth) {
    report(c, 'C1318', [name.text], at, [{ message: 'first declared here', at: other.at }]);
  }
  c.scopes.declare(name, { kind: 'constant', value, type, depth: c.scopes.depth, at });
}

function replaceConstant(name: Name, type: EnumType): void {
  const binding = name.ordinary;
  if (binding?.kind === 'constant') name.ordinary = { ...binding, type };
}

function fits(value: bigint, bits: number, signed: boolean): boolean {
  return (signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value)) === value;
}

/** Returns the type of a constant inside its enumeration. */
function typeOfConstant(model: DataModel, value: bigint): IntegerType {
  return fits(value, 32, true) ? INT : underlyingType(model, [value], false);
}

function underlyingType(model: DataModel, values: readonly bigint[], packed: boolean): IntegerType {
  const signed = values.some((value) => value < 0n);
  const wide: IntegerName = model === 'LP64' ? 'long' : 'llong';
  const candidates: [IntegerName, number][] = [
    ['schar', 8],
    ['short', 16],
    ['int', 32],
    [wide, 64],
    ['int128', 128],
  ];
  for (const [name, bits] of packed ? candidates : candidates.slice(2)) {
    if (!values.every((value) => fits(value, bits, signed))) continue;
    if (signed) return integerType(name);
    return integerType((name === 'schar' ? 'uchar' : `u${name}`) as IntegerName);
  }
  return integerType('int128');
}
