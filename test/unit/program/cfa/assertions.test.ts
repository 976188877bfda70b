import { describe, expect, it } from 'vitest';
import { parseProgram } from '../../../../src/c/index.ts';
import { runProgram, scriptedInputs } from '../../../../src/interpreter/index.ts';
import { ERROR_FUNCTIONS } from '../../../../src/program/cfa/assertion-names.ts';
import { assertionFunctions, guardChecks } from '../../../../src/program/cfa/assertions.ts';
import type { Program } from '../../../../src/program/cfa/automaton.ts';
import { buildProgram, linkProgram } from '../../../../src/program/passes.ts';
import { compile } from './support.ts';

/** Returns the end of a run with one input, where failing assertions are errors. */
function endOf(source: string, input: number): string {
  return endIn(compile(source), input);
}

function endIn(built: Program, input: number): string {
  const program = guardChecks(built);
  const { outcome } = runProgram(program, {
    inputs: scriptedInputs([input]),
    errorFunctions: assertionFunctions(built),
  });
  return outcome.kind === 'error' ? `error: ${outcome.function}` : outcome.kind;
}

const INPUT = 'extern int __VERIFIER_nondet_int(void);\n';

it.each(['klee_assert', 'sassert'])('%s asserts its argument', (name) => {
  const source = `${INPUT}extern void ${name}(int);
int main(void) { int x = __VERIFIER_nondet_int(); ${name}(x > 3); return 0; }`;
  expect([endOf(source, 4), endOf(source, 3)]).toEqual(['exit', `error: ${name}`]);
});

it.each(['klee_abort', 'klee_report_error', '__SEAHORN_error'])('%s is an error', (name) => {
  const source = `${INPUT}extern void ${name}();
int main(void) { if (__VERIFIER_nondet_int() > 3) ${name}(1, 2); return 0; }`;
  const { outcome } = runProgram(compile(source), {
    inputs: scriptedInputs([4]),
    errorFunctions: ERROR_FUNCTIONS,
  });
  expect(outcome).toMatchObject({ kind: 'error', function: '__VERIFIER_error' });
});

describe('what asserts something', () => {
  it.each([
    [
      'glibc and musl',
      '__assert_fail',
      '(const char *, const char *, unsigned, const char *)',
      '("x", "f", 1, "main")',
    ],
    ['macOS and the BSDs', '__assert_rtn', '(const char *, const char *, int, const char *)', '("main", "f", 1, "x")'],
    ['newlib', '__assert_func', '(const char *, int, const char *, const char *)', '("f", 1, "main", "x")'],
    ['MinGW', '_assert', '(const char *, const char *, unsigned)', '("x", "f", 1)'],
    ['an errno', '__assert_perror_fail', '(int, const char *, unsigned, const char *)', '(3, "f", 1, "main")'],
  ])('of %s', (_, name, parameters, values) => {
    const source = `${INPUT}extern void ${name}${parameters} __attribute__((noreturn));
int main(void) { int x = __VERIFIER_nondet_int(); x > 3 ? (void)0 : ${name}${values}; return 0; }`;
    expect([endOf(source, 4), endOf(source, 3)]).toEqual(['exit', `error: ${name}`]);
  });

  it.each(['assert', '__VERIFIER_assert', '__CPROVER_assert', '__ESBMC_assert'])(
    '%s without a body states its argument',
    (name) => {
      const source = `${INPUT}extern void ${name}(int, ...);
int main(void) { int x = __VERIFIER_nondet_int(), n = 0; for (int i = 0; i < 3; i++) ${name}(x + i > 3, "text"); return n; }`;
      expect([endOf(source, 4), endOf(source, 3)]).toEqual(['exit', `error: ${name}`]);
    },
  );

  it('a function of the program that has such a name does what its body says', () => {
    const own = `${INPUT}int failed; void assert(int e) { if (!e) failed = 1; } void __assert(int e) { failed += e; }
int main(void) { assert(__VERIFIER_nondet_int()); __assert(1); return failed; }`;
    expect(assertionFunctions(compile(own))).toEqual([]);
    expect(endOf(own, 0)).toBe('exit');
  });

  it('is one through a pointer, too', () => {
    const taken = `${INPUT}extern void assert(int); void (*table[])(int) = {assert};
int main(void) { int x = __VERIFIER_nondet_int(); table[0](x > 3); assert(x != 5); return 0; }`;
    expect([endOf(taken, 4), endOf(taken, 3), endOf(taken, 5)]).toEqual(['exit', 'error: assert', 'error: assert']);
  });

  it('is one where its result is used', () => {
    const used = `${INPUT}int main(void) { int x = __VERIFIER_nondet_int(); int r = x != 3 && assert(x > 3); assert(x != 5); return r * 0; }`;
    expect([endOf(used, 4), endOf(used, 3), endOf(used, 2), endOf(used, 5)]).toEqual([
      'exit',
      'exit',
      'error: assert',
      'error: assert',
    ]);
  });

  it('ends the run as unknown at a call without a condition, and there alone', () => {
    const odd = `${INPUT}struct s { int a; } s; int main(void) { int x = __VERIFIER_nondet_int(); assert(x); if (x > 3) assert(s); return 0; }`;
    expect([endOf(odd, 4), endOf(odd, 0), endOf(odd, 1)]).toEqual(['unsupported', 'error: assert', 'exit']);
  });

  it('is not a static function of another file that has the same name', () => {
    const texts = [
      `${INPUT}int helper(void); int main(void) { int x = __VERIFIER_nondet_int(); helper(); assert(x); return 0; }`,
      'static void assert(int e) { (void)e; }\nint helper(void) { assert(0); return 1; }',
    ];
    const sources = texts.map((text, index) => ({ text, file: `${index}.c` }));
    const built = buildProgram(parseProgram(sources, { model: 'LP64' }));
    expect([endIn(built, 1), endIn(built, 0)]).toEqual(['exit', 'error: assert']);
    // A function that counts as the error is called, but not entered.
    const linked = linkProgram(guardChecks(built), { errorFunctions: assertionFunctions(built) });
    if ('unsupported' in linked) throw new Error(linked.unsupported);
    expect(linked.contexts.map((context) => context.function.name)).toContain('assert');
  });
});
