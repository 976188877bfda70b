import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobEvent, SubmittedTask } from '../protocol.ts';
import { type JobProcess, startJobProcess } from './job-process.ts';
import { orderOf } from './order.ts';

/** Limits of one check, in seconds and MB. */
const LIMITS = { timeout: 10, memory: 1_024 };
/** Most checks that run at a time. */
const MOST_RUNNING = 2;

export type CheckDiagnostic = Extract<JobEvent, { readonly kind: 'diagnostic' }>['diagnostic'];

/**
 * Compiles programs that are not submitted yet, for the messages of the compiler. Each runs as a job
 * does, in a limited process and a folder of its own, and ends before any engine starts.
 */
export class Checks {
  /** Running checks by client: a client's next one ends its last. */
  readonly #running = new Map<string, JobProcess>();
  #count = 0;
  #closed = false;

  constructor(
    private readonly folder: string,
    private readonly script: string,
  ) {}

  /** Returns the messages of the compiler; null: too many checks run, or a newer one replaced it. */
  async check(client: string, task: SubmittedTask): Promise<readonly CheckDiagnostic[] | null> {
    this.#running.get(client)?.kill();
    if (this.#closed || this.#count >= MOST_RUNNING) return null;
    this.#count += 1;
    const folder = join(this.folder, `check-${randomBytes(12).toString('hex')}`);
    try {
      await mkdir(folder, { mode: 0o700 });
      for (const { name, text } of task.files) await writeFile(join(folder, name), text, { flag: 'wx', mode: 0o600 });
      return this.#closed ? null : await this.#run(client, folder, task);
    } finally {
      this.#count -= 1;
      await rm(folder, { recursive: true, force: true }).catch(() => {});
    }
  }

  #run(client: string, folder: string, task: SubmittedTask): Promise<readonly CheckDiagnostic[] | null> {
    const diagnostics: CheckDiagnostic[] = [];
    return new Promise((resolve) => {
      let compiled = false;
      const process = startJobProcess(this.script, folder, orderOf(task, LIMITS, null), {
        event: (event) => {
          if (event.kind === 'diagnostic') diagnostics.push(event.diagnostic);
          if (event.kind !== 'compiled' && event.kind !== 'engine-started') return;
          compiled = true;
          process.kill();
        },
        ended: ({ kind }) => {
          if (this.#running.get(client) === process) this.#running.delete(client);
          resolve(kind === 'cancelled' && !compiled ? null : diagnostics);
        },
      });
      this.#running.set(client, process);
    });
  }

  /** Ends all checks. */
  close(): void {
    this.#closed = true;
    for (const process of this.#running.values()) process.kill();
  }
}
