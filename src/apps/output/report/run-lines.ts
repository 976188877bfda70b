import { counted } from '../../../base/counted.ts';
import { formatLocation, type SourceLocation } from '../../../base/source.ts';
import type { HardwareRun, ProgramRun, RunStep } from '../../../certify/replay/recorded-run.ts';
import { CHECKS, checkOf } from '../../../program/cfa/checks/kinds.ts';
import type { UnknownReason, UnsafeVerdict } from '../../../race/verdict.ts';
import { invocation } from './command-line.ts';
import { compiledText } from './evidence-text.ts';
import { inputRows } from './input-text.ts';
import type { ReportLine } from './text.ts';
import { violated, violationText } from './verdict-line.ts';
import { circumstances, undefinedText, weaknessOf } from './weakness.ts';

/** Most inputs that are shown without --verbose. */
const SHORT_INPUTS = 20;
const SHORT_STEPS = 12;

/** The run on the source, beginning with the inputs. */
export function runLines(verdict: UnsafeVerdict, verbose: boolean): readonly ReportLine[] {
  const { run, compiled } = verdict;
  const lines =
    run.kind === 'program'
      ? programLines(run, weaknessOf(run)?.happens ?? violationText(violated(verdict), run.errorFunction), verbose)
      : hardwareLines(run, verbose);
  if (compiled === undefined) return lines;
  const text = compiledText(compiled);
  const opinion: ReportLine = {
    style: compiled.outcome === 'refuted' ? 'bad' : 'head',
    text: `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
  };
  return [...lines, opinion];
}

/** The run into undefined behaviour that keeps a verification from an answer; nothing where none is known. */
export function undefinedLines(reason: UnknownReason, verbose: boolean): readonly ReportLine[] {
  if (reason.kind !== 'undefined-behaviour' || reason.run === undefined) return [];
  const weakness = weaknessOf(reason.run);
  const cwe = weakness === null ? '' : ` (CWE-${weakness.cwe})`;
  return programLines(reason.run, `${undefinedText(reason)}${cwe}`, verbose);
}

/** `happens`: the end of the run as a clause. */
function programLines(run: ProgramRun, happens: string, verbose: boolean): readonly ReportLine[] {
  const lines: ReportLine[] = [
    {
      style: 'bad',
      text: `${happens} at ${placesOf(run).map(formatLocation).join(' and ')}, after ${counted(stepCount(run), 'step')}.${circumstances(run)}`,
    },
  ];
  const called = invocation(run);
  if (called !== null) lines.push({ style: 'head', text: `Command line: ${called}` });
  if (run.inputs.length === 0) {
    if (called === null) lines.push({ style: 'head', text: 'The program takes no input on this run.' });
  } else {
    lines.push({ style: 'head', text: 'Inputs:' });
    const rows = inputRows(run.inputs);
    const shown = verbose ? rows : rows.slice(0, SHORT_INPUTS);
    lines.push(...aligned(shown.map(({ at, text }) => [`  ${formatLocation(at)}`, text])));
    const missing = rows.length - shown.length;
    if (missing > 0) lines.push({ style: 'dim', text: `  ... and ${missing} more (--verbose shows all)` });
  }
  lines.push(...stepLines(run, verbose));
  if (run.callStack.length > 1) {
    lines.push({ style: 'head', text: 'Called from:' });
    const frames = [...run.callStack].reverse();
    lines.push(
      ...aligned(
        (verbose ? frames : frames.slice(0, SHORT_STEPS)).map((frame) => [
          `  ${formatLocation(frame.at)}`,
          frame.function,
        ]),
      ),
    );
  }
  return lines;
}

/** The place where the run ends; of a data race, the places of both accesses. */
export function placesOf(run: ProgramRun): readonly SourceLocation[] {
  const other = racingStep(run);
  return other === null ? [run.error] : [run.error, other.at];
}

/** The step with the other access of a data race, in which the run ends; null: it ends otherwise. */
export function racingStep({ errorFunction, steps }: ProgramRun): RunStep | null {
  if (checkOf(errorFunction) !== 'data-race') return null;
  const { fault } = CHECKS['data-race'];
  const last = steps.at(-1);
  return steps.findLast(({ text, thread }) => text === fault && thread !== last?.thread) ?? null;
}

function stepLines(run: ProgramRun, verbose: boolean): readonly ReportLine[] {
  const steps = verbose ? run.steps : run.steps.slice(-SHORT_STEPS);
  if (steps.length === 0) return [];
  const all = steps.length === run.steps.length && run.omitted === null;
  const head = all
    ? 'Run:'
    : verbose
      ? 'Run (a part is left out):'
      : `Run (the last ${steps.length} steps; --verbose shows more):`;
  const lines: ReportLine[] = [{ style: 'head', text: head }];
  const cut = verbose && run.omitted !== null ? run.omitted : null;
  const columns = threadColumns(run.steps, steps);
  const rows = (part: readonly RunStep[]): readonly (readonly string[])[] => part.map((step) => stepRow(step, columns));
  const names = columns === null ? [] : [['', columns.names]];
  if (cut === null) return [...lines, ...aligned([...names, ...rows(steps)])];
  return [
    ...lines,
    ...aligned([...names, ...rows(steps.slice(0, cut.after))]),
    { style: 'dim', text: `  ... ${counted(cut.count, 'step')} left out ...` },
    ...aligned(rows(steps.slice(cut.after))),
  ];
}

function stepRow(step: RunStep, columns: ThreadColumns | null): readonly string[] {
  const { at, thread, function: name, depth, text } = step;
  const place = `  ${formatLocation(at)}`;
  const indented = `${'  '.repeat(Math.min(depth, 20))}${text}`;
  if (thread === null) return [place, indented];
  const column = columns?.starts.get(thread);
  return column === undefined
    ? [place, `thread ${thread} (${name})`, indented]
    : [place, `${' '.repeat(column)}${indented}`];
}

function hardwareLines(run: HardwareRun, verbose: boolean): readonly ReportLine[] {
  const lines: ReportLine[] = [{ style: 'bad', text: `${run.property} is violated in step ${run.steps.length - 1}.` }];
  if (run.initial.length > 0) {
    lines.push({ style: 'head', text: 'Initial values:' });
    lines.push(...run.initial.map(({ name, value }): ReportLine => ({ style: 'plain', text: `  ${name} = ${value}` })));
  }
  lines.push({ style: 'head', text: 'Inputs:' });
  const first = verbose ? 0 : Math.max(0, run.steps.length - SHORT_STEPS);
  if (first > 0) lines.push({ style: 'dim', text: `  ... ${counted(first, 'step')} (--verbose shows all)` });
  run.steps.slice(first).forEach((values, index) => {
    lines.push({
      style: 'plain',
      text: `  step ${first + index}: ${values.map(({ name, value }) => `${name} = ${value}`).join(', ')}`,
    });
  });
  return lines;
}

/** Writes rows in columns, of which the last one has any width. */
function aligned(rows: readonly (readonly string[])[]): readonly ReportLine[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [i, text] of row.slice(0, -1).entries()) widths[i] = Math.max(widths[i] ?? 0, Math.min(60, text.length));
  return rows.map((row) => ({
    style: 'plain',
    text: row.map((text, i) => (i === row.length - 1 ? text : text.padEnd(widths[i]))).join('  '),
  }));
}

/** Number of steps of a run, as people count them: those that are shown, unless some are missing there. */
export function stepCount({ steps, omitted, length }: ProgramRun): number {
  return omitted === null ? steps.length : length;
}

/** Columns of a run's steps, one for each thread. */
interface ThreadColumns {
  /** The first character of each thread's column. */
  readonly starts: ReadonlyMap<number, number>;
  /** The line with the names of the threads. */
  readonly names: string;
}

/** Most threads that have columns. */
const MOST_THREADS = 5;
/** Most characters in which all columns but the last begin. */
const MOST_INDENT = 72;
const GAP = 2;

/**
 * Lays out the steps of a run in columns, so that changes between threads are seen. `all`: the whole
 * run. `shown`: the steps that are written. Null: one thread makes them, or too many do, so that each
 * line names its thread.
 */
export function threadColumns(all: readonly RunStep[], shown: readonly RunStep[]): ThreadColumns | null {
  const threads = [...new Set(shown.flatMap(({ thread }) => thread ?? []))].sort((a, b) => a - b);
  if (threads.length < 2 || threads.length > MOST_THREADS) return null;
  const names = threads.map((thread) => `thread ${thread} (${firstFunction(all, thread)})`);
  const texts = shown.filter(({ thread }) => thread !== threads.at(-1)).map(({ text }) => text.length);
  const most = Math.floor(MOST_INDENT / (threads.length - 1));
  const width = Math.max(...names.map(({ length }) => length + GAP), Math.min(most, Math.max(...texts) + GAP));
  return {
    starts: new Map(threads.map((thread, i) => [thread, i * width])),
    names: names
      .map((name) => name.padEnd(width))
      .join('')
      .trimEnd(),
  };
}

/** The function with which the thread begins, as far as the steps tell. */
function firstFunction(steps: readonly RunStep[], thread: number): string {
  const own = steps.filter((step) => step.thread === thread);
  return (own.find(({ depth }) => depth === 0) ?? own[0]).function;
}
