import { readFileSync } from 'node:fs';
import { LemmataError } from '../base/errors.ts';
import { readProblem } from '../base/files.ts';
import { ERROR_FUNCTIONS } from '../program/cfa/assertion-names.ts';
import { CHECK_KINDS, CHECKS, type CheckKind, checkFunction, checkOf } from '../program/cfa/checks/kinds.ts';

export { isCheck } from '../program/cfa/assertion-names.ts';

/** "No run from main calls one of `errorFunctions`." */
export interface Property {
  /**
   * `stated`: a property file names one function, which the program must have. `plain`: no assertion of
   * the program fails, and no run calls one of its error functions. `checks`: no operation of the program
   * fails one of the checks, each of which calls a hidden error function. `termination`: every run ends,
   * by a return from main, `exit`, `abort` or a failed assumption; there are no error functions.
   */
  readonly kind: 'stated' | 'plain' | 'checks' | 'termination';
  /**
   * Names of the error functions. A plain property has no assertion functions until the program is
   * known.
   */
  readonly errorFunctions: readonly string[];
  /** The property as SV-COMP writes it, one line for each function; used in witnesses. */
  readonly specification: string;
  /** File of the property; null if not given. */
  readonly file: string | null;
}

/**
 * Whether a property file asks what SV-COMP asks: its readings then hold, in which undefined behaviour goes
 * on. A file that names another function than its tasks do asks about a program as C defines it.
 */
export function isOfCompetition({ kind, errorFunctions, file }: Property): boolean {
  if (file === null) return false;
  return kind !== 'stated' || errorFunctions.every((name) => ERROR_FUNCTIONS.includes(name));
}

/** The unreachability property of one function, as SV-COMP writes it. */
export function unreachCall(errorFunction: string, file: string | null = null): Property {
  return { kind: 'stated', errorFunctions: [errorFunction], specification: specificationOf([errorFunction]), file };
}

/** The property that no operation of the program fails a check of these kinds. */
export function checksProperty(kinds: readonly CheckKind[], file: string | null = null): Property {
  const specification = kinds.map((kind) => `CHECK( init(main()), LTL(${formulaOf(kind)}) )`).join('\n');
  return { kind: 'checks', errorFunctions: kinds.map(checkFunction), specification, file };
}

/** The formula of SV-COMP's property, or one in its form for a kind that has none. */
export function formulaOf(kind: CheckKind): string {
  const { property } = CHECKS[kind];
  return property?.startsWith('valid-') === true ? `G ${property}` : `G ! ${kind}`;
}

/** The property that every run ends. */
export function terminationProperty(file: string | null = null): Property {
  return { kind: 'termination', errorFunctions: [], specification: 'CHECK( init(main()), LTL(F end) )', file };
}

/** The kinds of checks that a property is about; none if it is about calls. */
export function checksIn({ kind, errorFunctions }: Property): readonly CheckKind[] {
  return kind === 'checks' ? [...new Set(errorFunctions.flatMap((name) => checkOf(name) ?? []))] : [];
}

/** Returns the property of a program without a stated one. `further`: more functions that no run may call. */
export function plainProperty(further: readonly string[] = []): Property {
  const named = [...new Set([...ERROR_FUNCTIONS, ...further])];
  const shown = [...new Set(['reach_error', '__assert_fail', ...further])];
  return { kind: 'plain', errorFunctions: named, specification: specificationOf(shown), file: null };
}

/** Returns the plain property of a program with known error functions. */
export function plainPropertyOf(errorFunctions: readonly string[]): Property {
  return { kind: 'plain', errorFunctions, specification: specificationOf(errorFunctions), file: null };
}

function specificationOf(errorFunctions: readonly string[]): string {
  return errorFunctions.map((name) => `CHECK( init(main()), LTL(G ! call(${name}())) )`).join('\n');
}

/** Reads a `.prp` file. Throws LemmataError `E-INPUT`, located where the file can be read. */
export function readProperty(file: string): Property {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new LemmataError('E-INPUT', `cannot read the property file ${file}: ${readProblem(error)}`, null, {
      cause: error,
    });
  }
  return parseProperty(text, file);
}

/** The formulas that a file may join, one in each `CHECK`. */
const JOINED = CHECK_KINDS.filter((kind) => formulaOf(kind) === `G ${CHECKS[kind].property}`);

/**
 * Parses the text of an SV-COMP property file. It has one `CHECK( init(main()), LTL(G ! call(f())) )`
 * for any function name f, or `G ! overflow`, `G ! data-race`, `F end`, or any number of checks of the
 * form `G valid-deref`. Throws LemmataError `E-INPUT` with line and column.
 */
