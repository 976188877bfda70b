import { describe, expect, test } from 'vitest';
import type { ContestedReading } from '../../src/program/cfa/checks/contested.ts';
import { type CheckKind, checkFunction } from '../../src/program/cfa/checks/kinds.ts';
import { compile } from '../unit/system/encode/compile.ts';
import { interpreted, simulated } from '../unit/system/encode/simulated.ts';

/**
 * Contested cases: by default neither a proof nor an alarm passes over them, and the user's reading
 * decides them. The case stands in line 3 of each program.
 */

interface Case {
  readonly name: string;
  readonly kind: CheckKind;
  readonly text: readonly [declarations: string, before: string, statement: string];
  /** Whether the run can go on behind the case. */
  readonly lenient: boolean;
}

const TWO = 'struct two { int a[2]; int b[2]; };';
const FIELDS = 'struct fields { unsigned a : 3, b : 13, c : 16; }; extern void *malloc(unsigned long);';
const CASES: readonly Case[] = [
  {
    name: 'a left shift of a negative value',
    kind: 'overflow',
    text: ['', 'volatile int n = -1;', 'int m = n << 2;'],
    lenient: true,
  },
  {
    name: 'a left shift by a wrong count',
    kind: 'overflow',
    text: ['', 'volatile int n = 1, by = 40;', 'int m = n << by;'],
    lenient: true,
  },
  {
    name: 'the least value modulo -1',
    kind: 'overflow',
    text: ['', 'volatile int n = -2147483647 - 1, by = -1;', 'int m = n % by;'],
    lenient: false,
  },
  {
    name: 'the absolute value of the least value',
    kind: 'overflow',
    text: ['extern int abs(int);', 'volatile int n = -2147483647 - 1;', 'int m = abs(n);'],
    lenient: true,
  },
  {
    name: 'an index beyond an array within its struct',
    kind: 'deref',
    text: [TWO, 'struct two t = { { 1, 2 }, { 3, 4 } }; volatile int i = 3;', 't.a[i] = 5;'],
    lenient: false,
  },
  {
    name: 'an index beyond a row within its array',
    kind: 'deref',
    text: ['', 'int rows[2][3] = { { 0 } }; volatile int i = 5;', 'int m = rows[0][i];'],
    lenient: false,
  },
  {
    name: 'a write to a bit-field in a part of its unit',
    kind: 'deref',
    text: [FIELDS, 'struct fields *p = malloc(1);', 'p->a = 1;'],
    lenient: false,
  },
  {
    name: 'a read of a bit-field in a block of variable size with a part of its unit',
    kind: 'deref',
    text: [FIELDS, 'volatile int n = 2; struct fields *p = malloc(n); *(char *)p = 1;', 'int m = p->a;'],
    lenient: false,
  },
  {
    name: 'a read of a bit-field in a block that begins within its unit',
    kind: 'deref',
    text: [FIELDS, 'char *p = malloc(2);', 'int m = ((struct fields *)(p - 2))->c;'],
    lenient: false,
  },
  {
    name: 'a write to a literal',
    kind: 'deref',
    text: ['', 'char *p = "abc";', 'p[1] = 0;'],
    lenient: false,
  },
  {
    name: 'a write to a constant object',
    kind: 'deref',
    text: ['static const int fixed[2] = { 1, 2 };', 'int *p = (int *)fixed;', 'p[1] = 0;'],
    lenient: false,
  },
  {
    name: 'a call through a pointer to no function',
    kind: 'deref',
    text: ['static int object;', 'void (*f)(void) = (void (*)(void))&object;', 'f();'],
    lenient: false,
  },
  {
    name: 'a null pointer to no bytes',
    kind: 'deref',
    text: [
      'extern void *memset(void *, int, unsigned long);',
      'char *p = 0; volatile unsigned long n = 0;',
      'memset(p, 1, n);',
    ],
    lenient: true,
  },
];

function endsOf({ kind, text: [declarations, before, statement] }: Case, reading: ContestedReading | null) {
  const text = `${declarations}\nint main(void) { ${before}\n${statement}\nreturn 0; }\n`;
  const compiled = compile(text, 'LP64', { checks: [kind], contested: reading === null ? {} : { [kind]: reading } });
  const { outcome } = interpreted(compiled.program, [], [], [checkFunction(kind)]).result;
  return { outcome, system: simulated(compiled, []) };
}

describe.each(CASES.map((one) => [one.name, one] as const))('%s', (_, one) => {
  test('is neither a proof nor an alarm by default', () => {
    const { outcome, system } = endsOf(one, null);
    expect(outcome).toMatchObject({ kind: 'unsupported', at: { line: 3 } });
    expect(outcome.kind === 'unsupported' && outcome.construct.endsWith('(contested)')).toBe(true);
    expect(system.kind === 'gap' || (system.kind === 'bad' && system.isDoubtful)).toBe(true);
  });

  test('is a fault in the strict reading', () => {
    const { outcome, system } = endsOf(one, 'strict');
    expect(outcome).toMatchObject({ kind: 'error', function: checkFunction(one.kind), stack: [{ at: { line: 3 } }] });
    expect(system).toMatchObject({ kind: 'bad', isDoubtful: false });
  });

  test(one.lenient ? 'is none in the lenient reading' : 'is no alarm in the lenient reading', () => {
    const { outcome, system } = endsOf(one, 'lenient');
    if (one.lenient)
      expect({ outcome: outcome.kind, system: system.kind }).toEqual({ outcome: 'exit', system: 'stuck' });
    else expect(outcome.kind).not.toBe('error');
  });
});
