import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { modulesIn, runChecks } from './ablation/checks.ts';
import { Journal, type Run } from './ablation/journal.ts';
import { partsToTry } from './ablation/plan.ts';
import { runTask } from './ablation/run.ts';
import { type DrawnTask, drawTasks } from './ablation/sample.ts';
import { page } from './ablation/table.ts';

/**
 * Measures what each part of the command earns: the default set minus x, for each part x.
 *
 *     node scripts/run.mjs scripts/ablation.ts FOLDER [run] [checks] [--write]
 *
 * `run` draws 150 tasks of the folder that `LEMMATA_SHARED` names. A bundle that records which parts
 * took part in an answer runs each of them once. Then the script runs the tasks again without a part,
 * where that part took part in the answer. All runs of a task follow each other, so that the load of
 * the machine weighs on all. FOLDER gets bundle and journal. The script may be stopped at any time, as
 * runs in the journal are not repeated. `checks` asks `check` about each module with all parts and without
 * those of the analysis. A journal of its own lists the proved checks. `--write` makes
 * docs/ablation.md. FOLDER must lie in the project, so that the bundle finds its packages.
 *
 * A run has 10 s of CPU and one core. It works on Linux only.
 */

const CORES = [0, 1];
const SECONDS = 10;

const [folderText, ...words] = process.argv.slice(2);
if (folderText === undefined) throw new Error('ablation.ts FOLDER [run] [--write]');
const folder = resolve(folderText);
const journal = new Journal(join(folder, 'journal.jsonl'));
const shared = resolve(process.env.LEMMATA_SHARED ?? '../shared');
const tasks = drawTasks(shared);

if (words.includes('run')) {
  mkdirSync(folder, { recursive: true });
  const dist = join(folder, 'dist');
  const build = ['scripts/build.mjs', '--no-types', '--plugin', 'scripts/ablation/plugin.mjs', '--out', dist];
  if (!words.includes('--built')) execFileSync(process.execPath, build, { stdio: 'inherit' });
  const next = tasks.values();
  const work = async (core: number): Promise<void> => {
    const settings = { command: join(dist, 'cli.js'), core, seconds: SECONDS, folder };
    const runOnce = async (task: DrawnTask, part: string): Promise<Run> => {
      const known = journal.get(task.id, part);
      if (known !== undefined) return known;
      const run = await runTask(task, part, settings);
      journal.add(run);
      console.error(`${new Date().toISOString().slice(11, 19)} ${task.id} ${part}: ${run.verdict} ${run.seconds}`);
      return run;
    };
    for (const task of next) for (const part of partsToTry(await runOnce(task, ''), journal)) await runOnce(task, part);
  };
  await Promise.all(CORES.map(work));
}
if (words.includes('checks')) {
  mkdirSync(folder, { recursive: true });
  const settings = { command: join(folder, 'dist/cli.js'), core: CORES[0], seconds: SECONDS, folder };
  await runChecks(modulesIn(shared), join(folder, 'checks.jsonl'), settings);
}
const text = page(tasks, journal);
if (words.includes('--write')) writeFileSync('docs/ablation.md', text);
else console.log(text);
process.exit(0);
