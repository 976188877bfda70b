import { mkdirSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../test/conformance/fuzz/random.ts';
import { oneMutant } from '../test/conformance/mutants/mutations.ts';
import { compiled } from '../test/conformance/mutants/native.ts';
import { examine } from '../test/conformance/mutants/run.ts';
import { header } from '../test/program-header.ts';

/**
 * Puts small faults into programs whose verdict is TRUE, asks about all checks of the mutants, and runs
 * them under sanitisers on random inputs:
 * `node scripts/run.mjs scripts/mutants.ts [--count 100] [--seed 1] [--seconds 5] [--runs 30] [FOLDER...]`.
 * A TRUE is wrong if a sanitiser reports a fault of that kind first. Exit code 1 if there is one.
 */

const { values, positionals } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '5' },
    runs: { type: 'string', default: '30' },
    output: { type: 'string', default: '/tmp/lemmata-mutants' },
  },
  allowPositionals: true,
});

/** Writes a line at once: nothing else runs while a program is examined. */
function say(line: string): void {
  writeSync(1, `${line}\n`);
}

/** Programs that one binary of this machine can stand for. */
function isUsable(text: string): boolean {
  const facts = header(text);
  const odd = ['data-model', 'entry', 'externals', 'no-run', 'malloc', 'interrupts', 'volatile', 'devices'].some(
    (key) => facts.has(key),
  );
  return !odd && (facts.get('verdict') ?? 'TRUE') === 'TRUE' && !/pthread|setjmp|getchar|\bargv\b/.test(text);
}

const folders = positionals.length > 0 ? positionals : ['test/programs'];
const programs = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => /\.[ci]$/.test(name))
    .sort()
    .map((name) => join(folder, name)),
);
const random = new Random(Number(values.seed));
const settings = { tool: 'dist/cli.js', seconds: Number(values.seconds), runs: Number(values.runs) };
const counts = new Map<string, number>();
mkdirSync(values.output, { recursive: true });
for (let done = 0, tries = 0; done < Number(values.count) && tries < 100 * Number(values.count); tries++) {
  const file = programs[random.below(programs.length)];
  const text = readFileSync(file, 'utf8');
  const mutant = isUsable(text) ? oneMutant(text, random) : null;
  if (mutant === null || compiled(mutant.text) === compiled(text)) continue;
  const found = examine(mutant.text, values.output, `mutant-${values.seed}-${done}`, settings);
  const { outcome, what, answers } = found;
  counts.set(`${mutant.mutation}: ${outcome}`, (counts.get(`${mutant.mutation}: ${outcome}`) ?? 0) + 1);
  say(`${done} ${outcome} ${file}:${mutant.line} ${mutant.mutation} ${JSON.stringify(answers)} ${what}`);
  if (outcome === 'wrong') process.exitCode = 1;
  done++;
}
for (const [name, count] of [...counts].sort()) say(`${name} ${count}`);
