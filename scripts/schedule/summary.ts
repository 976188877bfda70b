import type { Stage } from '../../src/race/options/portfolio-set.ts';
import { type Condition, describe, meets, stageCondition } from './classes.ts';
import type { EngineChoice, Matrix } from './matrix.ts';
import type { Sample } from './samples.ts';
import type { LearnedClass } from './tree.ts';

/** The results of an engine on the tasks of a class. */
interface EngineSummary {
  readonly engine: EngineChoice;
  /** Tasks on which it was run. */
  readonly tasks: number;
  readonly solved: number;
  /** Tasks that no other engine solved. */
  readonly alone: number;
  /** Median seconds of CPU of the tasks that it solved, without the certificate; null: it solved none. */
  readonly median: number | null;
}

export interface ClassSummary {
  readonly class: string;
  readonly tasks: number;
  /** Tasks that at least one engine solved. */
  readonly solved: number;
  readonly engines: readonly EngineSummary[];
}

/** Summarises a matrix by classes of systems, without naming tasks. */
export function summaryOf(samples: readonly Sample[], classes: readonly Condition[]): readonly ClassSummary[] {
  return classes.map((condition) => {
    const own = samples.filter((sample) => meets(sample.class, condition));
    const engines = [...new Set(own.flatMap(({ trials }) => [...trials.keys()]))].sort();
    return {
      class: describe(condition),
      tasks: own.length,
      solved: own.filter(({ trials }) => [...trials.values()].some(({ solves }) => solves)).length,
      engines: engines.map((engine) => engineSummary(engine, own)),
    };
  });
}

function engineSummary(engine: EngineChoice, samples: readonly Sample[]): EngineSummary {
  const run = samples.filter(({ trials }) => trials.has(engine));
  const solved = run.filter(({ trials }) => trials.get(engine)?.solves);
  const alone = solved.filter(({ trials }) => [...trials].every(([other, { solves }]) => other === engine || !solves));
  const times = solved.map(({ trials }) => trials.get(engine)?.ends ?? 0).sort((a, b) => a - b);
  const median = times.length === 0 ? null : Math.round(1000 * times[Math.floor((times.length - 1) / 2)]) / 1000;
  return { engine, tasks: run.length, solved: solved.length, alone: alone.length, median };
}

/** The classes as stages of a portfolio. The largest class comes last and takes all remaining systems. */
export function stagesOf(classes: readonly LearnedClass[]): readonly Stage[] {
  const order = [...classes].sort((a, b) => a.tasks - b.tasks);
  return order.map(({ condition, order: slices }, index) => {
    const entries = slices.map(({ engine, seconds }) =>
      engine === 'bmc:z3' ? { engine: 'bmc' as const, options: { solver: 'z3' }, seconds } : { engine, seconds },
    );
    return index === order.length - 1 ? { order: entries } : { when: stageCondition(condition), order: entries };
  });
}

/**
 * A page in Markdown: the measurements, the worth of the learned schedules, and the results of engines
 * on each class.
 */
export function learnedPage(
  matrix: Matrix,
  samples: readonly Sample[],
  classes: readonly LearnedClass[],
  comparison: string,
): string {
  const tasks = [...matrix.tasks.values()];
  const quick = tasks.filter((task) => task.quick !== null).length;
  const families = new Set(tasks.map(({ family }) => family)).size;
  const stopped = [...matrix.runs.values()].flatMap((runs) => [...runs.values()].filter(({ end }) => end === 'limit'));
  const limits = stopped.map(({ limit }) => limit).sort((a, b) => a - b);
  const head = [
    '# Measured schedules',
    '',
    '`scripts/engine-matrix.ts` ran each engine alone on verification tasks, without lemmas of others. `scripts/learn-schedule.ts` learned schedules from its journal,',
    'compared them, and made this page. The option `--write` puts them into the default set of `portfolio.json`.',
    '',
    `The journal has ${tasks.length} tasks of ${families} families. The quick stage decides ${quick} of them. Engines were run on ${samples.length} of the others. An engine`,
    `that did not end was stopped after ${limits[0] ?? 0} to ${limits.at(-1) ?? 0} s of its thread's CPU time. It was stopped sooner if another one decided the task. Not every engine`,
    'was run on every task. The journal knows nothing about longer runs: a schedule then continues like the one before it.',
    '',
    '## The worth of the schedules',
    '',
    'No family is in two folds. Each fold has the schedule that was learned on the others, classes included. Figures are computed from the journal for one core. They are seconds of',
    'CPU from the start of the race to the verdict, with the starts of threads and the certificate. The constants of the learner were chosen with this table in view. Its first',
    'row is therefore a little better than it would be on other tasks.',
    '',
    comparison,
    '',
    '## Classes',
  ];
  const sections = summaryOf(
    samples,
    classes.map(({ condition }) => condition),
  ).map((one, index) => [
    '',
    `### ${one.class}: ${one.solved} of ${one.tasks} tasks solved by some engine`,
    '',
    '| engine | tasks | solved | alone | median s |',
    '|---|---|---|---|---|',
    ...one.engines.map(
      ({ engine, tasks: run, solved, alone, median }) =>
        `| ${engine} | ${run} | ${solved} | ${alone} | ${median ?? ''} |`,
    ),
    '',
    `Schedule: ${classes[index].order.map(({ engine, seconds }) => `${engine} ${seconds}`).join(', ')}.`,
  ]);
  return `${[...head, ...sections.flat()].join('\n')}\n`;
}
