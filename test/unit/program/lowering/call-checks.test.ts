import { expect, it } from 'vitest';
import type { Precondition } from '../../../../src/c/builtins/library/row.ts';
import { libraryTable } from '../../../../src/c/builtins/library/table.ts';
import { kind } from '../../../../src/engines/bounded/kind.ts';
import { checkFunction } from '../../../../src/program/cfa/checks/kinds.ts';
import { decide } from '../../engines/judge.ts';
import { compile } from '../../system/encode/compile.ts';
import { interpreted } from '../../system/encode/simulated.ts';

/**
 * Walks over the table of library functions. Each precondition of a row gives calls that violate it and
 * calls that do not, all of which are made of the row alone.
 */

const TYPES = `typedef unsigned long size_t; typedef long intmax_t; typedef struct _IO_FILE FILE; typedef char *va_list; extern FILE *stdin, *stdout;
typedef int function(const void *, const void *);
static char memory[32] __attribute__((aligned(16))) = "ab";
`;

/** The types of a prototype's parameters. */
function typesOf(prototype: string): string[] {
  return /\((.*)\)$/
    .exec(prototype)![1]
    .split(', ')
    .filter((type) => type !== '...');
}

/** Arguments of a call that keeps to all preconditions: integers 1, and distinct places. */
function defined(prototype: string): string[] {
  const list = typesOf(prototype);
  return list.map((type, i) => (/\*|va_list/.test(type) ? `memory + ${16 * (i % 2)}` : '1'));
}

const least = (type: string): string => (/long|intmax/.test(type) ? '-9223372036854775807L - 1' : '-2147483647 - 1');

/** Values of arguments by position that violate the precondition, and values that just keep to it. */
function cases(
  precondition: Precondition,
  types: readonly string[],
): readonly [violating: object[], keeping: object[]] {
  switch (precondition.kind) {
    case 'range': {
      const { at, least: low, most } = precondition;
      return [
        [{ [at]: low - 1 }, { [at]: most + 1 }],
        [{ [at]: low }, { [at]: most }],
      ];
    }
    case 'not': {
      const { at, value } = precondition;
      return [[{ [at]: value }], [{ [at]: value + 1 }]];
    }
    case 'not-least':
      return [[{ [precondition.at]: least(types[precondition.at]) }], [{ [precondition.at]: -5 }]];
    case 'divisor': {
      const { at, of } = precondition;
      const most = least(types[of]);
      return [
        [{ [at]: 0 }, { [at]: -1, [of]: most }],
        [{ [at]: -1 }, { [of]: most }],
      ];
    }
    case 'open':
      return [[{ [precondition.at]: 0 }], []];
    case 'object':
      return [[{ [precondition.at]: 8 }], []];
    case 'mode':
      return [[{ [precondition.at]: '"q"' }], [{ [precondition.at]: '"rb+"' }, { [precondition.at]: '"we"' }]];
    // Programs of their own, in test/undefined, pass lists.
    case 'list-apart':
      return [[], []];
    case 'format': {
      if (precondition.list !== undefined) return [[], []];
      const stream = types[0] === 'FILE *' ? { 0: 'stdout' } : {};
      const print = (text: string, further: object = {}): object => ({
        ...{ ...stream, [precondition.at]: JSON.stringify(text) },
        ...further,
      });
      const next = { [precondition.at + 1]: 'memory' };
      return [
        [print('%s'), print('%d', next), print('%*s', next)],
        [print('%s', next), print('100 %%', next)],
      ];
    }
    case 'pointed-apart': {
      const { to, first } = precondition;
      return [[{ [to]: 'memory', [first - 1]: '"%s"', [first]: 'memory + 16' }], []];
    }
    case 'unbuffered':
      return [[{ 0: 'stdin', [precondition.at]: 'memory' }], [{ 0: 'stdin', [precondition.at]: '0' }]];
    case 'begun':
      return [[{ [precondition.at]: 0 }], [{}]];
    case 'string-apart': {
      const { to, from, limit, behind, cut, unit } = precondition;
      const place = (target: string, source: string, most: number): object => ({
        ...{ [to]: target, [from]: source },
        ...(limit === undefined ? {} : { [limit]: most }),
      });
      // Four bytes are one wide character here, behind which the wide string ends.
      if (unit === 'wide' && behind === true)
        return [[place('memory', 'memory', 2)], [place('memory + 16', 'memory', 2)]];
      if (unit === 'wide') return [[place('memory + 4', 'memory', 2)], [place('memory + 8', 'memory', 2)]];
      if (behind === true)
        return [[place('memory', 'memory + 1', cut === true ? 8 : 2)], [place('memory + 8', 'memory', 2)]];
      return [[place('memory + 1', 'memory', 2)], [place('memory + 3', 'memory', 3)]];
    }
    case 'printed-apart': {
      const { to, format, limit } = precondition;
      const print = (target: string, text: string, source: string, most: number): object => ({
        ...{ [to]: target, [format]: JSON.stringify(text), [format + 1]: source },
        ...(limit === undefined ? {} : { [limit]: most }),
      });
      const apart = [print('memory + 3', '%s', 'memory', 4), print('memory', '%.1s', 'memory + 8', 4)];
      return [
        [
          print('memory', '%s', 'memory', 3),
          print('memory + 1', '%s', 'memory', 3),
          print('memory', 'xxx%s', 'memory + 3', 4),
        ],
        limit === undefined
          ? apart
          : [...apart, print('memory', '%s', 'memory', 0), print('memory', 'xxxx%s', 'memory + 3', 3)],
      ];
    }
    case 'apart': {
      const { to, from, bytes, unit } = precondition;
      const size = unit === 'wide' ? 4 : 1;
      const apart = { [to]: 'memory', [from]: `memory + ${2 * size}`, [bytes]: 2 };
      return [
        [
          { ...apart, [bytes]: 3 },
          { [from]: 'memory', [to]: `memory + ${size}`, [bytes]: 2 },
        ],
        [apart, { [to]: 'memory', [from]: 'memory', [bytes]: 3 }],
      ];
    }
  }
}

