import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SourceLocation } from '../../src/base/source.ts';
import type { RunResult } from '../../src/interpreter/index.ts';
import {
  CHECK_KINDS,
  type CheckKind,
  checkFunction,
  isMemoryKind,
  undefinedBeside,
} from '../../src/program/cfa/checks/kinds.ts';
import type { Check } from '../../src/program/cfa/checks/places.ts';
import { testPrograms } from '../program-header.ts';
import { scratchFolder } from '../scratch.ts';
import { type Compiled, compile } from '../unit/system/encode/compile.ts';
import { randomArithmetic } from '../unit/system/encode/random-arithmetic.ts';
import { randomConversions } from '../unit/system/encode/random-conversions.ts';
import { randomHeap } from '../unit/system/encode/random-heap.ts';
import { INPUTS, randomProgram, randomSource } from '../unit/system/encode/random-program.ts';
import { inputSites, interpreted, simulated } from '../unit/system/encode/simulated.ts';
import { withOpaque } from './opaque.ts';

/**
 * Checks of arithmetic: the interpreter, the encoder and GCC's sanitisers find the same faults at the
 * same places.
 */

const SANITISERS: Readonly<Partial<Record<CheckKind, string>>> = {
  overflow: 'signed-integer-overflow,shift',
  division: 'integer-divide-by-zero',
  shift: 'shift-exponent',
  conversion: 'float-cast-overflow',
  overlap: 'address',
  unreachable: 'unreachable',
  representation: 'bool',
  alignment: 'alignment',
  deref: 'address',
  free: 'address',
  memtrack: 'leak',
  memcleanup: 'leak',
  'data-race': 'thread',
};

const FOLDER = new URL('../programs/checks/', import.meta.url).pathname;
const scratch = scratchFolder('checks');

interface Native {
  /**
   * Lines of the reports, in the order of the run. GCC folds and moves operations, so that columns differ.
   */
  readonly reports: readonly number[];
  readonly output: string;
}

/** Runs a program under the sanitiser of a check; it goes on after a report. `values`: its inputs. */
function native(name: string, text: string, kind: CheckKind, values: readonly bigint[] = []): Native {
  const [source, driver, program] = [`${name}.c`, `${name}-driver.c`, name].map((file) => join(scratch, file));
  writeFileSync(source, text);
  writeFileSync(
    driver,
    `unsigned __VERIFIER_nondet_uint(void) {
  static unsigned values[] = { ${[...values, 0n].map((value) => `${value}u`).join(', ')} };
  static int next;
  return values[next++];
}
void reach_error(void) {}
`,
  );
  const options =
    ['overlap', 'unreachable'].includes(kind) || isMemoryKind(kind)
      ? ['-fsanitize']
      : ['-fsanitize', '-fsanitize-recover'];
  const sanitiser = options.map((option) => `${option}=${SANITISERS[kind]}`);
  const compiled = spawnSync('gcc', ['-w', '-g', '-O0', ...sanitiser, source, driver, '-o', program], {
    encoding: 'utf8',
  });
  if (compiled.status !== 0) throw new Error(compiled.stderr);
  const env = { ...process.env, ASAN_OPTIONS: 'detect_leaks=0:detect_stack_use_after_return=1' };
  const { stdout, stderr } = spawnSync(program, { encoding: 'utf8', timeout: 10_000, env });
  const reports = [...stderr.matchAll(/\.c:(\d+):\d+: runtime error/g)].map(([, line]) => Number(line));
  // A report about an access begins with its stack, whose first place in the program is the access.
  const [, access] = /ERROR: AddressSanitizer[\s\S]*?\.c:(\d+)/.exec(stderr) ?? [];
  if (access !== undefined) reports.push(Number(access));
  return { reports, output: stdout };
}

/** The place of the check that a run fails; null for other ends. */
function placeOfFault({ outcome }: RunResult): SourceLocation | null {
  return outcome.kind === 'error' ? outcome.stack[0].at : null;
}

/** The line of the check that a run fails; null for other ends. */
function failedAt(result: RunResult): number | null {
  return placeOfFault(result)?.line ?? null;
}

