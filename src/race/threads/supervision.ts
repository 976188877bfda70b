import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/**
 * Messages of a verifying process to its supervisor, so that the supervisor can answer in its place. A
 * worker that runs out of memory can abort the whole process (V8 ends it with SIGABRT), and so can the
 * system's out-of-memory killer. The verdict line must be printed in any case.
 */
export type SupervisionMessage =
  /** Sent once the command line is understood. Limits are null if absent; bytes of resident memory. */
  | { readonly kind: 'limits'; readonly json: boolean; readonly milliseconds: number | null; readonly bytes: number }
  | { readonly kind: 'bound'; readonly bound: number }
  /** A file or folder that must be removed if the process ends while it exists. */
  | { readonly kind: 'temporary'; readonly path: string; readonly exists: boolean }
  /**
   * Asks whether it may write its verdict.
   * The supervisor answers with {@link GO_AHEAD}, or ends the process because it is too late.
   */
  | { readonly kind: 'answering' }
  /** The verdict is on stdout, where no second one may follow. */
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

/** Exit code of a verification without a verdict TRUE or FALSE. */
export const UNDECIDED = 5;

/** Go-ahead for a process that has asked: from now on its supervisor does not answer in its place. */
export const GO_AHEAD = 'answer';

/** Request to a process that has reported its limits: it must answer with its results so far, and end. */
export const STOP = 'stop';

/** Time in ms after {@link STOP} after which the supervisor ends the process and answers in its place. */
export const STOPPING_MILLISECONDS = 3000;

/** Environment variable of a supervised process: the start of its supervisor ({@link sharedClock}). */
export const SUPERVISED = 'LEMMATA_SUPERVISED';

/** Environment variable of a replacement process: the signal that ended the first one. */
export const BROKE_DOWN = 'LEMMATA_BROKE_DOWN';

/** Environment variable of a supervised process whose quick stage another process has had already. */
export const TRIED = 'LEMMATA_TRIED';

/** Bytes of sources that a process may verify before it has a supervisor. Larger ones usually give no small system. */
export const SMALL_BYTES = 48_000;
/** Least memory of its machine: V8 takes a quarter of that for objects. */
export const ALONE_BYTES = 2 ** 32;
/** Least time limit in seconds of such a process, which hears no timer for seconds. */
export const ALONE_SECONDS = 5;
/** Milliseconds after which V8 ends each phase of its work. */
export const ALONE_MILLISECONDS = 1000;

/**
 * Environment variable of a supervised process: a secret name of its race, which its replacement
 * shares.
 */
export const RACE = 'LEMMATA_RACE';

/**
 * Signals of a breakdown: a process that ends by one of these was not sent it. SIGKILL comes from
 * outside, most often because memory is scarce.
 */
const BREAKDOWNS: ReadonlySet<NodeJS.Signals> = new Set([
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGILL',
  'SIGSEGV',
  'SIGTRAP',
]);

/** Whether the process broke down, so that another one may succeed. */
export function isBreakdown(signal: NodeJS.Signals | null): signal is NodeJS.Signals {
  return signal !== null && BREAKDOWNS.has(signal);
}

/** Engines at once in a replacement process: many engines may have been the cause of the breakdown. */
export const CAREFUL_THREADS = 2;

/** Least remaining time in ms for which another process is started. */
export const WORTH_MILLISECONDS = 500;

/**
 * Node's flags for the verifying process. The solver's WebAssembly is known to be valid; checking all
 * of it would take longer than a small verification. Short-lived objects (syntax, terms, gates) are
 * collected from halves of 16 to 32 MB instead of from 1 MB on. V8 collects and compiles in threads of
 * its own; they are limited to half of the processors. Both together save a fifth of the processor
 * time of a verification on two processors. V8 optimises a function after six times as much work as by
 * default: most functions of a short verification never repay their optimised code. That saves a
 * tenth.
 */
export const NODE_FLAGS: readonly string[] = [
  '--wasm-lazy-validation',
  '--interrupt-budget=400000',
  '--min-semi-space-size=16',
  '--max-semi-space-size=32',
  `--v8-pool-size=${Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)))}`,
];

/** The process enforces its memory limit itself; beyond this factor it has lost control. */
export const MEMORY_TOLERANCE = 1.15;

/**
 * Time in ms beyond its time limit after which the supervisor ends the process and answers in its
 * place.
 */
export const GRACE_MILLISECONDS = 700;

/** Why a process that did not end by itself gave no verdict. */
export interface Broken {
  readonly kind: 'time-limit' | 'memory-limit' | 'crashed' | 'stopped';
  readonly text: string;
}

/** Keeps the messages of a supervised process and of its replacement. */
export class ProcessReports {
  limits: (SupervisionMessage & { readonly kind: 'limits' }) | null = null;
  bound: number | null = null;
  /** It asks to write its answer. */
  answering = false;
  /** The exit code of the answer, once that is on stdout. */
  answered: number | null = null;
  /** The exit code, once the process needs no more time. */
  settled: number | null = null;
  readonly #temporary = new Set<string>();

  /** Ignores texts that are not messages of a supervised process. */
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
        if (message.exists) this.#temporary.add(message.path);
        else this.#temporary.delete(message.path);
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

  /** Removes temporary files and folders after the end of the process. */
  cleanUp(): void {
    for (const path of this.#temporary) {
      try {
        rmSync(path, { recursive: true, force: true });
      } catch {
        // A compiler that still ends may write there. The answer matters more than its files.
      }
    }
    this.#temporary.clear();
  }

  /** The object on stdout under `--json` in place of the missing answer. */
  answerFor({ kind, text }: Broken): object {
    return { version: 1, verdict: 'UNKNOWN', reason: { kind, text }, safeUpTo: this.bound };
  }
}

/** The replacement process's description of its predecessor's end by a signal. */
export function breakdownText(signal: string): string {
  return `the verifying process ended with ${signal}`;
}

/** Why a supervised process ended, when the supervisor did not end it. */
export function abortReason(code: number | null, signal: NodeJS.Signals | null): Broken {
  if (signal === 'SIGABRT' || code === 134)
    return { kind: 'memory-limit', text: 'out of memory: the JavaScript engine gave up' };
  if (signal === 'SIGKILL') return { kind: 'memory-limit', text: 'out of memory: ended by the system' };
  return { kind: 'crashed', text: breakdownText(signal ?? `status ${code}`) };
}

function isSupervision(message: unknown): message is SupervisionMessage {
  return typeof message === 'object' && message !== null && 'kind' in message && KINDS.includes(message.kind);
}
