import { mkdirSync, mkdtempSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare } from '../test/conformance/fuzz/native.ts';
import { Random } from '../test/conformance/fuzz/random.ts';
import { ask } from '../test/conformance/planted/judge.ts';
import { BUILDS, plantedTruth } from '../test/conformance/planted/native.ts';
import { plantedProgram } from '../test/conformance/planted/program.ts';
import { randomSnippet } from '../test/conformance/planted/random-snippet.ts';
import { Session } from '../test/conformance/planted/session.ts';
import { QUESTIONS, snippets } from '../test/conformance/planted/snippets.ts';

/**
 * Puts calls that C leaves open or undefined into random programs, and compares answers with GCC's code:
 * `node scripts/run.mjs scripts/planted.ts [--first 1] [--count 1000] [--seconds 2] [--only NAME] [--one] [--output FOLDER]`.
 * They are the programs of `test/undefined`, random calls of library functions (`call-NAME`), random
 * operations (`arithmetic`), and bytes that are no truth values (`truth-value`). GCC compiles at two levels
 * of optimisation, and with sanitisers. A TRUE, or a proved check, is wrong where a run comes to what is
 * planted and it matters. An alarm is wrong where no run comes there. Refused claims, runs that contradict
 * proofs, and internal errors count apart. Exit code 1 if there is any of these, and the snippet has no known
 * flaw. `--only`: snippets whose names have this part. `--one`: one question about each program instead of
 * two. FOLDER gets the programs.
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
const files = snippets().filter(({ treatment }) => treatment !== 'error');
const session = new Session(folder, 1000 * Number(values.seconds));
const counts = new Map<string, number>();
const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
const print = (): void => {
  for (const [what, number] of [...counts].sort()) writeSync(1, `${number} ${what}\n`);
  const flaws = ['wrong', 'refused claim', 'contradiction', 'internal error'].map(
    (kind) => `${kind}: ${QUESTIONS.reduce((sum, question) => sum + (counts.get(`${question}: ${kind}`) ?? 0), 0)}`,
  );
  writeSync(1, `${counts.get('programs') ?? 0} programs; ${flaws.join(', ')}\n`);
};
/** Programs after which counts are printed, so that a run that is stopped has told of most. */
const PRINTED = 50;
for (let seed = Number(values.first); (counts.get('programs') ?? 0) < Number(values.count); seed++) {
  const program = plantedProgram(seed, (random) => randomSnippet(random, files));
  if (!program.snippet.name.includes(values.only)) continue;
  const truth = plantedTruth(program, folder);
  if (truth.kind === 'skipped') {
    count(`skipped: ${truth.why}`);
    continue;
  }
  const { name, known } = program.snippet;
  for (const question of values.one ? [QUESTIONS[seed % QUESTIONS.length]] : QUESTIONS) {
    const { outcome, why, text } = await ask(question, program, truth.runs, new Random(seed), session);
    const isFlaw = outcome !== 'right' && outcome !== 'open';
    const isKnown = known?.questions.includes(question) ?? false;
    count(`${question}: ${isFlaw && isKnown ? 'known' : outcome}`);
    if (!isFlaw) continue;
    writeSync(1, `seed ${seed} ${name} ${question}: ${isKnown ? `known (${known?.why})` : outcome}: ${why}\n`);
    writeFileSync(join(values.output, `${outcome.replace(' ', '-')}-${question}-${seed}-${name}.c`), text);
    if (!isKnown) process.exitCode = 1;
  }
  count('programs');
  if ((counts.get('programs') ?? 0) % PRINTED === 0) print();
}
rmSync(folder, { recursive: true });
print();
