import { expect, it } from 'vitest';
import { libraryTable, takesNull } from '../../../../src/c/builtins/library/table.ts';
import { kind } from '../../../../src/engines/bounded/kind.ts';
import { decide } from '../../engines/judge.ts';
import { compile } from '../../system/encode/compile.ts';

/**
 * Walks over the table of library functions, and gives null to each pointer parameter whose row does not allow
 * it. No proof passes over such a call, except for the reasons below.
 */

const TYPES = `typedef unsigned long size_t; typedef long intmax_t; typedef struct _IO_FILE FILE; typedef __builtin_va_list va_list;
static char memory[64] __attribute__((aligned(16))) = "ab"; extern FILE *stdin;
typedef int function_(const void *, const void *); static int order(const void *a, const void *b) { return 0; }
`;

/** Calls of these arguments that access nothing through null. */
const HARMLESS: ReadonlyMap<string, string> = new Map([
  ['posix_memalign 0', 'an alignment of 1 is refused before anything is written'],
  ['strnstr 0', 'the text that is looked for is empty'],
  ['bsearch 0', 'the key is read by the function that compares'],
  ['bsearch 1', 'the one element is read by the function that compares'],
  ['getopt 1', 'the one argument is the name of the program, which is not read'],
  ['getopt_long 1', 'the one argument is the name of the program, which is not read'],
]);
/** Functions that end the run, whatever they print. */
const ENDS = /^(__assert\w*|__fortify_fail|v?errx?|error(_at_line)?)$/;

function typesOf(prototype: string): string[] {
  const parameters = /\((.*)\)$/.exec(prototype)![1].split(', ');
  return parameters.filter((type) => type !== '...' && type !== 'void');
}

function* calls(): Iterable<[name: string, position: number, text: string]> {
  for (const [name, { row, prototype }] of libraryTable()) {
    if (row === null || prototype === null || ENDS.test(name)) continue;
    const types = typesOf(prototype.text);
    if (types.includes('struct')) continue;
    const open = (row.requires ?? []).flatMap((each) => (each.kind === 'open' ? [each.at] : []));
    const given = (type: string, i: number): string => {
      if (type === 'va_list') return 'list';
      if (type.startsWith('function')) return 'order';
      if (open.includes(i)) return `(${type})stdin`;
      return type.includes('*') ? `(${type})(memory + ${16 * i})` : '1';
    };
    for (const [position, type] of types.entries()) {
      if (!type.includes('*') || type.startsWith('function') || takesNull(name, position)) continue;
      const list = types.map((each, i) => (i === position ? '0' : given(each, i)));
      const declared = prototype.text
        .replace(/function \*/g, 'function_ *')
        .replace(/^struct/, 'struct quotient { int a, b; }');
      yield [
        name,
        position,
        `${TYPES}extern ${declared};\nint main(void) { va_list list; ${name}(${list.join(', ')}); return 0; }`,
      ];
    }
  }
}

it('proves no call to which null is given', async () => {
  const passed: string[] = [];
  let walked = 0;
  for (const [name, position, text] of calls()) {
    const { system } = compile(text, 'LP64', { checks: ['deref', 'argument', 'overlap'] });
    walked++;
    if ((await decide(kind, system)).kind === 'safe') passed.push(`${name} ${position}`);
  }
  expect(walked).toBeGreaterThan(300);
  expect(passed).toEqual([...HARMLESS.keys()]);
}, 120_000);
