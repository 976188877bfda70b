import { LemmataError } from '../base/errors.ts';
import { DEFAULT_CHECKS } from '../cfa/checks/kinds.ts';
import type { CheckFlags } from './flags.ts';
import { verifyCommand } from './verify-command.ts';

/**
 * `lemmata check`: decides each check of a program on its own. Resolves to the exit code; throws
 * LemmataError for wrong options and input.
 */
export function checkCommand(named: readonly string[], flags: CheckFlags): Promise<number> {
  const { check: wanted = DEFAULT_CHECKS, noCheck: unwanted = [] } = flags;
  const check = wanted.filter((kind) => !unwanted.includes(kind));
  if (check.length === 0) throw new LemmataError('E-USAGE', 'no kind of check is left');
  return verifyCommand(named, { ...flags, check, each: true });
}
