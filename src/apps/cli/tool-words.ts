import { NODE_FLAGS } from '../../race/threads/supervision.ts';

/**
 * The words that start this command again, as its supervisor would: stored bytecode needs the same
 * flags.
 */
export function toolWords(): readonly string[] {
  return [process.execPath, ...process.execArgv, ...NODE_FLAGS, process.argv[1]];
}
