import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { FrontEndError } from '../../src/c/diagnostics.ts';
import { preprocess } from '../../src/c/source/preprocess.ts';
import { replay } from '../../src/certify/replay/replay.ts';
import { simulate } from '../../src/engines/runs/sim/sim.ts';
import { loadZ3, type Z3Api } from '../../src/logic/z3/index.ts';
import { CHECK_KINDS, undefinedBeside } from '../../src/program/cfa/checks/kinds.ts';
import type { ProgramOptions } from '../../src/program/passes.ts';
import { certifiedVerdict } from '../certified-verdict.ts';
import { scratchFolder } from '../scratch.ts';
import { type Compiled, compile } from '../unit/system/encode/compile.ts';
import { FOLDER, type Snippet, snippets } from './planted/snippets.ts';

/**
 * Each program of `test/undefined`: what C does not define is treated as its first lines, and the table in
 * docs/undefined.md, say.
 */

const folder = scratchFolder('undefined');
/** Runs of a program that formulas leave open. */
const RUNS = 100;
const HEAD = 'extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n';

let z3: Z3Api;
beforeAll(async () => {
  z3 = await loadZ3();
});

/** The program of a file, as the command compiles it without a property file. */
async function compiled(file: string, options: ProgramOptions): Promise<Compiled> {
  const { text } = await preprocess(file, { model: 'LP64' });
  return compile(text, 'LP64', { openOrder: true, ...options });
}

/** The verdict of the program with a main function that may take the planted way. */
async function verdictOf({ name, text }: Snippet, main: string, options: ProgramOptions): Promise<string> {
  const file = join(folder, `${name}.c`);
  writeFileSync(file, `${HEAD}${text}\nint main(void) { ${main} return 0; }\n`, 'latin1');
  const asked = await compiled(file, options);
  const verdict = certifiedVerdict(asked, z3);
  // Runs of the interpreter need none of the values that formulas put for what they leave open.
  return verdict === 'UNKNOWN' && isReached(asked) ? 'FALSE' : verdict;
}

/** Whether one of a few runs comes to the error, also when it is repeated. */
function isReached({ program, linked: { errorFunctions } }: Compiled): boolean {
  const context = { program, errorFunctions, options: { runs: RUNS }, seed: 1, stopped: () => false, note: () => {} };
  const claim = simulate(context);
  if (claim.kind !== 'unsafe' || claim.run.kind !== 'program') return false;
  return replay({ program, errorFunctions, inputs: claim.run.inputs, approximations: [] }).kind === 'reproduced';
}

/** Whether the answer to the question that shows the treatment has a known flaw. */
function isKnown({ treatment, known }: Snippet): boolean {
  const question = CHECK_KINDS.some((kind) => kind === treatment) ? 'check' : 'verify';
  return known?.questions.includes(question) ?? false;
}

/** How what is planted is treated. */
async function treatmentOf(snippet: Snippet): Promise<string> {
  const { name, treatment, value } = snippet;
  if (treatment === 'error') {
    const refused = await compiled(join(FOLDER, `${name}.c`), {}).catch((error: unknown) => error);
    return refused instanceof FrontEndError ? 'error' : 'accepted';
  }
  const kind = CHECK_KINDS.find((one) => one === treatment);
  if (kind !== undefined) {
    // A contested case is no alarm, and not proved, until the user calls it a fault.
    const options: ProgramOptions = { checks: [kind], gaps: undefinedBeside([kind]), contested: { [kind]: 'strict' } };
    const verdict = await verdictOf(snippet, 'planted(__VERIFIER_nondet_int() & 1);', options);
    return verdict === 'FALSE' ? kind : `verdict ${verdict}`;
  }
  const main = `int bad = __VERIFIER_nondet_int(); if (bad == 1 && planted(bad) != ${value}) reach_error();`;
  const verdict = await verdictOf(snippet, main, { gaps: undefinedBeside([]), guarded: true });
  if (treatment === 'GCC') return verdict === 'TRUE' ? 'GCC' : `verdict ${verdict}`;
  if (treatment === 'gap') return verdict === 'UNKNOWN' ? 'gap' : `verdict ${verdict}`;
  return verdict === 'UNKNOWN' || verdict === 'FALSE' ? 'any' : `verdict ${verdict}`;
}

/** The same question as {@link treatmentOf}, about an error that no run meets before the gap. */
async function behind(snippet: Snippet): Promise<string> {
  const main = 'if (__VERIFIER_nondet_int() == 1) { planted(1); reach_error(); }';
  return verdictOf(snippet, main, { gaps: undefinedBeside([]), guarded: true });
}

describe('errors behind gaps', () => {
  it.each(snippets().filter(({ treatment }) => treatment === 'gap'))('$name', async (snippet) => {
    expect(await behind(snippet)).not.toBe('FALSE');
  });
});

describe('programs that C does not define', () => {
  it.each(snippets())('$name', async (snippet) => {
    const treatment = await treatmentOf(snippet);
    // A known flaw that is none any more loses its line.
    if (isKnown(snippet)) expect(treatment).not.toBe(snippet.treatment);
    else expect(treatment).toBe(snippet.treatment);
  });
});
