import { NODE_FLAGS } from '../portfolio/threads/supervision.ts';

/** The words that start this command again, as its supervisor would: kept bytecode is for the same flags only. */
export function toolWords(): readonly string[] {
  return [process.execPath, ...process.execArgv, ...NODE_FLAGS, process.argv[1]];
}
