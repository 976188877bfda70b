import type { DataModel } from '../../c/types.ts';
import type { ModelText } from './texts.ts';

/** A conversion of a format, or text to be taken as it is. */
type Directive =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'space' }
  | {
      readonly kind: 'conversion';
      readonly flags: string;
      readonly width: number | null;
      readonly precision: number | null;
      readonly length: string;
      readonly conversion: string;
    };

/** Fields and precisions beyond this are not written out. */
const MAX_FIELD = 64;
/** Nor are formats of more characters. */
const MAX_FORMAT = 256;

const PRINTED = /^%([-+ 0]*)(\d+)?(?:\.(\d+))?(hh|h|ll|l|j|z|t)?([diuxXosc%])/;
const SCANNED = /^%(\*)?(\d+)?()(hh|h|ll|l|j|z|t)?([diuxXosc%n]|\[\^?\]?[^\]]*\])/;

/** The directives of a format; null if there is one among them without a model. */
function parse(format: string, pattern: RegExp): readonly Directive[] | null {
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
    const number = (digits: string | undefined): number | null => (digits === undefined || digits === '' ? null : Number(digits));
    const [whole, flags = '', width, precision, length = '', conversion = ''] = match;
    const directive = { flags, width: number(width), precision: number(precision), length, conversion };
    if ((directive.width ?? 0) > MAX_FIELD || (directive.precision ?? 0) > MAX_FIELD) return null;
    result.push({ kind: 'conversion', ...directive });
    at += whole.length;
  }
  return result;
}

const PROTOTYPES = `size_t strlen(const byte *);
size_t strnlen(const byte *, size_t);
void *memcpy(void *, const void *, size_t);`;

type Conversion = Directive & { readonly kind: 'conversion' };

