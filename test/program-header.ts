import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseProgram } from '../src/c/index.ts';
import type { DataModel } from '../src/c/types/types.ts';
import type { Program } from '../src/program/cfa/automaton.ts';
import { DEFAULT_ENTRY_SIZE, type Entry } from '../src/program/cfa/entry-options.ts';
import type { Externals } from '../src/program/cfa/externals.ts';
import type { Surroundings } from '../src/program/cfa/surroundings.ts';
import { buildProgram } from '../src/program/passes.ts';

/**
 * The lines `// key: value` of a test program: `// verdict: TRUE|FALSE|UNKNOWN`, `// reason: ...`,
 * `// data-model: ILP32`, `// byte-order: big`, `// malloc: may fail`, `// externals: pure`, `// entry: f`, `// checks:
 * overflow, shift` for the property that no such check fails, `// order: open` without a property of SV-COMP,
 * what {@link surroundingsOf} reads, `// why-wrong: reason` of {@link testPrograms}, `// property: unreach-call` as under
 * the property file, `// question: termination`, and `// no-run: why` where the interpreter cannot begin the program.
 */
export function header(text: string): ReadonlyMap<string, string> {
  return new Map([...text.matchAll(/^\/\/ ([a-z-]+): (.*)$/gm)].map(([, key, value]) => [key, value.trim()]));
}

/** A test program: its file's name, which is another one for the wrong program that a file holds beside the right one. */
export interface TestProgram {
  readonly name: string;
  readonly text: string;
  readonly facts: ReadonlyMap<string, string>;
}

/**
 * The programs in a folder and, if asked, in the folders inside it. A file with `// wrong: CODE` behind some of its
 * lines holds two: in the second one, of the name `x-wrong.c` for `x.c`, CODE replaces each such line, and the
 * verdict is FALSE, for the reason in `// why-wrong: reason`.
 */
export function testPrograms(folder: string, { inside = false } = {}): readonly TestProgram[] {
  const names = readdirSync(folder, { recursive: inside, encoding: 'utf8' }).filter((name) => name.endsWith('.c'));
  return names.sort().flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const right = { name, text, facts: header(text) };
    const wrong = wrongText(text);
    return wrong === null
      ? [right]
      : [right, { name: name.replace('.c', '-wrong.c'), text: wrong, facts: header(wrong) }];
  });
}

/** The second program of a file, whose lines have the same numbers; null: the file has one alone. */
function wrongText(text: string): string | null {
  if (!text.includes('// wrong:')) return null;
  const reason = header(text).get('why-wrong');
  return text
    .replace('// verdict: TRUE', '// verdict: FALSE')
    .replace(/^\/\/ reason: .*$/m, () => (reason === undefined ? '' : `// reason: ${reason}`))
    .replace(/^( *).*\/\/ wrong: ?(.*)$/gm, (_line, indent, code) => `${indent}${code}`);
}

/**
 * `// entry: f`, with the elements of objects, `any` for globals, `valid` for pointers, and the lengths of
 * single objects where they differ from the defaults: `// entry: f, 2, any, valid, buf: len`.
 */
export function entryOf(facts: ReadonlyMap<string, string>): Entry | undefined {
  const [name, size, globals, pointers, ...objects] = facts.get('entry')?.split(', ') ?? [];
  if (name === undefined) return undefined;
  return {
    function: name,
    size: Number(size ?? DEFAULT_ENTRY_SIZE),
    globals: globals === 'any' ? 'any' : 'initialised',
    pointers: pointers === 'valid' ? 'valid' : 'any',
    objects: Object.fromEntries(objects.map((object) => object.split(': '))),
  };
}

/** `// interrupts: f, g`, `// masks: off:on`, `// volatile: x`, `// devices: 0x40000000:0x1000`, each a list. */
export function surroundingsOf(facts: ReadonlyMap<string, string>): Surroundings {
  const listed = (key: string): readonly string[] => facts.get(key)?.split(', ') ?? [];
  return {
    interrupts: listed('interrupts'),
    masks: listed('masks').map((pair) => {
      const [off, on] = pair.split(':');
      return { off: off === '' ? null : off, on };
    }),
    changing: listed('volatile'),
    devices: listed('devices').map((range) => {
      const [first, bytes] = range.split(':').map(BigInt);
      return { first, end: first + bytes };
    }),
  };
}

/** The automata of a program that needs no preprocessor; it begins at `main` unless an entry is given. */
export function build(
  texts: string | readonly string[],
  model: DataModel,
  entry?: Entry,
  externals?: Externals,
): Program {
  const files = typeof texts === 'string' ? [texts] : texts;
  const sources = files.map((text, i) => ({ text, file: i === 0 ? 'program.c' : `program${i}.c` }));
  return buildProgram(parseProgram(sources, { model }), { entry, externals });
}
