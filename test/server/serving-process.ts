import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { CLI } from '../cli/lemmata.ts';
import { TOKEN } from './serving.ts';

export interface ServingProcess {
  readonly child: ChildProcess;
  readonly origin: string;
  readonly port: number;
  /** All that it has written to stderr. */
  told(): string;
  /** Resident bytes (Linux). */
  resident(): number;
}

/** `lemmata serve` in a process of its own, on a free port, with {@link TOKEN}. Rejects with what it says if it ends. */
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
      const resident = (): number =>
        Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'latin1'))?.[1]) * 1024;
      done({ child, origin, port: Number(port), told: () => told, resident });
    });
    child.once('exit', () => reject(new Error(told)));
  });
}
