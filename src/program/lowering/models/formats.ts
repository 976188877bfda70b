import type { DataModel } from '../../../c/types/types.ts';
import type { ModelText } from './texts.ts';

/** A conversion of a format, or literal text. */
export type Directive =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'space' }
  | {
      readonly kind: 'conversion';
      readonly flags: string;
      readonly width: number | null;
      /** The precision; `given` if an argument has it. */
      readonly precision: number | 'given' | null;
      readonly length: string;
      readonly conversion: string;
    };

/** Limit of fields and precisions in models. */
const MAX_FIELD = 64;
/** Limit of the characters of a format with a model. */
const MAX_FORMAT = 256;

export const PRINTED = /^%([-+ 0#]*)(\d+)?(?:\.(\d+|\*))?(hh|h|ll|l|j|z|t)?([diuxXosc%])/;
export const SCANNED = /^%(\*)?(\d+)?()(hh|h|ll|l|j|z|t|L)?([diuxXosc%naAeEfFgG]|\[\^?\]?[^\]]*\])/;

/** Returns the directives of a format; null if one of them has no model. */
export function parseFormat(format: string, pattern: RegExp): readonly Directive[] | null {
  if (format.length > MAX_FORMAT) return null;
  const result: Directive[] = [];
  for (let at = 0; at < format.length; ) {
    const rest = format.slice(at);
    const blank = pattern === SCANNED ? (/^[ \t\n\v\f\r]+/.exec(rest)?.[0].length ?? 0) : 0;
    if (blank > 0) {
      result.push({ kind: 'space' });
      at += blank;
      continue;
    }
    const text = (pattern === SCANNED ? /^[^% \t\n\v\f\r]+/ : /^[^%]+/).exec(rest)?.[0];
    if (text !== undefined) {
      result.push({ kind: 'text', text });
      at += text.length;
      continue;
    }
    const match = pattern.exec(rest);
    if (match === null) return null;
    const number = (digits: string | undefined): number | null =>
      digits === undefined || digits === '' ? null : Number(digits);
    const [whole, flags = '', width, precision, length = '', conversion = ''] = match;
    const given = precision === '*' ? ('given' as const) : number(precision);
    const directive = { flags, width: number(width), precision: given, length, conversion };
    if ((directive.width ?? 0) > MAX_FIELD || Number(given) > MAX_FIELD) return null;
    if ((given === 'given' && conversion !== 's') || (flags.includes('#') && !/[oxX]/.test(conversion))) return null;
    result.push({ kind: 'conversion', ...directive });
    at += whole.length;
  }
  return result;
}

const PROTOTYPES = `size_t strlen(const byte *);
size_t strnlen(const byte *, size_t);
void *memcpy(void *, const void *, size_t);`;

export type Conversion = Directive & { readonly kind: 'conversion' };

/** Returns the bits of an integer with that length modifier, and its C types. */
export function integerOf(
  length: string,
  model: DataModel,
): { readonly bits: number; readonly signed: string; readonly unsigned: string } {
  const long = model === 'LP64' ? 64 : 32;
  switch (length) {
    case 'hh':
      return { bits: 8, signed: 'signed char', unsigned: 'unsigned char' };
    case 'h':
      return { bits: 16, signed: 'short', unsigned: 'unsigned short' };
    case 'l':
    case 'z':
    case 't':
      return { bits: long, signed: 'long', unsigned: 'unsigned long' };
    case 'll':
    case 'j':
      return { bits: 64, signed: 'long long', unsigned: 'unsigned long long' };
    default:
      return { bits: 32, signed: 'int', unsigned: 'unsigned int' };
  }
}

/**
 * Returns the model of `sprintf`, or of `snprintf` (`limited`), with that format; null for formats
 * without a model.
 */
export function printingModel(format: string, limited: boolean, model: DataModel): ModelText | null {
  const directives = parseFormat(format, PRINTED);
  if (directives === null) return null;
  const parameters: string[] = [];
  const lines: string[] = [];
  const put = (position: string, value: string): string =>
    limited ? `if (${position} < most) to[${position}] = ${value};` : `to[${position}] = ${value};`;
  const repeat = (count: string, most: number, character: string): void => {
    for (let k = 0; k < most; k++) lines.push(`if (${k} < ${count}) { ${put(`n + ${k}`, character)} }`);
    lines.push(`n += ${count};`);
  };
  const one = (character: string): void => {
    lines.push(put('n', character), 'n++;');
  };
  directives.forEach((directive, i) => {
    if (directive.kind === 'space') return;
    if (directive.kind === 'text') {
      for (const character of directive.text) one(String(character.charCodeAt(0)));
      return;
    }
    const { conversion, flags, width } = directive;
    if (conversion === '%') {
      one('37');
      return;
    }
    const left = flags.includes('-');
    const pad = `p${i}`;
    const before = (): void => (left || width === null ? undefined : repeat(pad, width, "' '"));
    const after = (): void => (left && width !== null ? repeat(pad, width, "' '") : undefined);
    const missing = (used: string): string =>
      `size_t ${pad} = ${width === null ? '0' : `${used} < ${width} ? ${width} - (${used}) : 0`};`;
    if (conversion === 'c') {
      parameters.push(`int a${i}`);
      lines.push(missing('1'));
      before();
      one(`(byte)a${i}`);
      after();
      return;
    }
    if (conversion === 's') {
      const { precision } = directive;
      if (precision === 'given') parameters.push(`int m${i}`);
      parameters.push(`byte *a${i}`);
      const length = `l${i}`;
      const limit = precision === 'given' ? `m${i} < 0 ? -1 : m${i}` : precision;
      lines.push(`size_t ${length} = ${limit === null ? `strlen(a${i})` : `strnlen(a${i}, ${limit})`};`);
      lines.push(missing(length));
      before();
      const room = `n >= most ? 0 : ${length} < most - n ? ${length} : most - n`;
      lines.push(`memcpy(to + n, a${i}, ${limited ? room : length});`, `n += ${length};`);
      after();
      return;
    }
    printInteger(directive, i, model, { parameters, lines, put, repeat, before, after, pad });
  });
  const end = limited ? 'if (size != 0) to[n < most ? n : most] = 0;' : 'to[n] = 0;';
  const given = ['byte *to', ...(limited ? ['size_t size'] : []), 'byte *format', ...parameters].join(', ');
  const text = `int ${limited ? 'snprintf' : 'sprintf'}(${given}) {
  ${limited ? 'size_t most = size == 0 ? 0 : size - 1;' : ''}
  size_t n = 0;
  ${lines.join('\n  ')}
  ${end}
  return n;
}`;
  return { text, elements: null, prototypes: PROTOTYPES };
}

