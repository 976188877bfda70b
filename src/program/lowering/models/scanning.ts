import type { DataModel } from '../../../c/types/types.ts';
import { type Conversion, type Directive, integerOf, parseFormat, SCANNED } from './formats.ts';
import { type FloatFormat, floatOf, floatValue, type NumberSource, readFloat } from './scanned-floats.ts';
import type { ModelText } from './texts.ts';

/** Pieces of C that read the characters of a `scanf` function. */
interface CharacterSource {
  readonly parameters: readonly string[];
  readonly declarations: string;
  /** Functions that the declarations call. */
  readonly prototypes?: string;
  /** Reads the next character without consuming it. */
  readonly load: string;
  /** The loaded character as an expression. */
  readonly character: string;
  /** Condition under which `load` found the end. */
  readonly ended: string;
  /** Gives the loaded character back. */
  readonly keep: string;
  /** Consumes the loaded character. */
  readonly use: string;
  /** Number of consumed characters. */
  readonly position: string;
}

const TEXT: CharacterSource = {
  parameters: ['byte *s', 'byte *format'],
  declarations: 'byte *at = s;',
  load: '',
  character: '*at',
  ended: '*at == 0',
  keep: '',
  use: 'at++;',
  position: 'at - s',
};

const WHOLE_TEXT: CharacterSource = {
  ...TEXT,
  prototypes: 'size_t strlen(const byte *);',
  declarations: 'byte *at = s; strlen(s);',
};

/** Reads from a stream by the functions `next` and `unread` of the model's prelude. */
function streamSource(parameters: readonly string[], counts: boolean): CharacterSource {
  return {
    parameters,
    declarations: `int c;${counts ? ' int used = 0;' : ''}`,
    load: 'c = next();',
    character: 'c',
    ended: 'c < 0',
    keep: 'unread(c);',
    use: counts ? 'used++;' : '',
    position: 'used',
  };
}

/** Functions that read the standard input by a format: their first parameters. */
const STREAM_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  scanf: ['byte *format'],
  vscanf: ['byte *format'],
  fscanf: ['void *stream', 'byte *format'],
  vfscanf: ['void *stream', 'byte *format'],
};

/**
 * Returns the name of C's function behind a name that headers of glibc redirect to, such as
 * `__isoc99_scanf`.
 */
export function scanFunction(name: string): string {
  return name.replace(/^__isoc(99|23)_/, '');
}

/**
 * Writes the model of `sscanf`, `scanf` or `fscanf`, or of one with a `va_list`, with one format. The
 * result is null for formats without a model. Where glibc differs from the C standard, the model
 * allows both. `readsAll`: a text is read to its end first, as glibc does.
 */
export function scanningModel(
  name: string,
  format: string,
  model: DataModel,
  { readsAll = false } = {},
): ModelText | null {
  const directives = parseFormat(format, SCANNED);
  if (directives === null) return null;
  // C23 adds binary numbers to `%i`.
  if (name.startsWith('__isoc23_') && directives.some((d) => d.kind === 'conversion' && d.conversion === 'i'))
    return null;
  const parameters = STREAM_PARAMETERS[scanFunction(name)];
  const counts = directives.some((d) => d.kind === 'conversion' && d.conversion === 'n');
  const text = readsAll ? WHOLE_TEXT : TEXT;
  return new Scanner(parameters === undefined ? text : streamSource(parameters, counts), model).model(name, directives);
}

class Scanner {
  readonly #targets: { readonly type: string; readonly name: string }[] = [];
  readonly #lines: string[] = [];
  /** Whether a character is loaded that has not been consumed. */
  #loaded = false;
  #stored = 0;
  /** Whether a conversion without a target succeeded. */
  #suppressed = false;

  constructor(
    private readonly source: CharacterSource,
    private readonly dataModel: DataModel,
  ) {}

