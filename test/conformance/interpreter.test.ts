import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseProgram } from '../../src/c/index.ts';
import { preprocess } from '../../src/c/source/preprocess.ts';
import { runProgram, scriptedInputs } from '../../src/interpreter/index.ts';
import { buildProgram } from '../../src/program/passes.ts';
import { scratchFolder } from '../scratch.ts';
import { automatonFlaws } from './automaton-flaws.ts';
import { compareSeed, csmithHeaders } from './csmith.ts';

/** Programs whose behaviour is known, run in the interpreter. */

const SHARED = resolve(process.env.LEMMATA_SHARED ?? '../shared');
const present = existsSync(join(SHARED, 'conformance'));
if (!present) console.log(`skipped: no conformance programs at ${SHARED} (set LEMMATA_SHARED)`);
const headers = csmithHeaders();
if (headers === null) console.log('skipped: no csmith here');

/** A header that six of the torture programs include and that comes with none. */
const extra = scratchFolder('interpreter');
writeFileSync(join(extra, 'fsl-header.h'), '#include <stddef.h>\n');

/** Programs that rely on a file that does not exist: whether one opens is an input of the run. */
const ON_FILES = ['fopen-enoent.c'];

/** What a file prints on both streams, and how it ends ("" for exit 0). Its automata are well-formed, also once linked. */
async function behaviour(file: string, hotAfter: number | undefined): Promise<{ printed: string; flaw: string }> {
  const { text } = await preprocess(file, { model: 'LP64', includes: [extra] });
  const program = buildProgram(parseProgram([{ text, file }], { model: 'LP64' }));
  const chunks: Buffer[] = [];
  const print = (bytes: Uint8Array): number => chunks.push(Buffer.from(bytes));
  const malformed = automatonFlaws(program, 'abort');
  if (malformed.length > 0) return { printed: '', flaw: malformed.join(', ') };
  const { outcome } = runProgram(program, {
    inputs: scriptedInputs([]),
    errorFunctions: [],
    maxSteps: 500_000_000,
    hotAfter,
    stdout: print,
    stderr: print,
  });
  const printed = Buffer.concat(chunks).toString('latin1');
  return { printed, flaw: outcome.kind === 'exit' && outcome.status === 0 ? '' : JSON.stringify(outcome) };
}

/** Files that do not end with status 0, or print something else than their `.expected` file says. */
async function failures(suite: string): Promise<{ count: number; failed: string[] }> {
  const folder = join(SHARED, 'conformance', suite);
  const names = readdirSync(folder).filter(
    (name) => name.endsWith('.c') && !name.endsWith('.end.c') && !ON_FILES.includes(name),
  );
  const failed: string[] = [];
  for (const [index, name] of names.entries()) {
    try {
      // Loops as JavaScript at once, or later.
      const { printed, flaw } = await behaviour(join(folder, name), index % 2 === 0 ? 1 : undefined);
      const expected = join(folder, `${name}.expected`);
      if (flaw !== '') failed.push(`${name}: ${flaw}`);
      else if (existsSync(expected) && readFileSync(expected, 'latin1') !== printed)
        failed.push(`${name}: other output`);
    } catch (error) {
      failed.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { count: names.length, failed };
}

describe.runIf(present)('the interpreter', { timeout: 600_000 }, () => {
  it('runs the c-testsuite', async () => {
    const { count, failed } = await failures('c-testsuite');
    console.log(`c-testsuite: ${count - failed.length} of ${count}`);
    expect(failed).toEqual([]);
  });

  it('runs the torture programs to their end', async () => {
    const { count, failed } = await failures('torture');
    console.log(`torture: ${count - failed.length} of ${count}`);
    expect(failed).toEqual([]);
  });
});

describe.runIf(headers !== null)('random programs', { timeout: 300_000 }, () => {
  it.each([3, 5, 107, 153])('seed %i prints what gcc prints', async (seed) => {
    expect((await compareSeed(seed, headers!)).kind).not.toBe('different');
  });
});
