import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { sep } from 'node:path';

const PERIOD_MILLISECONDS = 50;

export interface Peaks {
  /** Resident in all processes of a job together. */
  readonly bytes: number;
  /** Of a job at a time. */
  readonly processes: number;
}

/**
 * The most that any one job of the server with this data folder takes while `what` goes on, as
 * /proc shows it (Linux).
 */
export async function peaksDuring(data: string, what: () => Promise<void>): Promise<Peaks> {
  let peaks: Peaks = { bytes: 0, processes: 0 };
  const timer = setInterval(() => {
    for (const { bytes, processes } of jobsWithin(data))
      peaks = { bytes: Math.max(peaks.bytes, bytes), processes: Math.max(peaks.processes, processes) };
  }, PERIOD_MILLISECONDS);
  try {
    await what();
  } finally {
    clearInterval(timer);
  }
  return peaks;
}

function jobsWithin(data: string): Iterable<Peaks> {
  const jobs = new Map<string, Peaks>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const seen = read(pid, `${data}${sep}work${sep}`);
    if (seen === null) continue;
    const { bytes, processes } = jobs.get(seen.job) ?? { bytes: 0, processes: 0 };
    jobs.set(seen.job, { bytes: bytes + seen.bytes, processes: processes + 1 });
  }
  return jobs.values();
}

/** Null: it belongs to no job, or has ended. */
function read(pid: string, work: string): { readonly job: string; readonly bytes: number } | null {
  try {
    const folder = readlinkSync(`/proc/${pid}/cwd`);
    if (!folder.startsWith(work)) return null;
    const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0);
    return { job: folder.slice(work.length).split(sep, 1)[0], bytes: kilobytes * 1024 };
  } catch {
    return null;
  }
}
