#!/usr/bin/env node
import { statSync, writeSync } from 'node:fs';
import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import packageJson from '../../../package.json' with { type: 'json' };
import { ALONE_BYTES, ALONE_SECONDS, NODE_FLAGS, SMALL_BYTES, SUPERVISED } from '../../race/threads/supervision.ts';
import { endWithSupervisor } from './supervision.ts';

const args = process.argv.slice(2);
const command = args.find((arg) => !arg.startsWith('-'));
if (args.length === 1 && args[0] === '--version') {
  // The parser of the command line would take longer to load than Node itself.
  try {
    writeSync(1, `${packageJson.version}\n`);
  } catch {
    // The reader has gone away.
  }
  process.exit(0);
}
const supervised = command === 'verify' || command === 'check' || command === 'export';
if (supervised && process.env[SUPERVISED] === undefined) {
  const { supervise } = await import('./supervisor.ts');
  const { keepStandardInput } = await import('./standard-input.ts');
  try {
    keepStandardInput(args);
  } catch (error) {
    const { reportError } = await import('./report-error.ts');
    process.exit(reportError(error, { json: args.includes('--json') }));
  }
  if (command === 'verify' && mayBeginAlone()) {
    setNodeFlags();
    await run();
  }
  process.exit(await supervise(fileURLToPath(import.meta.url), args));
} else {
  endWithSupervisor();
  if (command === 'contracts' || command === 'validate') setNodeFlags();
  await run();
}

/** Sets the flags of verifying processes: code that another process recorded under these flags is valid here, too. */
function setNodeFlags(): void {
  for (const flag of NODE_FLAGS) if (!flag.startsWith('--v8-pool')) setFlagsFromString(flag);
}

/** Ends the process, unless the command needs a supervisor and has none. */
async function run(): Promise<void> {
  const { runCommandLine } = await import('./program.ts');
  await runCommandLine(args);
}

/**
 * Whether a process without a supervisor may verify: a small program, with few options, on a machine with
 * memory. Such a process decides most small programs in the time that a supervisor takes to start.
 */
function mayBeginAlone(): boolean {
  const plain = /^(?!-)|^-[DI]|^--(?:quiet|property|data-model|include|define|std=\S+|timeout)$|^-std=/;
  const at = args.indexOf('--timeout');
  if (!args.every((word) => plain.test(word)) || (at >= 0 && !(Number(args[at + 1]) >= ALONE_SECONDS))) return false;
  if (process.channel !== undefined || totalmem() < ALONE_BYTES) return false;
  const sizes = args.map((word) => statSync(word, { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0) < SMALL_BYTES;
}
