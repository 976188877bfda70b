import type { ExchangeCounts } from './counts.ts';
import type { RunRecord } from './journal.ts';

/** The two runs of a task with the same number of threads. */
interface Pair {
  readonly task: string;
  readonly threads: number;
  readonly off: RunRecord;
  readonly on: RunRecord;
}

/**
 * Returns the tables of an ablation as Markdown. Tasks with a missing run, and those that the quick
 * stage decides, are left out.
 */
export function report(runs: readonly RunRecord[]): string {
  const pairs = pairsOf(runs);
  const threads = [...new Set(pairs.map((pair) => pair.threads))].sort((a, b) => a - b);
  const groups = threads.map((n) => pairs.filter((pair) => pair.threads === n));
  const sections = [worth(groups), traffic(groups), ...groups.map(differences), authors(pairs), tasks(pairs)];
  return sections.filter((section) => section !== '').join('\n\n');
}

function pairsOf(runs: readonly RunRecord[]): readonly Pair[] {
  return runs.flatMap((off) => {
    if (off.exchange || off.stage === 'quick') return [];
    const on = runs.find((run) => run.exchange && run.task === off.task && run.threads === off.threads);
    return on === undefined || on.stage === 'quick' ? [] : [{ task: off.task, threads: off.threads, off, on }];
  });
}

/** Table of verdicts and time. */
function worth(groups: readonly (readonly Pair[])[]): string {
  const header = ['threads', 'tasks', 'right, off', 'right, on', 'wrong', 'CPU s of those that both solve, off', 'on'];
  return table(
    header,
    groups.map((pairs) => {
      const both = pairs.filter(({ off, on }) => isRight(off) && isRight(on));
      const wrong = pairs
        .flatMap(({ off, on }) => [off, on])
        .filter((run) => run.verdict !== null && !isRight(run)).length;
      const sum = (pick: (pair: Pair) => RunRecord): string =>
        both.reduce((total, pair) => total + pick(pair).seconds, 0).toFixed(1);
      const right = (pick: (pair: Pair) => RunRecord): number => pairs.filter((pair) => isRight(pick(pair))).length;
      return [
        pairs[0].threads,
        pairs.length,
        right(({ off }) => off),
        right(({ on }) => on),
        wrong,
        sum(({ off }) => off),
        sum(({ on }) => on),
      ];
    }),
  );
}

/** Table of lemmas in the runs with exchange. */
function traffic(groups: readonly (readonly Pair[])[]): string {
  const columns: readonly (readonly [string, (counts: ExchangeCounts) => number])[] = [
    ['told', ({ told }) => told],
    ['delivered', ({ delivered }) => delivered],
    ['reported useful', ({ useful }) => useful],
    ['in proofs', ({ inProof }) => inProof],
    ['refused', ({ refused }) => refused],
  ];
  return table(
    ['threads', ...columns.map(([title]) => title)],
    groups.map((pairs) => [
      pairs[0].threads,
      ...columns.map(([, pick]) => pairs.reduce((sum, { on }) => sum + (on.counts === null ? 0 : pick(on.counts)), 0)),
    ]),
  );
}

function differences(pairs: readonly Pair[]): string {
  const gained = pairs.filter(({ off, on }) => isRight(on) && !isRight(off)).map(({ task }) => task);
  const lost = pairs.filter(({ off, on }) => isRight(off) && !isRight(on)).map(({ task }) => task);
  const list = (names: readonly string[]): string =>
    names.length === 0 ? 'none' : names.map((name) => `\`${name}\``).join(', ');
  return `${pairs[0].threads} threads: solved with exchange only: ${list(gained)}. Solved without it only: ${list(lost)}.`;
}

/**
 * Table of proofs that rest on lemmas of another engine, for tasks that are not solved without
 * exchange.
 */
function authors(pairs: readonly Pair[]): string {
  const joint = pairs.filter(({ off, on }) => isRight(on) && !isRight(off) && (on.counts?.authors.length ?? 0) > 0);
  if (joint.length === 0) return 'No task was proved by several engines together that was not solved without exchange.';
  return table(
    ['needs several authors', 'threads', 'prover', 'lemmas of', 'lemmas', 'CPU s'],
    joint.map(({ task, threads, on }) => [
      task,
      threads,
      on.engine ?? '',
      on.counts?.authors.join(' ') ?? '',
      on.counts?.inProof ?? 0,
      on.seconds.toFixed(1),
    ]),
  );
}

function tasks(pairs: readonly Pair[]): string {
  const run = ({ verdict, engine, seconds }: RunRecord): string =>
    verdict === null ? '-' : `${verdict ? 'TRUE' : 'FALSE'} ${engine ?? ''} ${seconds.toFixed(1)}`;
  return table(
    ['task', 'threads', 'off', 'on', 'told', 'delivered', 'in proof', 'of'],
    pairs.map(({ task, threads, off, on }) => [
      task,
      threads,
      run(off),
      run(on),
      on.counts?.told ?? '',
      on.counts?.delivered ?? '',
      on.counts?.inProof ?? '',
      on.counts?.authors.join(' ') ?? '',
    ]),
  );
}

function isRight({ verdict, expected }: RunRecord): boolean {
  return verdict !== null && (expected === null || verdict === expected);
}

function table(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}