  model(name: string, directives: readonly Directive[]): ModelText | null {
    for (const [i, directive] of directives.entries()) {
      if (directive.kind === 'space') this.#skip();
      else if (directive.kind === 'text')
        for (const character of directive.text) this.#literal(character.charCodeAt(0));
      else if (!this.#conversion(directive, i)) return null;
    }
    const fromList = scanFunction(name).startsWith('v');
    const own = this.#targets.map((target) => `${target.type} *${target.name}`);
    const parameters = fromList ? ['__builtin_va_list list'] : own;
    const taken = this.#targets.map((target, k) => `${own[k]} = __builtin_va_arg(list, ${target.type} *);`);
    const text = `int ${name}(${[...this.source.parameters, ...parameters].join(', ')}) {
  ${this.source.declarations}
  ${fromList ? taken.join('\n  ') : ''}
  ${this.#lines.join('\n  ')}
  ${this.#kept()}
  return ${this.#stored};
}`;
    const { prototypes } = this.source;
    return { text, elements: null, ...(prototypes === undefined ? {} : { prototypes }) };
  }

  #conversion(directive: Conversion, i: number): boolean {
    const { conversion, flags, width, length } = directive;
    const stored = flags !== '*';
    if (width === 0) return false;
    switch (conversion[0]) {
      case '%':
        this.#skip();
        this.#literal(37);
        return true;
      case 'n': {
        if (!stored) return false;
        const { signed } = integerOf(length, this.dataModel);
        this.#targets.push({ type: signed, name: `a${i}` });
        this.#lines.push(`*a${i} = (${signed})(${this.source.position});`);
        return true;
      }
      case 'c':
        if (length !== '') return false;
        this.#characters(i, width ?? 1, stored);
        break;
      case 's':
      case '[':
        if (length !== '') return false;
        this.#word(conversion, i, width, stored);
        break;
      case 'd':
      case 'i':
      case 'u':
      case 'o':
      case 'x':
      case 'X':
        if (length === 'L') return false;
        this.#integer(directive, i, stored);
        break;
      default: {
        const format = floatOf(length);
        if (format === null) return false;
        this.#float(format, i, width, stored);
      }
    }
    if (stored) this.#stored++;
    else this.#suppressed = true;
    return true;
  }

  #load(): void {
    if (!this.#loaded) this.#lines.push(this.source.load);
    this.#loaded = true;
  }

