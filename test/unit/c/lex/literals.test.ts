import { describe, expect, it } from 'vitest';
import { toNumber } from '../../../../src/base/float-bits.ts';
import { parseCharacter, parseString } from '../../../../src/c/lex/literal-text.ts';
import { type NumberLiteral, parseNumber } from '../../../../src/c/lex/literals.ts';
import { decodeSource } from '../../../../src/c/source/source-text.ts';
import { formatType } from '../../../../src/c/types/type-format.ts';
import type { DataModel } from '../../../../src/c/types/types.ts';
import { gccErrors, hasGcc } from '../gcc.ts';
import { Random } from '../random.ts';

function read(text: string, model: DataModel = 'LP64'): { literal: NumberLiteral | null; codes: string[] } {
  const codes: string[] = [];
  const literal = parseNumber(text, model, (code) => codes.push(code));
  return { literal, codes };
}

function describeNumber(text: string, model: DataModel = 'LP64'): string {
  const { literal, codes } = read(text, model);
  if (literal === null) return codes.join();
  const value = literal.kind === 'integer' ? literal.value : toNumber(literal.value);
  return `${formatType(literal.type)} ${value}${literal.imaginary ? ' i' : ''}${codes.map((code) => ` ${code}`).join('')}`;
}

describe('integer constants', () => {
  it.each([
    ['0', 'int 0'],
    ['42', 'int 42'],
    ['2147483648', 'long 2147483648'],
    ['0x80000000', 'unsigned int 2147483648'],
    ['0xffffffffffffffff', 'unsigned long 18446744073709551615'],
    ['017', 'int 15'],
    ['0b101', 'int 5'],
    ['1u', 'unsigned int 1'],
    ['1LLU', 'unsigned long long 1'],
    ['1uL', 'unsigned long 1'],
    ['2i', 'int 2 i'],
    ['18446744073709551615', '__int128 18446744073709551615 C1904'],
    ['99999999999999999999999', 'long 200376420520689663 C1908'],
    ['089', 'C1103'],
    ['0b12', 'C1103'],
    ['0x', 'C1105'],
    ['1lL', 'C1101'],
    ['1lll', 'C1101'],
    ['12ab', 'C1101'],
  ])('%s is %s', (text, expected) => expect(describeNumber(text)).toBe(expected));

  it('depends on the data model', () => {
    expect(describeNumber('2147483648', 'ILP32')).toBe('long long 2147483648');
    expect(describeNumber('4294967295l', 'ILP32')).toBe('long long 4294967295');
    expect(describeNumber('0xffffffffl', 'ILP32')).toBe('unsigned long 4294967295');
  });
});

describe('floating constants', () => {
  it.each([
    ['1.5', 'double 1.5'],
    ['.5e1', 'double 5'],
    ['1e-400', 'double 0'],
    ['1e400', 'double Infinity C1905'],
    ['0.1f', 'float 0.10000000149011612'],
    ['1.l', 'long double 1'],
    ['0x1.8p1', 'double 3'],
    ['0x.1P4f', 'float 1'],
    ['1.0f128', '_Float128 1'],
    ['1.0Q', '_Float128 1'],
    ['1.0f32x', '_Float32x 1'],
    ['1.0fi', 'float 1 i'],
    ['1.0if', 'float 1 i'],
    ['1.0df', 'C1115'],
    ['1.0Df', 'C1102'],
    ['1.0u', 'C1102'],
    ['1.5e', 'C1106'],
    ['0x1.8', 'C1107'],
    ['0x.p1', 'C1105'],
    ['1.2.3', 'C1102'],
  ])('%s is %s', (text, expected) => expect(describeNumber(text)).toBe(expected));
});

