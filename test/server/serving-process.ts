import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { CLI } from '../cli/lemmata.ts';
import { TOKEN } from './serving.ts';

export interface ServingProcess {
  readonly child: ChildProcess;
  readonly origin: string;
  readonly port: number;
  /** All that it has written to stderr. */
  told(): string;
  /** By how many bytes it is larger than before at any time while `what` goes on (Linux: resident). */
  growthDuring(what: () => Promise<void>): Promise<number>;
}

/**
 * `lemmata serve` in a process of its own, on a free port, with {@link TOKEN}. Rejects with what it
 * says if it ends.
 */
export function servingProcess(data: string, args: readonly string[] = []): Promise<ServingProcess> {
  const child = spawn(process.execPath, [CLI, 'serve', '--port', '0', '--data', data, ...args], {
    env: { ...process.env, LEMMATA_TOKEN: TOKEN },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let told = '';
  return new Promise((done, reject) => {
    child.stderr.on('data', (text) => {
      told += text;
      const found = /Listening on (http:\/\/127\.0\.0\.1:(\d+))\/\n/.exec(told);
      if (found === null) return;
      const [, origin, port] = found;
      const kilobytes = (field: 'VmRSS' | 'VmHWM'): number =>
        Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${child.pid}/status`, 'latin1'))?.[1]);
      const growthDuring = async (what: () => Promise<void>): Promise<number> => {
        // The peak is counted from now on (proc(5)).
        writeFileSync(`/proc/${child.pid}/clear_refs`, '5');
        const before = kilobytes('VmRSS');
        await what();
        return (kilobytes('VmHWM') - before) * 1024;
      };
      done({ child, origin, port: Number(port), told: () => told, growthDuring });
    });
    child.once('exit', () => reject(new Error(told)));
  });
}