interface Printing {
  readonly parameters: string[];
  readonly lines: string[];
  readonly put: (position: string, value: string) => string;
  readonly repeat: (count: string, most: number, character: string) => void;
  readonly before: () => void;
  readonly after: () => void;
  readonly pad: string;
}

/** Prints all digits at once, without a loop: the last of d digits is at d - 1. */
function printInteger(
  { conversion, flags, width, precision, length }: Conversion,
  i: number,
  model: DataModel,
  out: Printing,
): void {
  const { parameters, lines, put, repeat, before, after, pad } = out;
  const { bits, signed, unsigned } = integerOf(length, model);
  const isSigned = conversion === 'd' || conversion === 'i';
  const [value, digits, zeros, sign] = [`v${i}`, `d${i}`, `z${i}`, `s${i}`];
  const type = bits > 32 ? 'unsigned long long' : 'unsigned int';
  parameters.push(
    `${bits > 32 ? (isSigned ? 'long long' : 'unsigned long long') : bits < 32 ? 'int' : isSigned ? signed : unsigned} a${i}`,
  );
  const cast = isSigned ? signed : unsigned;
  const plus = isSigned && flags.includes('+') ? 43 : isSigned && flags.includes(' ') ? 32 : 0;
  lines.push(`${cast} x${i} = (${cast})a${i};`);
  lines.push(`${type} ${value} = ${isSigned ? `x${i} < 0 ? -(${type})x${i} : (${type})x${i}` : `x${i}`};`);
  lines.push(`int ${sign} = ${isSigned ? `x${i} < 0 ? 45 : ${plus}` : 0};`);
  const base = conversion === 'o' ? 8n : conversion === 'x' || conversion === 'X' ? 16n : 10n;
  const powers: bigint[] = [];
  for (let power = 1n; power < 1n << BigInt(bits); power *= base) powers.push(power);
  const count = powers.slice(1).map((power, k) => `${value} < ${power}ULL ? ${k + 1} : `);
  lines.push(`size_t ${digits} = ${count.join('')}${powers.length};`);
  const least = precision === null || precision === 'given' ? 1 : precision;
  lines.push(`size_t ${zeros} = ${digits} < ${least} ? ${least} - ${digits} : 0;`);
  if (precision === 0) lines.push(`if (${value} == 0) ${digits} = 0;`);
  const marked = flags.includes('#');
  if (marked && base === 8n) lines.push(`if (${zeros} == 0 && (${digits} == 0 || ${value} != 0)) ${zeros} = 1;`);
  const prefix = marked && base === 16n ? `(${value} != 0 ? 2 : 0)` : `(${sign} != 0)`;
  const used = `${digits} + ${zeros} + ${prefix}`;
  lines.push(`size_t ${pad} = ${width === null ? '0' : `${used} < ${width} ? ${width} - (${used}) : 0`};`);
  const filled = flags.includes('0') && !flags.includes('-') && precision === null && width !== null;
  if (filled) lines.push(`${zeros} += ${pad}; ${pad} = 0;`);
  before();
  if (isSigned) lines.push(`if (${sign} != 0) { ${put('n', `(byte)${sign}`)} n++; }`);
  if (marked && base === 16n)
    lines.push(`if (${value} != 0) { ${put('n', "'0'")} n++; ${put('n', `'${conversion}'`)} n++; }`);
  const most = Math.max(filled ? width : 0, least - 1, marked && base === 8n ? 1 : 0);
  if (most > 0) repeat(zeros, most, "'0'");
  const ten = conversion === 'X' ? 55 : 87;
  powers.forEach((power, k) => {
    const digit = `(byte)(${value} / ${power}${bits > 32 ? 'ULL' : 'U'} % ${base})`;
    const character = base === 16n ? `${digit} < 10 ? 48 + ${digit} : ${ten} + ${digit}` : `48 + ${digit}`;
    lines.push(`if (${digits} > ${k}) { ${put(`n + ${digits} - ${k + 1}`, character)} }`);
  });
  lines.push(`n += ${digits};`);
  after();
}
