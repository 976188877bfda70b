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
 * what {@link surroundingsOf} reads, `// property: unreach-call` as under the property file, `// question: termination`, and `// no-run: why` where the interpreter cannot begin the program.
 */
export function header(text: string): ReadonlyMap<string, string> {
  return new Map([...text.matchAll(/^\/\/ ([a-z-]+): (.*)$/gm)].map(([, key, value]) => [key, value.trim()]));
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