describe('programs with checks and without inputs behave natively as their headers say', () => {
  // Checks of leaks have a test of their own (leaks.test.ts). Whether an allocation fails, a file or directory opens,
  // a command starts or a path exists, is an input.
  const isOther = (text: string): boolean =>
    /nondet|fopen|popen|tmpfile|opendir|realpath/.test(text) || /^\/\/ (checks: mem|malloc:)/m.test(text);
  const programs = testPrograms(FOLDER).filter(({ text }) => !isOther(text));

  test.each(programs)('$name', ({ name, text, facts }) => {
    const kinds = CHECK_KINDS.filter((one) => facts.get('checks')!.split(', ').includes(one));
    const model = facts.get('data-model') === 'ILP32' ? 'ILP32' : 'LP64';
    const { program } = compile(text, model, { checks: kinds, gaps: undefinedBeside(kinds) });
    const { result } = interpreted(program, [], [], kinds.map(checkFunction));
    const verdict = facts.get('verdict');
    // A run ends at what the interpreter does not know, unless it only approximates that and says so.
    const approximate = facts.get('approximate')?.split(', ') ?? [];
    expect(result.approximate).toEqual(approximate);
    // A header says that a value which the run only approximates fails a check: a doubt, and no alarm.
    const end = approximate.length === 0 ? 'unsupported' : (facts.get('run') ?? 'exit');
    if (verdict === 'UNKNOWN') expect(result.outcome.kind).toBe(end);
    else expect(failedAt(result) === null ? 'TRUE' : 'FALSE').toBe(verdict);
    if (verdict === 'UNKNOWN' || model === 'ILP32' || facts.has('native')) return;
    const { reports } = native(name.replace('.c', ''), text, kinds[0]);
    expect(reports.slice(0, 1)).toEqual(failedAt(result) === null ? [] : [failedAt(result)]);
  });
});

/**
 * The line of the sanitiser's first report. GCC folds and narrows operations even without optimisation:
 * where it reports nothing at the fault's place, it compiles that operation through a volatile variable.
 */
function firstReport(
  text: string,
  kind: CheckKind,
  values: readonly bigint[],
  { line, column }: SourceLocation,
): number {
  const run = native('random', text, kind, values);
  if (run.reports[0] === line) return line;
  const opaque = withOpaque(text, line, column);
  return native('opaque', opaque ?? text, kind, values).reports[0];
}

/** Compares one run of a program. Returns its end: a fault, none, or a case that is left open. */
function compareRun(text: string, seed: number, kind: CheckKind): 'fault' | 'none' | 'open' {
  const compiled = compile(text, 'LP64', { checks: [kind] });
  const random = randomSource(seed + 1);
  const values = Array.from({ length: INPUTS }, () => BigInt(random(2) === 0 ? random(10) : random(2 ** 32)));
  const errors = [checkFunction(kind)];
  const { text: output, result } = interpreted(compiled.program, inputSites(compiled), values, errors);
  if (result.outcome.kind === 'unsupported') return 'open';
  const fault = placeOfFault(result);
  if (fault === null) expect(native('random', text, kind, values), text).toEqual({ reports: [], output });
  // GCC evaluates operands in another order, so that it may meet another fault of the line first.
  else expect(firstReport(text, kind, values, fault), text).toBe(fault.line);
  const end = simulated(compiled, values);
  if (!end.isDoubtful) expect(end.kind === 'bad', text).toBe(fault !== null);
  return fault === null ? 'none' : 'fault';
}

test('random programs: the first overflow is the same to the interpreter, the encoder and the sanitiser', () => {
  const ends: string[] = [];
  fc.assert(
    fc.property(fc.nat(), fc.boolean(), (seed, arithmetic) => {
      const text = arithmetic ? randomArithmetic(randomSource(seed)) : randomProgram(seed);
      ends.push(compareRun(text, seed, 'overflow'));
    }),
    { numRuns: Number(process.env.LEMMATA_RUNS ?? 20) },
  );
  for (const end of ['fault', 'none']) expect(ends.filter((one) => one === end).length).toBeGreaterThan(1);
}, 600_000);

