import THREADS from './c/threads.c';

/** A step of a run of several threads, as people read it. */
export interface ScheduledStep {
  readonly thread: number | null;
  readonly function: string;
  /** Number of calls that the thread is in. */
  readonly depth: number;
  readonly text: string;
}

/** The order in which threads call functions that synchronise them. */
export interface ThreadSchedule {
  /** The thread of each call. */
  readonly turns: readonly number[];
  /** The threads that calls of `pthread_create` start, in their order; -1: not known. */
  readonly starts: readonly number[];
}

/** Why the order of a run is not known whose steps are not all kept. */
export const TOO_LONG = 'the run has too many steps';

/** Functions whose calls can be held back. */
const GATED: readonly string[] = [
  'pthread_create',
  ...[...THREADS.matchAll(/^GATED\((\w+)/gm)].map(([, name]) => name),
];
/** Functions of C11 that ThreadSanitizer does not know. */
const OF_C11 = /^(thrd_|mtx_|cnd_|tss_|call_once$)/;

/** Options for the linker, which redirect calls to `c/threads.c`. */
export const GATES = GATED.map((name) => `-Wl,--wrap=${name}`);

/** Returns the order of a run's calls; as text, the reason why it cannot be forced. */
export function scheduleOf(steps: readonly ScheduledStep[]): ThreadSchedule | string {
  const turns: number[] = [];
  const starts: number[] = [];
  const begun = new Set([0]);
  for (const { thread, text } of steps) {
    const [, name, args = ''] = /^(\w+)\((.*)\)/.exec(text) ?? [];
    if (name === undefined || thread === null) continue;
    if (OF_C11.test(name)) return 'ThreadSanitizer does not know the threads of C11';
    if (!GATED.includes(name)) continue;
    turns.push(thread);
    if (name !== 'pthread_create') continue;
    // Threads of one function have numbers in the order of their starts.
    const started = args.split(',')[2]?.trim().replace(/^&/, '');
    const others = steps.filter((step) => step.depth === 0 && step.function === started);
    const least = Math.min(...others.flatMap((step) => (begun.has(step.thread ?? 0) ? [] : (step.thread ?? []))));
    starts.push(Number.isFinite(least) ? least : -1);
    begun.add(least);
  }
  return { turns, starts };
}

/** C code, besides the harness of a run, that holds back the calls of its threads. */
export function gateText({ turns, starts }: ThreadSchedule): string {
  const list = (numbers: readonly number[]): string => numbers.map((number) => `${number},`).join(' ');
  return `#define LEMMATA_TURNS ${list(turns)}\n#define LEMMATA_STARTS ${list(starts)}\n${THREADS}`;
}