const rows = [...libraryTable()].flatMap(([name, { row, prototype }]) =>
  row?.requires === undefined || prototype === null
    ? []
    : row.requires.map((required) => ({ name, prototype: prototype.text, required })),
);

/** Formats are literals, which no variable holds. */
const isLiteral = (value: string): boolean => String(value).startsWith('"');

/** The program with one call, whose arguments pass through variables: no constant decides the check. */
function program(name: string, prototype: string, values: object): string {
  const given = Object.assign(defined(prototype), values) as string[];
  const types = typesOf(prototype);
  const typeAt = (i: number): string => types[i] ?? 'char *';
  const locals = given.map((value, i) => `${typeAt(i)} a${i} = (${typeAt(i)})(${value});`).join(' ');
  const result = prototype.startsWith('struct')
    ? `struct quotient { ${types[0]} quot, rem; };\n${prototype.replace('struct', 'struct quotient')}`
    : prototype;
  return `${TYPES}extern ${result};\nint main(void) { ${locals} ${name}(${given.map((value, i) => (isLiteral(value) ? value : `a${i}`)).join(', ')}); return 0; }`;
}

/** Preconditions whose violation is no alarm. */
const GAPS: readonly Precondition['kind'][] = ['pointed-apart', 'unbuffered'];

it.each(rows)('$name: $required.kind', async ({ name, prototype, required }) => {
  const types = typesOf(prototype);
  const check = required.kind.endsWith('apart') ? 'overlap' : 'argument';
  const [violating, keeping] = cases(required, types);
  for (const [values, isDefined] of [
    ...violating.map((v) => [v, false] as const),
    ...keeping.map((v) => [v, true] as const),
  ]) {
    const text = program(name, prototype, values);
    const { program: linked, system } = compile(text, 'LP64', { checks: [check] });
    const { result } = interpreted(linked, [], [], [checkFunction(check)]);
    if (!isDefined && ('atMost' in required || GAPS.includes(required.kind))) {
      // Perhaps fewer bytes are copied or read, or the memory is not used: that is neither a proof nor an alarm.
      expect([text, result.outcome.kind]).toEqual([text, 'unsupported']);
      expect([text, (await decide(kind, system)).kind]).toEqual([text, 'unknown']);
      continue;
    }
    expect([text, result.outcome.kind]).toEqual([text, isDefined ? 'exit' : 'error']);
    expect([text, (await decide(kind, system)).kind]).toEqual([text, isDefined ? 'safe' : 'unsafe']);
  }
});

const counted = [...libraryTable()].flatMap(([name, { row, prototype }]) =>
  row?.counted === undefined || prototype === null
    ? []
    : row.counted.map(([pointer, count]) => ({ name, prototype: prototype.text, pointer, count })),
);

it.each(counted)('$name: argument $pointer is null, and argument $count 0', async ({ name, prototype, ...at }) => {
  const decided = async (pointer: string): Promise<readonly string[]> => {
    const text = program(name, prototype, { [at.pointer]: pointer, [at.count]: '0' });
    const { program: linked, system } = compile(text, 'LP64', { checks: ['deref'] });
    const { result } = interpreted(linked, [], [], [checkFunction('deref')]);
    return [text, result.outcome.kind, (await decide(kind, system)).kind];
  };
  const [text, ...ends] = await decided('0');
  expect([text, ...ends]).toEqual([text, 'unsupported', 'unknown']);
  expect(await decided('memory + 8')).not.toContain('unsafe');
});
