#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { SUPERVISED } from '../../race/threads/supervision.ts';
import { endWithSupervisor } from './supervision.ts';

const args = process.argv.slice(2);
const command = args.find((arg) => !arg.startsWith('-'));
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
  process.exit(await supervise(fileURLToPath(import.meta.url), args));
} else {
  endWithSupervisor();
  const { runCommandLine } = await import('./program.ts');
  await runCommandLine(args);
}
