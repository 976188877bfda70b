import { mkdirSync, mkdtempSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare } from '../test/conformance/fuzz/native.ts';
import { Random } from '../test/conformance/fuzz/random.ts';
import { ask } from '../test/conformance/planted/judge.ts';
import { BUILDS, plantedTruth } from '../test/conformance/planted/native.ts';
import { plantedProgram } from '../test/conformance/planted/program.ts';
import { QUESTIONS, snippets } from '../test/conformance/planted/snippets.ts';

/**
 * Puts calls that C leaves open or undefined into random programs, and compares answers with GCC's code:
 * `node scripts/run.mjs scripts/planted.ts [--first 1] [--count 1000] [--seconds 2] [--only NAME] [--one] [--output FOLDER]`.
 * GCC compiles at two levels of optimisation, and with sanitisers. A TRUE, or a proved check, is wrong where a
 * run comes to what is planted and it matters. An alarm is wrong where no run comes there. Exit code 1 if an
 * answer is wrong or missing, and the snippet has no known flaw. `--only`: snippets whose names have this part.
 * `--one`: one question about each program instead of two. FOLDER gets the programs.
 */

const { values } = parseArgs({
  options: {
    first: { type: 'string', default: '1' },
    count: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    one: { type: 'boolean', default: false },
    output: { type: 'string', default: '/tmp/lemmata-planted' },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'lemmata-planted-'));
mkdirSync(values.output, { recursive: true });
prepare(folder, BUILDS);
const all = snippets().filter(({ treatment, name }) => treatment !== 'error' && name.includes(values.only));
const setting = { folder, tool: 'dist/cli.js', seconds: Number(values.seconds) };
const counts = new Map<string, number>();
const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
for (let done = 0, seed = Number(values.first); done < Number(values.count); seed++) {
  const program = plantedProgram(seed, all);
  const truth = plantedTruth(program, folder);
  if (truth.kind === 'skipped') {
    count(`skipped: ${truth.why}`);
    continue;
  }
  done++;
  const { name, known } = program.snippet;
  for (const question of values.one ? [QUESTIONS[seed % QUESTIONS.length]] : QUESTIONS) {
    const { outcome, why, text } = ask(question, program, truth.runs, new Random(seed), setting);
    const isFlaw = outcome === 'wrong' || outcome === 'broken';
    const isKnown = known?.questions.includes(question) ?? false;
    count(`${question}: ${isFlaw && isKnown ? 'known' : outcome}`);
    if (!isFlaw) continue;
    writeSync(1, `seed ${seed} ${name} ${question}: ${isKnown ? `known (${known?.why})` : outcome}: ${why}\n`);
    writeFileSync(join(values.output, `${outcome}-${question}-${seed}-${name}.c`), text);
    if (!isKnown) process.exitCode = 1;
  }
}
rmSync(folder, { recursive: true });
for (const [what, number] of [...counts].sort()) writeSync(1, `${number} ${what}\n`);