  /** Gives back the loaded character, if any. */
  #kept(): string {
    return this.#loaded ? this.source.keep : '';
  }

  /**
   * Ends the call at the end of the input. C counts suppressed conversions as successes, and glibc does
   * not.
   */
  #requireCharacter(): void {
    const result = this.#stored > 0 ? `${this.#stored}` : this.#suppressed ? '__any() ? -1 : 0' : '-1';
    this.#load();
    this.#lines.push(`if (${this.source.ended}) return ${result};`);
  }

  #mismatch(condition: string): void {
    this.#lines.push(`if (${condition}) { ${this.source.keep} return ${this.#stored}; }`);
  }

  #skip(): void {
    const { load, character: c, use } = this.source;
    this.#load();
    this.#lines.push(`while (${c} == ' ' || (${c} >= 9 && ${c} <= 13)) { ${use} ${load} }`);
  }

  #literal(code: number): void {
    this.#requireCharacter();
    this.#mismatch(`${this.source.character} != ${code}`);
    this.#lines.push(this.source.use);
    this.#loaded = false;
  }

  #characters(i: number, count: number, stored: boolean): void {
    const { load, ended, character, use } = this.source;
    if (stored) this.#targets.push({ type: 'char', name: `a${i}` });
    const take = (k: number): string => `${stored ? `a${i}[${k}] = ${character};` : ''} ${use}`;
    this.#requireCharacter();
    this.#lines.push(take(0));
    if (count > 1) this.#lines.push(`int e${i} = 0;`);
    for (let k = 1; k < count; k++) {
      // glibc accepts fewer characters than the width at the end of the input. C does not.
      const few = `{ e${i} = 1; if (__any()) return ${this.#stored}; }`;
      this.#lines.push(`if (!e${i}) { ${load} if (${ended}) ${few} else { ${take(k)} } }`);
    }
    this.#loaded = false;
  }

  #word(conversion: string, i: number, width: number | null, stored: boolean): void {
    const { load, ended, character: c, keep, use } = this.source;
    if (stored) this.#targets.push({ type: 'char', name: `a${i}` });
    const member = conversion === 's' ? `${c} != ' ' && (${c} < 9 || ${c} > 13)` : memberTest(conversion, c);
    if (conversion === 's') this.#skip();
    this.#requireCharacter();
    if (conversion !== 's') this.#mismatch(`!(${member})`);
    const limited = width !== null;
    this.#lines.push(`size_t n${i} = 0;
  for (;;) {
    ${stored ? `a${i}[n${i}] = ${c};` : ''}
    n${i}++;
    ${use}
    ${limited ? `if (n${i} == ${width}) break;` : ''}
    ${load}
    if (${ended} || !(${member})) { ${limited ? keep : ''} break; }
  }`);
    this.#loaded = !limited;
    if (stored) this.#lines.push(`a${i}[n${i}] = 0;`);
  }

  #float(format: FloatFormat, i: number, width: number | null, stored: boolean): void {
    const { load, character, keep, use } = this.source;
    this.#skip();
    this.#requireCharacter();
    if (width !== null) this.#lines.push(`size_t w${i} = ${width};`);
    const number: NumberSource = {
      i,
      character,
      step: `${use}${width === null ? '' : ` w${i}--;`} ${load}`,
      left: width === null ? '' : `w${i} != 0 && `,
      keep,
      stored: this.#stored,
    };
    this.#lines.push(readFloat(number, format));
    if (!stored) return;
    this.#targets.push({ type: format.type, name: `a${i}` });
    this.#lines.push(floatValue(number, format), `*a${i} = r${i};`);
  }

  /**
   * Reads an integer. A number that the type cannot hold is undefined (C11 7.21.6.2p10), so it gives any
   * value.
   */
  #integer({ conversion, width, length }: Conversion, i: number, stored: boolean): void {
    const { load, character: c } = this.source;
    const { bits, signed, unsigned } = integerOf(length, this.dataModel);
    const isSigned = conversion === 'd' || conversion === 'i';
    const type = bits > 32 ? 'unsigned long long' : 'unsigned int';
    const largest = (1n << BigInt(bits > 32 ? 64 : 32)) - 1n;
    const base = { i: 0n, o: 8n, x: 16n, X: 16n }[conversion] ?? 10n;
    const radix = base === 0n ? `b${i}` : `${base}`;
    const left = width === null ? '' : `w${i} != 0 && `;
    const step = `${this.source.use}${width === null ? '' : ` w${i}--;`} ${load}`;
    this.#skip();
    this.#requireCharacter();
    this.#lines.push(`${width === null ? '' : `size_t w${i} = ${width};`}
  int n${i} = ${c} == '-', o${i} = 0, k${i} = 0${base === 0n ? `, b${i} = 10` : ''};
  ${type} v${i} = 0;
  if (${c} == '-' || ${c} == '+') { ${step} }`);
    const prefixed = base === 0n || base === 16n;
    if (prefixed) {
      this.#lines.push(`int p${i} = 0;
  if (${left}${c} == '0') {
    k${i} = 1;
    ${step}
    if (${left}(${c} == 'x' || ${c} == 'X')) { p${i} = 1; ${base === 0n ? `b${i} = 16;` : ''} ${step} }
    ${base === 0n ? `else b${i} = 8;` : ''}
  }`);
    }
    const over = (b: bigint): string => `v${i} > (${largest}ULL - d) / ${b}`;
    const tests = base === 0n ? [8n, 10n, 16n].map((b) => `(b${i} == ${b} && ${over(b)})`).join(' || ') : over(base);
    this.#lines.push(`for (;;) {
    int d = digit(${c});
    if (${width === null ? '' : `w${i} == 0 || `}d >= ${radix}) break;
    if (${tests}) o${i} = 1;
    v${i} = v${i} * ${radix} + d;
    k${i} = 1;
    ${prefixed ? `p${i} = 0;` : ''}
    ${step}
  }`);
    this.#mismatch(`!k${i}`);
    // glibc reads `0x` without digits as zero, where C has no number.
    if (prefixed) this.#mismatch(`p${i} && __any()`);
    if (!stored) return;
    const target = isSigned ? signed : unsigned;
    const most = isSigned
      ? `(n${i} ? ${1n << BigInt(bits - 1)}ULL : ${(1n << BigInt(bits - 1)) - 1n}ULL)`
      : `${(1n << BigInt(bits)) - 1n}ULL`;
    const any = bits > 32 ? '((unsigned long long)__any() << 32) + (unsigned int)__any()' : '__any()';
    this.#targets.push({ type: target, name: `a${i}` });
    this.#lines.push(`if (v${i} > ${most}) o${i} = 1;`);
    this.#lines.push(`if (o${i}) *a${i} = (${target})(${any}); else *a${i} = (${target})(n${i} ? -v${i} : v${i});`);
  }
}

/** Returns the condition under which the character is one of `[...]`. */
function memberTest(set: string, character: string): string {
  const inverted = set.startsWith('[^');
  const body = set.slice(inverted ? 2 : 1, -1);
  const tests: string[] = [];
  for (let k = 0; k < body.length; k++) {
    const first = body.charCodeAt(k);
    if (body[k + 1] === '-' && k + 2 < body.length) {
      tests.push(`(${character} >= ${first} && ${character} <= ${body.charCodeAt(k + 2)})`);
      k += 2;
    } else tests.push(`${character} == ${first}`);
  }
  return `${inverted ? '!' : ''}(${tests.join(' || ')})`;
}
