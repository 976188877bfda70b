import { availableParallelism } from 'node:os';
import { removeQuietly } from '../../base/files.ts';

/**
 * Messages of a verifying process to whoever watches over it, so that an answer can be given in its place. A worker that runs
 * out of memory can abort the whole process (V8 ends it with SIGABRT), and so can the system's out-of-memory killer: the
 * verdict line must come anyway.
 */
export type SupervisionMessage =
  /** Sent once the command line is understood. Limits are null when there are none; bytes of resident memory. */
  | { readonly kind: 'limits'; readonly json: boolean; readonly milliseconds: number | null; readonly bytes: number }
  | { readonly kind: 'bound'; readonly bound: number }
  /** A file that must not stay behind if the process ends before it is renamed; null: it was renamed. */
  | { readonly kind: 'temporary'; readonly file: string | null }
  /** Asks whether it may write its verdict: {@link GO_AHEAD} comes back, or its end, since it is too late. */
  | { readonly kind: 'answering' }
  /** The verdict is on stdout, where there should be no second one. */
  | { readonly kind: 'answered'; readonly exitCode: number }
  /** Everything is written; the process may be ended. */
  | { readonly kind: 'settled'; readonly exitCode: number };

const KINDS: readonly unknown[] = [
  'limits',
  'bound',
  'temporary',
  'answering',
  'answered',
  'settled',
] satisfies SupervisionMessage['kind'][];

/** Tells a process that has asked that whoever watches over it gives no answer in its place from now on. */
export const GO_AHEAD = 'answer';

/** Tells a process that has told its limits to answer with what it knows, and to end. */
export const STOP = 'stop';

/** A process that was told to stop and is later than so many ms is ended, and answered for. */
export const STOPPING_MILLISECONDS = 3000;

/** In the environment of a supervised process: when its supervisor began ({@link sharedClock}). */
export const SUPERVISED = 'LEMMATA_SUPERVISED';

/** In the environment of a supervised process that is the second one: the signal by which the first one ended. */
export const BROKE_DOWN = 'LEMMATA_BROKE_DOWN';

/** In the environment of a supervised process: a secret name of its race, which is that of the process that takes its place. */
export const RACE = 'LEMMATA_RACE';

/** A process that ends by one of these was not sent it: something in it broke. SIGKILL comes from outside, most often since memory is scarce. */
const BREAKDOWNS: ReadonlySet<NodeJS.Signals> = new Set(['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGTRAP']);

/** Whether the process broke down, so that another one may well not. */
export function isBreakdown(signal: NodeJS.Signals | null): signal is NodeJS.Signals {
  return signal !== null && BREAKDOWNS.has(signal);
}

/** Engines at once in a process that takes the place of one that broke down, of which many at once may have been the cause. */
export const CAREFUL_THREADS = 2;

/** It is not worth while to begin again when less than this is left of the time limit (ms). */
export const WORTH_MILLISECONDS = 500;

/**
 * Flags of Node for it. The solver's WebAssembly is known to be valid; checking all of it takes longer than a small
 * verification. Objects that are built and dropped (syntax, terms, gates) are collected from halves of 16 to 32 MB instead of
 * from 1 MB on. The threads of V8 that collect and compile beside ours are no more than half of the processors. Both together
 * take a fifth off the processor time of a verification on two processors. V8 optimises a function after six times as much
 * work as usual: most functions of a short verification never earn their optimised code. The budget takes a tenth off.
 */
export const NODE_FLAGS: readonly string[] = [
  '--wasm-lazy-validation',
  '--interrupt-budget=400000',
  '--min-semi-space-size=16',
  '--max-semi-space-size=32',
  `--v8-pool-size=${Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)))}`,
];

/** It holds its memory limit itself; beyond this factor it has lost control. */
export const MEMORY_TOLERANCE = 1.15;

/** A verifying process that is late by so many ms more than its time limit is ended, and answered for. */
export const GRACE_MILLISECONDS = 700;

/** Why there is no verdict of a process that did not end by itself. */
export interface Broken {
  readonly kind: 'time-limit' | 'memory-limit' | 'crashed' | 'stopped';
  readonly text: string;
}

/** Keeps what a supervised process has told, and one that takes its place. */
export class Told {
  limits: (SupervisionMessage & { readonly kind: 'limits' }) | null = null;
  bound: number | null = null;
  /** It wants to write its answer. */
  answering = false;
  /** The exit code that goes with the answer, once that is on stdout. */
  answered: number | null = null;
  /** The exit code, once the process needs no more time. */
  settled: number | null = null;
  #temporary: string | null = null;

  /** Other texts than messages of a supervised process change nothing. */
  take(message: unknown): void {
    if (!isSupervision(message)) return;
    switch (message.kind) {
      case 'limits':
        this.limits = message;
        break;
      case 'bound':
        this.bound = Math.max(message.bound, this.bound ?? 0);
        break;
      case 'temporary':
        this.#temporary = message.file;
        break;
      case 'answering':
        this.answering = true;
        break;
      case 'answered':
        this.answered = message.exitCode;
        break;
      case 'settled':
        this.settled = message.exitCode;
    }
  }

  /** The process has ended. */
  cleanUp(): void {
    if (this.#temporary !== null) removeQuietly(this.#temporary);
    this.#temporary = null;
  }

  /** The object on stdout under `--json` that stands for the answer that did not come. */
  answerFor({ kind, text }: Broken): object {
    return { version: 1, verdict: 'UNKNOWN', reason: { kind, text }, safeUpTo: this.bound };
  }
}

/** In words, what a process that takes the place of another says of that one's end by a signal. */
export function breakdownText(signal: string): string {
  return `the verifying process ended with ${signal}`;
}

/** Returns why a process ended that did not settle, when nobody who watches over it ended it. */
export function abortReason(code: number | null, signal: NodeJS.Signals | null): Broken {
  if (signal === 'SIGABRT' || code === 134) return { kind: 'memory-limit', text: 'out of memory: the JavaScript engine gave up' };
  if (signal === 'SIGKILL') return { kind: 'memory-limit', text: 'out of memory: ended by the system' };
  return { kind: 'crashed', text: breakdownText(signal ?? `status ${code}`) };
}

function isSupervision(message: unknown): message is SupervisionMessage {
  return typeof message === 'object' && message !== null && 'kind' in message && KINDS.includes(message.kind);
}
