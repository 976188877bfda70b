import { hostname } from 'node:os';
import { JOB_VERSION, type Job } from './job.ts';
import { parseReport, type Report } from './messages.ts';
import { placesOf } from './places.ts';
import type { QueueServer } from './server.ts';

/** The results on a server, as workers see them: the first result of a task counts. */
export class Answers {
  constructor(private readonly server: QueueServer) {}

  /** Whether a result of a task, or of one of its places, exists. */
  async has(name: string): Promise<boolean> {
    return (await this.#entry(name)) !== null;
  }

  /**
   * Keeps the result of the worker in a place; true if no other worker should continue the task. The
   * first verdict of the racing workers counts.
   */
  async keep(job: Job, key: string, place: string, report: Report): Promise<boolean> {
    const decided = place === key || isVerdict(report);
    await this.#create(decided ? key : place, report);
    if (!decided) await this.conclude(job, key);
    return decided;
  }

  /**
   * Concludes a task once all workers that race on it have ended without a verdict.
   * Its result is the first `unknown` report, which gives a reason, or else the first report.
   */
  async conclude({ machines, hash }: Job, key: string): Promise<void> {
    const reports: Report[] = [];
    for (const place of placesOf(key, machines)) {
      const entry = await this.#entry(place);
      if (entry === null) return;
      const report = parseReport(entry);
      if (report === null || report.hash !== hash) {
        // The entry cannot be read: this place is offered again.
        await this.server.results.delete(this.server.resultKey(place));
        return;
      }
      reports.push(report);
    }
    await this.#create(key, reports.find(({ measured }) => measured.status === 'unknown') ?? reports[0]);
  }

  async #entry(name: string): Promise<Uint8Array | null> {
    const { results, resultKey } = this.server;
    const entry = await results.get(resultKey(name));
    return entry !== null && entry.operation === 'PUT' ? entry.value : null;
  }

  #create(name: string, report: Report): Promise<void> {
    return this.keepText(name, JSON.stringify(report));
  }

  /** Keeps a text under a free name; an earlier text stays. */
  async keepText(name: string, text: string): Promise<void> {
    const { results, resultKey } = this.server;
    try {
      await results.create(resultKey(name), text);
    } catch (error) {
      // Another worker was faster; otherwise the server must be asked again.
      if ((await this.#entry(name)) === null) throw error;
    }
  }
}

function isVerdict({ measured }: Report): boolean {
  return measured.status === 'true' || measured.status.startsWith('false(');
}

/** The report of a task that is not run. */
export function brokenReport({ hash }: Job, reason: string): Report {
  const nothing = {
    cpuSeconds: 0,
    wallSeconds: 0,
    memoryBytes: 0,
    exitCode: null,
    signal: null,
    terminationReason: null,
  };
  const measured = {
    ...nothing,
    engine: null,
    stage: null,
    reason,
    safeUpTo: null,
    checks: [],
    started: new Date().toISOString(),
  };
  return {
    version: JOB_VERSION,
    hash,
    host: hostname(),
    root: '/',
    measured: { status: 'ERROR (not run)', ...measured },
    log: null,
    witness: null,
  };
}
