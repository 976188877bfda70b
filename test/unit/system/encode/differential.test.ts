import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DataModel } from '../../../../src/c/types/types.ts';
import { type Compiled, type CompileOptions, compile } from './compile.ts';
import { randomControl } from './random-control.ts';
import { randomLibraryCalls } from './random-library-calls.ts';
import { randomProgram, randomSource } from './random-program.ts';
import { randomRecursion } from './random-recursion.ts';
import { randomTables } from './random-tables.ts';
import { randomVariableArrays } from './random-variable-arrays.ts';
import { inputSites, interpreted, simulated } from './simulated.ts';

function printed(compiled: Compiled, values: readonly bigint[]): string {
  const { text, result } = interpreted(compiled.program, inputSites(compiled), values);
  expect(result.outcome.kind).not.toBe('undefined-behaviour');
  return text;
}

/**
 * The encoded system reaches the error with exactly the checksum that the interpreter computes.
 * Returns false if it does not, and the run rests on an approximation: its inputs for that are
 * arbitrary.
 */
function compared(text: string, seed: number, model: DataModel, options: CompileOptions): boolean {
  const compiled = compile(text, model, options);
  const random = randomSource(seed + 1);
  const values = Array.from({ length: inputSites(compiled).length - 1 }, () =>
    BigInt(random(2) === 0 ? random(10) : random(2 ** 32)),
  );
  const checksum = BigInt(printed(compiled, [...values, 0n]));
  const end = simulated(compiled, [...values, checksum]);
  if (end.kind !== 'bad' && end.isDoubtful) return false;
  expect(end.kind, text).toBe('bad');
  expect(simulated(compiled, [...values, checksum ^ 1n]).kind, text).toBe('stuck');
  return true;
}

/** The two agree, whatever the run rests on. */
function agree(text: string, seed: number, model: DataModel, options: CompileOptions): void {
  expect(compared(text, seed, model, options), text).toBe(true);
}

test.each([
  ['LP64', {}],
  ['ILP32', {}],
  ['LP64', { limits: { inlined: 0 } }],
  ['LP64', { unwinds: true }],
  ['LP64', { byteOrder: 'big' }],
  ['ILP32', { byteOrder: 'big' }],
] as const)('random programs mean the same to the encoder and to the interpreter (%s, %o)', (model, options) => {
  fc.assert(
    fc.property(fc.nat(), (seed) => agree(randomProgram(seed), seed, model, options)),
    { numRuns: 20 },
  );
});

test.each([
  ['calls inlined', {}],
  ['calls laid out once', { limits: { inlined: 0 } }],
  ['loops of constants executed', { unwinds: true }],
] as const)('jumps of all kinds mean the same to the encoder and to the interpreter (%s)', (_, options) => {
  fc.assert(
    fc.property(fc.nat(), (seed) => agree(randomControl(seed), seed, 'LP64', options)),
    { numRuns: 10 },
  );
});

test('random recursive programs mean the same to the encoder and to the interpreter', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => agree(randomRecursion(seed), seed, 'LP64', {})),
    { numRuns: 15 },
  );
});

test.each([
  ['LP64', {}],
  ['ILP32', {}],
  ['LP64', { inlined: 0 }],
] as const)(
  'arrays of variable length mean the same to the encoder and to the interpreter (%s, %o)',
  (model, limits) => {
    fc.assert(
      fc.property(fc.nat(), (seed) => agree(randomVariableArrays(randomSource(seed)), seed, model, { limits })),
      { numRuns: 12 },
    );
  },
);

test.each(['LP64', 'ILP32'] as const)(
  'library calls by formula or model mean the same to the encoder and to the interpreter (%s)',
  (model) => {
    let agreeing = 0;
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        if (compared(randomLibraryCalls(randomSource(seed)), seed, model, {})) agreeing += 1;
      }),
      { numRuns: 12 },
    );
    expect(agreeing).toBeGreaterThan(10);
  },
);

test('loops that fill tables mean the same executed by a block and by the interpreter', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => agree(randomTables(randomSource(seed)), seed, 'LP64', { unwinds: true })),
    { numRuns: 15 },
  );
});
