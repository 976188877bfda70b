import { beforeAll, expect, test } from 'vitest';
import type { Statement } from '../src/c/ast.ts';
import { parseProgram } from '../src/c/index.ts';
import { Layout } from '../src/c/types/layout.ts';
import type { DataModel } from '../src/c/types/types.ts';
import { runProgram, seededInputs } from '../src/interpreter/index.ts';
import { loadZ3, type Z3Api } from '../src/logic/z3/index.ts';
import type { Entry } from '../src/program/cfa/entry-options.ts';
import { isUndisturbed } from '../src/program/cfa/surroundings.ts';
import { decide } from './conformance/fuzz/decide.ts';
import { build, entryOf, surroundingsOf, testPrograms } from './program-header.ts';

/**
 * A proof of a program that is right says little by itself: with an error in any block that some
 * run reaches, it must be none any more. (An error behind a slicer's "never", or behind a condition
 * that holds "on both sides", would stay proved.)
 */
const FOLDER = new URL('programs/', import.meta.url).pathname;
/** Runs of the interpreter, on different inputs, that tell which blocks are reached. */
const RUNS = 12;
const MOST_STEPS = 20_000;
/** Milliseconds for an engine: a wrong proof is found soon or not at all. */
const LIMIT = 350;
/** The same where the short time found no error in any block, as on a slow machine. */
const LONG_LIMIT = 5_000;
const PROBE = 'vacuity_probe';

let z3: Z3Api;
beforeAll(async () => {
  z3 = await loadZ3();
});

interface Position {
  readonly line: number;
  readonly column: number;
}

/** Where the blocks inside a statement begin and end. */
function* blocks(statement: Statement): Generator<Position> {
  switch (statement.kind) {
    case 'block':
      yield statement.at;
      yield statement.end;
      for (const inner of statement.body) yield* blocks(inner);
      break;
    case 'if':
      yield* blocks(statement.then);
      if (statement.otherwise !== null) yield* blocks(statement.otherwise);
      break;
    case 'while':
    case 'do':
    case 'for':
    case 'switch':
    case 'case':
    case 'default':
    case 'label':
      yield* blocks(statement.body);
      break;
    case 'empty':
    case 'expression':
    case 'declaration':
    case 'vla-length':
    case 'goto':
    case 'computed-goto':
    case 'break':
    case 'continue':
    case 'return':
    case 'asm':
      break;
  }
}

/**
 * The program with a call of the probe behind each opening brace and before each closing one, one
 * call at a time.
 */
function variants(text: string, model: DataModel): string[] {
  const unit = parseProgram([{ text, file: 'program.c' }], { model });
  const positions = unit.functions.flatMap(({ definition }) =>
    definition === null ? [] : [...blocks(definition.body)],
  );
  const lines = text.split('\n');
  return positions.flatMap(({ line, column }) => {
    const brace = lines[line - 1][column - 1];
    if (brace !== '{' && brace !== '}') return [];
    const at = brace === '{' ? column : column - 1;
    const changed = `${lines[line - 1].slice(0, at)}; ${PROBE}(); ${lines[line - 1].slice(at)}`;
    return [`void ${PROBE}(void) {}\n${lines.with(line - 1, changed).join('\n')}`];
  });
}

/** Whether some of several runs comes to the probe, without anything undefined before. */
function isReached(text: string, model: DataModel, entry?: Entry): boolean {
  const program = build(text, model, entry);
  return Array.from({ length: RUNS }, (_, seed) => seed).some((seed) => {
    const inputs = seededInputs(seed, seed === 0 ? 'zero' : 'mix', {
      layout: new Layout({ dataModel: model, byteOrder: 'little' }),
    });
    const { outcome, approximate } = runProgram(program, { inputs, errorFunctions: [PROBE], maxSteps: MOST_STEPS });
    return outcome.kind === 'error' && approximate.length === 0;
  });
}

for (const { name, text, facts } of testPrograms(FOLDER, { inside: true })) {
  if (facts.get('verdict') !== 'TRUE') continue;
  // An error in a block shows nothing where no run is known to reach the block, or only acts from outside lead there.
  test.skipIf(facts.has('no-run') || !isUndisturbed(surroundingsOf(facts)))(
    `${name} with an error in each block`,
    () => {
      const model = text.includes('// data-model: ILP32') ? 'ILP32' : 'LP64';
      const entry = entryOf(facts);
      const reached = variants(text, model).filter((variant) => isReached(variant, model, entry));
      expect(reached.length).toBeGreaterThan(0);
      const verdictWithin = (limit: number, variant: string): string =>
        decide(variant, { z3, limit, seed: 1, model, errorFunction: PROBE, entry }).verdict;
      const verdicts = reached.map((variant) => verdictWithin(LIMIT, variant));
      expect(reached.filter((_, i) => verdicts[i] === 'TRUE')).toEqual([]);
      // Nobody knows them all in such a short time, but an entry of main is not hard.
      const isFound =
        verdicts.includes('FALSE') || reached.some((variant) => verdictWithin(LONG_LIMIT, variant) === 'FALSE');
      expect(isFound).toBe(true);
    },
  );
}
