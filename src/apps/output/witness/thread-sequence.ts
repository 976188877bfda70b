import type { SourceLocation } from '../../../base/source.ts';
import type { ProgramRun, RunStep } from '../../../certify/replay/recorded-run.ts';
import { racingStep } from '../report/run-lines.ts';
import { witnessLocation } from './location.ts';
import type { Sources } from './sources.ts';
import { FileText } from './text/file-text.ts';
import { MOST_SEGMENTS, returnWaypoint, targetWaypoint } from './waypoints.ts';

/** Functions that start threads, and the position of the function that the new thread calls. */
export const STARTERS: ReadonlyMap<string, number> = new Map([
  ['pthread_create', 2],
  ['thrd_create', 1],
]);

/** Whether a run is one of several threads. A program that could start threads has runs of `main` alone, too. */
export function hasThreads({ steps, omitted }: Pick<ProgramRun, 'steps' | 'omitted'>): boolean {
  const starts = ({ text }: RunStep): boolean => [...STARTERS.keys()].some((name) => text.includes(`${name}(`));
  return steps.some((step) => step.thread !== null && (step.thread !== 0 || omitted !== null || starts(step)));
}

/**
 * The segments of a run of several threads (format 2.2), in the order of the run. The calls that start threads
 * number them, from 1. An assumption that always holds says where a thread is when another one goes on, and
 * where that one begins. The last segment of a data race has both accesses. Null: not all steps are known, or they
 * are too many.
 */
export function threadSequence(run: ProgramRun, sources: Sources): readonly object[] | null {
  if (run.omitted !== null) return null;
  const segments = new Sequence(run, sources).segments();
  return segments === null || segments.length > MOST_SEGMENTS ? null : segments;
}

/** A statement that a step is a part of. */
interface StepPlace {
  readonly key: string;
  /** The beginning; null: a loop, which has no place that each turn passes before its condition. */
  readonly at: SourceLocation | null;
}

class Sequence {
  readonly #texts = new Map<string, FileText | null>();
  /** Numbers in the witness, by thread of the run. */
  readonly #numbers = new Map([[0, 0]]);
  /** Indices of steps at whose statements a waypoint is. */
  readonly #told = new Set<number>();
  readonly #segments: object[] = [];
  /** The steps of each thread, by index; and for each step, which one of its thread it is. */
  readonly #of = new Map<number, number[]>();
  readonly #rank: readonly number[];

  constructor(
    private readonly run: ProgramRun,
    private readonly sources: Sources,
  ) {
    this.#rank = run.steps.map(({ thread }, index) => {
      const of = this.#of.get(thread ?? 0) ?? [];
      this.#of.set(thread ?? 0, of);
      return of.push(index) - 1;
    });
  }

  /** Null: a thread is not known to be started. */
  segments(): readonly object[] | null {
    const { steps, inputs, errorFunction } = this.run;
    const last = steps.at(-1);
    const racing = racingStep(this.run);
    const ends: readonly (RunStep | null | undefined)[] = [last, racing];
    let before: number | null = null;
    let arriving = false;
    for (const [index, step] of steps.entries()) {
      if (ends.includes(step)) continue;
      if (before !== null && steps[before].thread !== step.thread) {
        this.#arrive(this.#next(before), ends);
        arriving = true;
      }
      if (arriving) arriving = !this.#arrive(index, ends);
      before = index;
      const number = this.#number(step);
      if (number === null) return null;
      this.#start(step, number);
      const waypoint = step.input === undefined ? null : returnWaypoint(inputs[step.input], this.sources);
      if (waypoint !== null) this.#add([{ ...waypoint, thread_id: number }]);
    }
    const targets = [targetWaypoint(this.run, this.sources)];
    if (racing !== null) targets.push(targetWaypoint({ error: racing.at, errorFunction, callStack: [] }, this.sources));
    const numbers = [last, ...(racing === null ? [] : [racing])].map((step) => this.#number(step));
    if (numbers.includes(null)) return null;
    this.#add(targets.map((waypoint, i) => ({ ...waypoint, thread_id: numbers[i] })));
    return this.#segments;
  }

  #add(waypoints: readonly object[]): void {
    this.#segments.push({ segment: waypoints.map((waypoint) => ({ waypoint })) });
  }

  #number(step: RunStep | undefined): number | null {
    return this.#numbers.get(step?.thread ?? 0) ?? null;
  }

  /** The next step of the same thread; null: there is none. */
  #next(index: number): number | null {
    return this.#of.get(this.run.steps[index].thread ?? 0)?.[this.#rank[index] + 1] ?? null;
  }

  /**
   * Says that the thread of a step is at the beginning of its statement, unless the step lies within it. Returns
   * whether that is said.
   */
  #arrive(index: number | null, ends: readonly unknown[]): boolean {
    if (index === null || ends.includes(this.run.steps[index])) return false;
    if (this.#told.has(index)) return true;
    const step = this.run.steps[index];
    const place = this.#placeOf(step.at);
    const number = this.#number(step);
    const rank = this.#rank[index];
    const earlier = rank === 0 ? null : this.run.steps[this.#of.get(step.thread ?? 0)?.[rank - 1] ?? 0];
    if (place?.at == null || number === null || this.#placeOf(earlier?.at ?? null)?.key === place.key) return false;
    this.#told.add(index);
    const constraint = { value: '1', format: 'c_expression' };
    const location = { ...witnessLocation(place.at), function: step.function };
    this.#add([{ type: 'assumption', action: 'follow', thread_id: number, location, constraint }]);
    return true;
  }

  /** Numbers the thread that a step starts. */
  #start({ at, text }: RunStep, number: number): void {
    const [, name = '', list = ''] = /^(?:.* = )?(\w+)\((.*)\)/.exec(text) ?? [];
    const position = STARTERS.get(name);
    const close = position === undefined ? null : this.sources.closingParenthesis(at, name);
    if (position === undefined || close === null) return;
    const started = list.split(',')[position]?.trim().replace(/^&/, '');
    const { steps } = this.run;
    // Threads of one function have numbers in the order of their starts.
    const fresh = steps.flatMap((step) =>
      step.depth === 0 && step.function === started && !this.#numbers.has(step.thread ?? 0) ? (step.thread ?? []) : [],
    );
    // A thread that makes no step has a number, too.
    const key = fresh.length === 0 ? -this.#numbers.size : Math.min(...fresh);
    this.#numbers.set(key, this.#numbers.size);
    this.#add([{ type: 'function_enter', action: 'follow', thread_id: number, location: witnessLocation(close) }]);
  }

  #placeOf(at: SourceLocation | null): StepPlace | null {
    if (at === null) return null;
    if (!this.#texts.has(at.file)) {
      const text = this.sources.text(at.file);
      this.#texts.set(at.file, text === null ? null : new FileText(at.file, text));
    }
    const text = this.#texts.get(at.file) ?? null;
    if (text === null) return null;
    const { statements, loops } = text.structure;
    const own = statements.filter(({ kind }) => kind !== 'block');
    const found = text.innermost({ file_name: at.file, line: at.line, column: at.column }, own);
    if (found === null) return null;
    const isLoop = loops.some(({ start }) => start === found.start);
    return {
      key: `${at.file}:${found.start}`,
      at: isLoop ? null : { file: at.file, ...text.placeOf(found.start) },
    };
  }
}
