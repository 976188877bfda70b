import { LemmataError } from '../../base/errors.ts';
import { DEFAULT_CHECKS } from '../../program/cfa/checks/kinds.ts';
import type { CheckFlags, VerifyFlags } from './flags.ts';

/**
 * The flags of `lemmata verify` for `lemmata check`, which decides each check of a program on its own.
 * Throws LemmataError if no kind of check is left.
 */
export function flagsOfCheck(flags: CheckFlags): VerifyFlags {
  const { check: wanted = DEFAULT_CHECKS, noCheck: unwanted = [] } = flags;
  const check = wanted.filter((kind) => !unwanted.includes(kind));
  if (check.length === 0) throw new LemmataError('E-USAGE', 'no kind of check is left');
  return { ...flags, check, each: true };
}
