import { readFileSync, statSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import type { Journal, Run } from './journal.ts';
import { PARTS } from './parts.ts';
import { tookPart } from './plan.ts';
import type { DrawnTask } from './sample.ts';

/** The page of the journal. Tasks that have not been run yet do not count. */
export function page(tasks: readonly DrawnTask[], journal: Journal): string {
  const logged = tasks.flatMap(({ id }) => journal.get(id, '') ?? []);
  const solved = logged.filter(({ verdict }) => verdict !== 'UNKNOWN');
  const cpu = logged.reduce((sum, { seconds }) => sum + seconds, 0);
  return `# The gain of each part

\`scripts/ablation.ts\` runs the default set without one part, for each part:

\`\`\`sh
LEMMATA_SHARED=FOLDER node scripts/run.mjs scripts/ablation.ts dist-ablation run --write
\`\`\`
A seed draws 150 tasks that no slice was tuned on. So far ${logged.length} were run, with 10 s of CPU time on one core each.
The default set solves ${solved.length}, ${
    logged.filter(({ wrong }) => wrong).length
  } with a wrong answer, in ${cpu.toFixed(0)} s in all.
A first run of a task records what took part in its answer. Then the task is run once more with all parts, and once without each of these.
A part is tried on at most 40 solved tasks, and on at most 12 if it takes part in most answers. Parts that took more than 3 % of the CPU time are tried for their time, too. The machine had other work.
Tasks that stay open with all parts were not tried without one, so that *gained* is a lower bound.

## Parts
Column *part* counts the solved tasks in whose answer the part took part. Column *lost* counts tasks that are solved only with the part, *gained* those solved only without it.
Column *CPU* has the median of ratios, without the part to with it, on tasks that both solve. Lines are those of the part's own files.
The exchange is off on one core; its row says what adding it does.
Parts without a tried task were judged by programs of the tests.

${table(
  ['x', 'part', 'tried', 'lost', 'gained', 'CPU', 'lines', 'decision'],
  PARTS.map(({ name, files, decision }) => {
    const { tried, lost, gained, ratios } = compare(journal, name);
    const part = solved.filter((run) => tookPart(run).includes(name)).length;
    return [
      name,
      part,
      tried,
      lost,
      gained,
      ratios.length === 0 ? '' : median(ratios).toFixed(2),
      linesOf(files),
      decision,
    ];
  }),
)}

## Sample
${table(
  ['set', 'tasks', 'solved', 'engines that decided'],
  [...new Set(tasks.map(({ set }) => set))].sort().map((set) => {
    const runs = tasks.filter((task) => task.set === set).flatMap(({ id }) => journal.get(id, '') ?? []);
    const answered = runs.filter(({ verdict }) => verdict !== 'UNKNOWN');
    return [set, runs.length, answered.length, countsOf(answered.map(decider))];
  }),
)}

## CPU time
Shares of the CPU time of all recorded runs, solved or not: ${countsText(sharesOf(logged))}.
`;
}

interface Comparison {
  readonly tried: number;
  readonly lost: number;
  readonly gained: number;
  readonly ratios: readonly number[];
}

/** Runs without a part beside runs with it. A task counts as solved with it if one of both runs solves it. */
function compare(journal: Journal, part: string): Comparison {
  const pairs = journal.runs
    .filter((run) => run.part === part)
    .flatMap((without) => {
      const [first, again] = ['', 'again'].map((name) => journal.get(without.task, name));
      return first === undefined || again === undefined ? [] : [{ without, first, again }];
    });
  const isSolved = ({ verdict }: Run): boolean => verdict !== 'UNKNOWN';
  return {
    tried: pairs.length,
    lost: pairs.filter(({ without, first, again }) => !isSolved(without) && isSolved(first) && isSolved(again)).length,
    gained: pairs.filter(({ without, first, again }) => isSolved(without) && !isSolved(first) && !isSolved(again))
      .length,
    ratios: pairs
      .filter(({ without, again }) => isSolved(without) && isSolved(again))
      .map(({ without, again }) => without.seconds / again.seconds),
  };
}

const decider = ({ stage, engine }: Run): string => (stage === 'race' ? `${engine}` : `${engine} (${stage})`);

function countsOf(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}

/** Per cent of the CPU time by part. */
function sharesOf(runs: readonly Run[]): readonly (readonly [string, number])[] {
  const all = runs.reduce((sum, { seconds }) => sum + 1000 * seconds, 0);
  const spent = new Map<string, number>();
  for (const { deeds } of runs)
    for (const [name, [, milliseconds]] of Object.entries(deeds)) {
      const part = name.replace(/:in vain$/, '');
      spent.set(part, (spent.get(part) ?? 0) + milliseconds);
    }
  return [...spent].map(([name, milliseconds]) => [name, (100 * milliseconds) / all] as const);
}

function countsText(shares: readonly (readonly [string, number])[]): string {
  const shown = shares.filter(([, share]) => share >= 0.1).sort((a, b) => b[1] - a[1]);
  return shown.map(([name, share]) => `${name} ${share.toFixed(1)} %`).join(', ');
}

function linesOf(patterns: readonly string[]): number | string {
  const files = patterns.flatMap((pattern) => globSync(pattern)).filter((file) => statSync(file).isFile());
  if (files.length === 0) return '';
  return files.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

function table(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}
