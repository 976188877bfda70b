import { describe, expect, test } from 'vitest';
import { Layout } from '../../../../src/c/types/layout.ts';
import type { DataModel } from '../../../../src/c/types/types.ts';
import { traceInputs } from '../../../../src/certify/replay/trace-inputs.ts';
import { type InputSource, queuedInputs, runProgram, seededInputs } from '../../../../src/interpreter/index.ts';
import type { ProgramInput } from '../../../../src/program/cfa/inputs.ts';
import { simulateTrace } from '../../../../src/system/transys/simulate.ts';
import type { SystemTrace, TraceValue } from '../../../../src/system/transys/system.ts';
import { type Compiled, compile } from './compile.ts';
import { randomExternalCalls } from './random-external-calls.ts';
import { randomSource } from './random-program.ts';

/** What external functions change under `havoc` means the same to the encoder and to the interpreter. */

const PROGRAMS = 30;
const RUNS = 4;

interface Run {
  readonly checksum: bigint;
  readonly inputs: readonly ProgramInput[];
}

function interpreted({ program }: Compiled, inputs: InputSource, text: string): Run {
  let printed = '';
  const result = runProgram(program, {
    inputs,
    errorFunctions: ['reach_error'],
    record: 'inputs',
    stdout: (bytes) => {
      printed += String.fromCharCode(...bytes);
    },
  });
  expect(['exit', 'error'], text).toContain(result.outcome.kind);
  return { checksum: BigInt(printed), inputs: result.inputs };
}

/** The steps of a run; each site is executed once. Objects lie apart from each other. */
function stepsOf({ system }: Compiled, values: ReadonlyMap<number, TraceValue>): SystemTrace {
  const all = new Map(values);
  system.inputs.forEach(({ origin }, index) => {
    if (origin?.name.startsWith('address of')) all.set(index, BigInt(index + 1) << 16n);
  });
  return { init: new Map(), steps: Array.from({ length: 4 }, () => all) };
}

/** Ends the run at the error if the last input is the checksum. */
function endsWith(compiled: Compiled, values: ReadonlyMap<number, TraceValue>, checksum: bigint): string {
  const last = compiled.system.inputs.findLastIndex(({ origin }) => origin?.kind === 'nondet');
  return simulateTrace(compiled.system, stepsOf(compiled, new Map([...values, [last, checksum]]))).kind;
}

/**
 * Tells whether the system has a formula for all values but addresses, and but what no run shows
 * that external functions do.
 */
function isExact({ system }: Compiled): boolean {
  return system.doubts.every(({ construct }) => /^(address of|effects of external function) /.test(construct));
}

/** The values of the system's inputs in a run of the interpreter. */
function valuesOf({ system }: Compiled, taken: readonly ProgramInput[]): ReadonlyMap<number, TraceValue> {
  const bySite = new Map(
    taken.map(({ kind, site, path, value }) => [`${kind} ${site.replace('#1^', '^')} ${path.join('.')}`, value]),
  );
  const values = new Map<number, TraceValue>();
  system.inputs.forEach(({ term, origin }, index) => {
    if (origin === null || origin.kind === 'approximation') return;
    const key = `${origin.kind} ${origin.site}`;
    let value = bySite.get(`${key} ${origin.path.join('.')}`);
    const whole = bySite.get(`${key} ${origin.path.slice(0, -1).join('.')}`);
    if (value === undefined && typeof whole === 'object') {
      const element = BigInt(origin.path.at(-1) ?? 0);
      value = whole.entries.find(([at]) => at === element)?.[1] ?? whole.default;
    }
    if (value === undefined) return;
    if (typeof value === 'string') {
      const number = origin.objects?.find(([, name]) => name === value)?.[0];
      if (number !== undefined) values.set(index, BigInt(number));
      return;
    }
    const sort = system.terms.sort(term);
    // Of a pointer the system asks only whether it stays.
    const isPointer = origin.kind === 'external-content' && sort.kind === 'bv' && sort.width === 1;
    values.set(index, isPointer && value !== 0n ? 1n : value);
  });
  return values;
}

describe.each(['LP64', 'ILP32'] as const)('changes by external functions (%s)', (model: DataModel) => {
  const programs = Array.from({ length: PROGRAMS }, (_, seed) => {
    const random = randomSource(7919 * seed + (model === 'LP64' ? 0 : 1));
    const text = randomExternalCalls(random);
    return { random, text, compiled: compile(text, model, { externals: { reading: 'havoc', functions: {} } }) };
  });

  test('the system allows what happens in runs', () => {
    let changes = 0;
    for (const { text, compiled } of programs) {
      if (!isExact(compiled)) continue;
      for (let run = 0; run < RUNS; run++) {
        const source = seededInputs(run, 'mix', { layout: new Layout({ dataModel: model, byteOrder: 'little' }) });
        const { checksum, inputs } = interpreted(compiled, source, text);
        changes += inputs.filter(({ kind }) => kind === 'external-content').length;
        const values = valuesOf(compiled, inputs);
        expect(endsWith(compiled, values, checksum), text).toBe('bad');
        expect(endsWith(compiled, values, checksum ^ 1n), text).toBe('stuck');
      }
    }
    expect(changes).toBeGreaterThan(PROGRAMS * RUNS);
  });

  test('runs make the changes that are not in doubt', () => {
    let made = 0;
    for (const { random, text, compiled } of programs) {
      const { system } = compiled;
      for (let run = 0; run < 2 * RUNS; run++) {
        const chosen = new Map<number, TraceValue>();
        system.inputs.forEach(({ term, origin }, index) => {
          if (origin === null || origin.kind === 'approximation') return;
          const sort = system.terms.sort(term);
          const bits = sort.kind === 'bv' ? sort.width : 1;
          const likely = origin.kind === 'external-change' ? BigInt(random(3) === 0) : BigInt(random(2 ** 32));
          const { objects, kind } = origin;
          const object = objects?.[random(2) * random(objects.length)]?.[0];
          const offset = kind === 'external-offset' ? BigInt(random(8) === 0 ? 4 : 0) : likely;
          const value = BigInt.asUintN(bits, object === undefined ? offset : BigInt(object));
          chosen.set(index, sort.kind === 'array' ? { default: value, entries: [[2n, 1n - value]] } : value);
        });
        const trace = stepsOf(compiled, chosen);
        let doubts = 0;
        simulateTrace(system, trace, { doubt: () => doubts++ });
        const { checksum } = interpreted(compiled, queuedInputs(traceInputs(system, trace).inputs), text);
        if (doubts > 0) continue;
        made++;
        expect(endsWith(compiled, chosen, checksum), text).toBe('bad');
      }
    }
    expect(made).toBeGreaterThan(PROGRAMS / 3);
  });
});