export function parseProperty(text: string, file: string): Property {
  const reader = new PropertyReader(text.replace(/^\uFEFF/, ' '), file);
  reader.space();
  if (reader.atEnd())
    throw reader.error('the property file is empty; expected CHECK( init(main()), LTL(G ! call(reach_error())) )');
  startOfCheck(reader);
  const formulaStart = reader.offset;
  if (reader.tryExpect('G', '!', 'overflow')) {
    reader.expect(')', ')');
    reader.end();
    return checksProperty(['overflow'], file);
  }
  if (reader.tryExpect('G', '!', 'data', '-', 'race')) {
    reader.expect(')', ')');
    reader.end();
    return checksProperty(['data-race'], file);
  }
  const first = joinedKind(reader);
  if (first !== null) return checksProperty(joinedKinds(reader, first), file);
  if (reader.tryExpect('F', 'end')) {
    reader.expect(')', ')');
    reader.end();
    return terminationProperty(file);
  }
  if (!reader.tryExpect('G', '!', 'call', '('))
    throw reader.error(`only properties of the forms ${FORMS} are supported`, formulaStart);
  const errorFunction = reader.name('the name of a function');
  reader.expect('(', ')', ')', ')', ')');
  reader.end();
  return unreachCall(errorFunction, file);
}

const FORMS = ['G ! call(f())', 'G ! overflow', 'G ! data-race', 'F end', ...JOINED.map(formulaOf)].join(', ');

/** Reads a `CHECK` up to its formula. */
function startOfCheck(reader: PropertyReader): void {
  reader.expect('CHECK', '(', 'init', '(');
  const entryStart = reader.offset;
  const entry = reader.name('the name of the function where the program starts');
  if (entry !== 'main') throw reader.error(`the program must start in main, not in ${entry}`, entryStart);
  reader.expect('(', ')', ')', ',', 'LTL', '(');
}

function joinedKind(reader: PropertyReader): CheckKind | null {
  return JOINED.find((kind) => reader.tryExpect('G', ...`${CHECKS[kind].property}`.split(/(-)/))) ?? null;
}

/** Reads the rest of the file behind the first formula. Each kind counts once. */
function joinedKinds(reader: PropertyReader, first: CheckKind): readonly CheckKind[] {
  const kinds = new Set([first]);
  for (;;) {
    reader.expect(')', ')');
    if (reader.atEnd()) return [...kinds];
    startOfCheck(reader);
    const start = reader.offset;
    const kind = joinedKind(reader);
    if (kind === null)
      throw reader.error(`one file joins no properties but ${JOINED.map(formulaOf).join(', ')}`, start);
    kinds.add(kind);
  }
}

/** A cursor over the text; every successful step skips the following white space. */
class PropertyReader {
  offset = 0;
  constructor(
    private readonly text: string,
    private readonly file: string,
  ) {}

  atEnd(): boolean {
    return this.offset >= this.text.length;
  }

  space(): void {
    while (/\s/.test(this.text.charAt(this.offset))) this.offset++;
  }

  /** Reads the given words and signs one after the other. */
  expect(...tokens: readonly string[]): void {
    for (const token of tokens) {
      if (!this.#take(token)) throw this.error(`expected ${token}`);
    }
  }

  /** Like `expect`, but stays in place and returns false if they do not follow. */
  tryExpect(...tokens: readonly string[]): boolean {
    const start = this.offset;
    if (tokens.every((token) => this.#take(token))) return true;
    this.offset = start;
    return false;
  }

  name(what: string): string {
    const match = /^[A-Za-z_$][A-Za-z0-9_$]*/.exec(this.text.slice(this.offset, this.offset + 4096));
    if (match === null) throw this.error(`expected ${what}`);
    this.offset += match[0].length;
    this.space();
    return match[0];
  }

  end(): void {
    if (!this.atEnd()) throw this.error('expected the end of the file: one property is checked at a time');
  }

  #take(token: string): boolean {
    if (!this.text.startsWith(token, this.offset)) return false;
    const behind = this.text.charAt(this.offset + token.length);
    if (/\w$/.test(token) && /\w/.test(behind)) return false;
    this.offset += token.length;
    this.space();
    return true;
  }

  error(message: string, offset = this.offset): LemmataError {
    const before = this.text.slice(0, offset).split('\n');
    const at = { file: this.file, line: before.length, column: (before.at(-1) ?? '').length + 1 };
    return new LemmataError('E-INPUT', message, at);
  }
}