/** Bits of an integer with that length modifier, and its C types. */
function integerOf(
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

/** `sprintf` and `snprintf` (`limited`) with that format; null for formats without a model. */
export function printingModel(format: string, limited: boolean, model: DataModel): ModelText | null {
  const directives = parse(format, PRINTED);
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
      parameters.push(`byte *a${i}`);
      const length = `l${i}`;
      lines.push(
        `size_t ${length} = ${directive.precision === null ? `strlen(a${i})` : `strnlen(a${i}, ${directive.precision})`};`,
      );
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

/** All digits at once, without a loop: the last of d digits is at d - 1. */
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
  const least = precision ?? 1;
  lines.push(`size_t ${zeros} = ${digits} < ${least} ? ${least} - ${digits} : 0;`);
  if (precision === 0) lines.push(`if (${value} == 0) ${digits} = 0;`);
  const used = `${digits} + ${zeros} + (${sign} != 0)`;
  lines.push(`size_t ${pad} = ${width === null ? '0' : `${used} < ${width} ? ${width} - (${used}) : 0`};`);
  const filled = flags.includes('0') && !flags.includes('-') && precision === null && width !== null;
  if (filled) lines.push(`${zeros} += ${pad}; ${pad} = 0;`);
  before();
  if (isSigned) lines.push(`if (${sign} != 0) { ${put('n', `(byte)${sign}`)} n++; }`);
  const most = Math.max(filled ? width : 0, least - 1);
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

/** `sscanf` with that format; null for formats without a model. */
export function scanningModel(name: string, format: string, model: DataModel): ModelText | null {
  const directives = parse(format, SCANNED);
  if (directives === null) return null;
  const parameters: string[] = [];
  const lines: string[] = [];
  const skip = "while (*at == ' ' || (*at >= 9 && *at <= 13)) at++;";
  const ended = 'if (*at == 0) return any ? count : -1;';
  for (const [i, directive] of directives.entries()) {
    if (directive.kind === 'space') {
      lines.push(skip);
      continue;
    }
    if (directive.kind === 'text') {
      for (const character of directive.text) lines.push(`${ended} if (*at != ${character.charCodeAt(0)}) return count;`, 'at++;');
      continue;
    }
    const { conversion, flags, width, length } = directive;
    const stored = flags !== '*';
    const target = `a${i}`;
    switch (conversion[0]) {
      case '%':
        lines.push(skip, `${ended} if (*at != 37) return count;`, 'at++;');
        break;
      case 'n': {
        const { signed } = integerOf(length, model);
        if (!stored) return null;
        parameters.push(`${signed} *${target}`);
        lines.push(`*${target} = (${signed})(at - s);`);
        break;
      }
      case 'c':
        if (length !== '' || width === 0) return null;
        if (stored) parameters.push(`byte *${target}`);
        lines.push(ended);
        for (let k = 1; k < (width ?? 1); k++) lines.push(`if (at[${k}] == 0) return count;`);
        for (let k = 0; k < (width ?? 1); k++) if (stored) lines.push(`${target}[${k}] = at[${k}];`);
        lines.push(`at += ${width ?? 1}; any = 1;`, stored ? 'count++;' : '');
        break;
      case 's':
      case '[': {
        if (length !== '' || width === 0) return null;
        const member = conversion === 's' ? "c != ' ' && (c < 9 || c > 13)" : memberTest(conversion);
        if (stored) parameters.push(`byte *${target}`);
        if (conversion === 's') lines.push(skip);
        lines.push(ended);
        lines.push(`size_t n${i} = 0;
  for (;;) {
    byte c = at[n${i}];
    if (c == 0 ${width === null ? '' : `|| n${i} == ${width} `}|| !(${member})) break;
    ${stored ? `${target}[n${i}] = c;` : ''}
    n${i}++;
  }`);
        if (conversion !== 's') lines.push(`if (n${i} == 0) return count;`);
        if (stored) lines.push(`${target}[n${i}] = 0; count++;`);
        lines.push(`at += n${i}; any = 1;`);
        break;
      }
      default:
        if (width === 0) return null;
        lines.push(skip, ended);
        scanInteger(directive, i, model, { parameters, lines, stored });
    }
  }
  const text = `int ${name}(${['byte *s', 'byte *format', ...parameters].join(', ')}) {
  byte *at = s;
  int count = 0, any = 0;
  ${lines.join('\n  ')}
  return count;
}`;
  return { text, elements: null };
}

/** Whether the character `c` is one of `[...]`. */
function memberTest(set: string): string {
  const inverted = set.startsWith('[^');
  const body = set.slice(inverted ? 2 : 1, -1);
  const tests: string[] = [];
  for (let k = 0; k < body.length; k++) {
    const first = body.charCodeAt(k);
    if (body[k + 1] === '-' && k + 2 < body.length) {
      tests.push(`(c >= ${first} && c <= ${body.charCodeAt(k + 2)})`);
      k += 2;
    } else tests.push(`c == ${first}`);
  }
  return `${inverted ? '!' : ''}(${tests.join(' || ')})`;
}

interface Scanning {
  readonly parameters: string[];
  readonly lines: string[];
  readonly stored: boolean;
}

/** Numbers that the type cannot hold are undefined (C11 7.21.6.2p10): any value. */
function scanInteger(
  { conversion, width, length }: Conversion,
  i: number,
  model: DataModel,
  { parameters, lines, stored }: Scanning,
): void {
  const { bits, signed, unsigned } = integerOf(length, model);
  const isSigned = conversion === 'd' || conversion === 'i';
  const type = bits > 32 ? 'unsigned long long' : 'unsigned int';
  const largest = (1n << BigInt(bits > 32 ? 64 : 32)) - 1n;
  const base = { i: 0n, o: 8n, x: 16n, X: 16n }[conversion] ?? 10n;
  const target = isSigned ? signed : unsigned;
  const radix = base === 0n ? `b${i}` : `${base}`;
  const over = (b: bigint): string => `v${i} > (${largest}ULL - d) / ${b}`;
  const most = isSigned
    ? `(n${i} ? ${1n << BigInt(bits - 1)}ULL : ${(1n << BigInt(bits - 1)) - 1n}ULL)`
    : `${(1n << BigInt(bits)) - 1n}ULL`;
  if (stored) parameters.push(`${target} *a${i}`);
  const room = (characters: number): string => (width === null ? '' : ` && w${i} >= ${characters}`);
  const use = (characters: number): string => `at += ${characters};${width === null ? '' : ` w${i} -= ${characters};`}`;
  lines.push(`${width === null ? '' : `size_t w${i} = ${width};`}
  int n${i} = *at == '-', o${i} = 0, k${i} = 0;
  ${type} v${i} = 0;
  if (*at == '-' || *at == '+') { ${use(1)} }`);
  const hexadecimal = `at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && digit(at[2]) < 16${room(3)}`;
  if (base === 0n) lines.push(`int b${i} = *at == '0'${room(1)} ? 8 : 10;`);
  if (base === 0n) lines.push(`if (${hexadecimal}) { ${use(2)} b${i} = 16; }`);
  if (base === 16n) lines.push(`if (${hexadecimal}) { ${use(2)} }`);
  const tests = base === 0n ? [8n, 10n, 16n].map((b) => `(b${i} == ${b} && ${over(b)})`).join(' || ') : over(base);
  lines.push(`for (;;) {
    int d = digit(*at);
    if (d >= ${radix}${width === null ? '' : ` || w${i} == 0`}) break;
    if (${tests}) o${i} = 1;
    v${i} = v${i} * ${radix} + d;
    k${i} = 1;
    ${use(1)}
  }
  if (!k${i}) return count;
  if (v${i} > ${most}) o${i} = 1;
  any = 1;`);
  if (!stored) return;
  const any = bits > 32 ? '((unsigned long long)__any() << 32) + (unsigned int)__any()' : '__any()';
  lines.push(`if (o${i}) *a${i} = (${target})(${any}); else *a${i} = (${target})(n${i} ? -v${i} : v${i});`, 'count++;');
}