test('random programs: the first conversion beyond its type is the same to interpreter, encoder and sanitiser', () => {
  const ends: string[] = [];
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      ends.push(compareRun(randomConversions(randomSource(seed)), seed, 'conversion'));
    }),
    { numRuns: Number(process.env.LEMMATA_RUNS ?? 20) },
  );
  for (const end of ['fault', 'none']) expect(ends.filter((one) => one === end).length).toBeGreaterThan(1);
  expect(ends).not.toContain('open');
}, 600_000);

/** Compares one run of a program with the sanitiser of addresses. Returns its end. */
function compareMemory(text: string): 'fault' | 'none' | 'open' {
  const kinds = ['deref', 'free'] as const;
  const compiled = compile(text, 'LP64', { checks: kinds });
  const { result } = interpreted(compiled.program, [], [], kinds.map(checkFunction));
  if (result.outcome.kind === 'unsupported') return 'open';
  const line = failedAt(result);
  // A fault within a function counts at its place, as in the sanitiser's report.
  const { reports } = native('heap', text, 'deref');
  expect({ reports, end: result.outcome.kind }, text).toEqual({
    reports: line === null ? [] : [line],
    end: line === null ? 'exit' : 'error',
  });
  const end = simulated(compiled, []);
  if (!end.isDoubtful) expect(end.kind === 'bad', text).toBe(line !== null);
  return line === null ? 'none' : 'fault';
}

test('random programs: the first fault of memory is the same to the interpreter, the encoder and the sanitiser', () => {
  const ends: string[] = [];
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      ends.push(compareMemory(randomHeap(randomSource(seed))));
    }),
    { numRuns: Number(process.env.LEMMATA_RUNS ?? 20) },
  );
  for (const end of ['fault', 'none']) expect(ends.filter((one) => one === end).length).toBeGreaterThan(1);
}, 600_000);

/** A program whose system has no errors but those of one check; all errors where they have no names. */
function onlyErrorsOf(compiled: Compiled, check: string): Compiled {
  const { system } = compiled;
  const blocks = system.blocks.map((block) =>
    block.bads.length === 0
      ? block
      : { ...block, bad: block.bads.find(({ name }) => name === check)?.term ?? system.terms.false },
  );
  return { ...compiled, system: { ...system, blocks } };
}

/** Runs a program without inputs, in which these checks are open, by the interpreter and in its system. */
function endWith(text: string, open: (checks: readonly Check[]) => readonly string[]): RunResult['outcome'] {
  let names: readonly string[] = [];
  const compiled = compile(text, 'LP64', {
    checks: ['overflow', 'deref', 'free'],
    open: (checks) => {
      names = open(checks);
      return names;
    },
  });
  const { outcome } = interpreted(compiled.program, [], [], names).result;
  const end = simulated(compiled, []);
  if (!end.isDoubtful && outcome.kind !== 'unsupported') {
    expect(end.kind === 'bad', text).toBe(outcome.kind === 'error');
    if (outcome.kind === 'error')
      expect(simulated(onlyErrorsOf(compiled, outcome.function), []).kind, text).toBe('bad');
  }
  return outcome;
}

test('random programs: a fault of memory whose check is not open ends the run without blame', () => {
  let faults = 0;
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const text = randomHeap(randomSource(seed));
      const all = endWith(text, (checks) => checks.map(({ name }) => name));
      if (all.kind !== 'error') return;
      faults++;
      const failed = all.function;
      expect(all.stack[0].at, text).toMatchObject({ file: 'test.c' });
      const alone = endWith(text, () => [failed]);
      expect(alone, text).toMatchObject({ kind: 'error', function: failed });
      const others = endWith(text, (checks) => checks.flatMap(({ name }) => (name === failed ? [] : [name])));
      expect(others.kind, text).toBe('aborted');
    }),
    { numRuns: Number(process.env.LEMMATA_RUNS ?? 30) },
  );
  expect(faults).toBeGreaterThan(3);
}, 600_000);