describe('character constants', () => {
  const value = (text: string, model: DataModel = 'LP64'): string => {
    const codes: string[] = [];
    const literal = parseCharacter(text, model, (code) => codes.push(code));
    return [...(literal === null ? [] : [formatType(literal.type), literal.value]), ...codes].join(' ');
  };

  it.each([
    ["'a'", 'int 97'],
    ["'\\n'", 'int 10'],
    ["'\\377'", 'int -1'],
    ["'\\xff'", 'int -1'],
    ["'\\''", 'int 39'],
    ["'\\e'", 'int 27'],
    ["'ab'", 'int 24930 C1902'],
    ["'abcde'", 'int 1650680933 C1903'],
    ["'\\377a'", 'int 65377 C1902'],
    ["'\u00e9'", 'int 50089 C1902'],
    ["L'\u00e9'", 'int 233'],
    ["L'\\xffffffff'", 'int -1'],
    ["u'\\xffff'", 'unsigned short 65535'],
    ["U'\u{1f600}'", 'unsigned int 128512'],
    ["u'\u{1f600}'", 'unsigned short 56832 C1903'],
    ["'\\x141'", 'int 65 C1909'],
    ["'\\400'", 'int 0 C1907'],
    ["'\\q'", 'int 113 C1901'],
    ["''", 'C1108'],
    ["'\\x'", 'C1109'],
    ["'\\u12'", 'C1111'],
  ])('%s is %s', (text, expected) => expect(value(text)).toBe(expected));

  it('has the wchar_t of the data model', () => expect(value("L'a'", 'ILP32')).toBe('long 97'));
});

describe('string literals', () => {
  const units = (...pieces: string[]): string => {
    const codes: string[] = [];
    const literal = parseString(pieces, 'LP64', (code, _, offset, piece) => codes.push(`${code}@${piece}:${offset}`));
    return literal === null ? codes.join() : `${formatType(literal.element)} ${literal.units.join()}`;
  };

  it('joins pieces and ends with a zero', () => {
    expect(units('"ab"', '"c"')).toBe('char 97,98,99,0');
    expect(units('"\\x1"', '"2"')).toBe('char 1,50,0');
    expect(units('""')).toBe('char 0');
  });

  it('takes the prefix of any piece', () => {
    expect(units('"a"', 'L"\u{1f600}"')).toBe('int 97,128512,0');
    expect(units('u"\u{1f600}"')).toBe('unsigned short 55357,56832,0');
    expect(units('u8"\\u00e9"')).toBe('char 195,169,0');
    expect(units('u"a"', '"x"', 'L"b"')).toBe('C1112@2:0');
  });

  it('keeps bytes that are not UTF-8', () => {
    const text = decodeSource(Buffer.from([0x22, 0xe9, 0xff, 0xc3, 0xa9, 0xed, 0xa0, 0x80, 0x22]));
    expect(units(text)).toBe('char 233,255,195,169,237,160,128,0');
    expect(units(`L${text}`)).toContain('C1113@0:2');
  });
});

for (const model of ['ILP32', 'LP64'] as const) {
  it.skipIf(!hasGcc(model))(`random integer constants have gcc's type and value for ${model}`, () => {
    const random = new Random(model === 'LP64' ? 5 : 6);
    const lines: string[] = [];
    for (let index = 0; index < 1000; index++) {
      const bits = random.below(64) + 1;
      let value = 0n;
      for (let bit = 0; bit < bits; bit++) value = 2n * value + BigInt(bit === 0 ? 1 : random.below(2));
      const digits = random.pick([
        `${value}`,
        `0x${value.toString(16)}`,
        `0${value.toString(8)}`,
        `0b${value.toString(2)}`,
      ]);
      const text = digits + random.pick(['', '', 'u', 'l', 'll', 'UL', 'Llu'.slice(1), 'LLU', 'uLL']);
      const { literal } = read(text, model);
      const type = formatType(literal!.type);
      lines.push(`_Static_assert(_Generic(${text}, ${type}: 1, default: 0), "${text} ${type}");`);
      if (literal!.kind === 'integer')
        lines.push(`_Static_assert(${text} == ${literal!.value}${literal!.value >> 63n ? 'ull' : ''}, "${text}");`);
    }
    expect(gccErrors(model, lines.join('\n'))).toEqual([]);
  });
}
