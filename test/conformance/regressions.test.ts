import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lemmata } from '../cli/lemmata.ts';

/**
 * Runs the command on programs that a version of the verifier answered wrongly, each with its right
 * verdict.
 */

const FOLDER = join(resolve(process.env.LEMMATA_SHARED ?? '../shared'), 'regressions');
const present = existsSync(join(FOLDER, 'INDEX.tsv'));
if (!present) console.log(`skipped: no regression programs at ${FOLDER} (set LEMMATA_SHARED)`);

interface Regression {
  readonly name: string;
  /**
   * `TRUE`, `FALSE`, or words that begin with `UNKNOWN`: the default answer where readings of the
   * program differ.
   */
  readonly right: string;
  readonly mayBeUnknown: boolean;
}

function regressions(): readonly Regression[] {
  const [, ...rows] = readFileSync(join(FOLDER, 'INDEX.tsv'), 'utf8').trim().split('\n');
  return rows.map((row) => {
    const [name = '', right = '', unknown = ''] = row.split('\t');
    return { name, right, mayBeUnknown: unknown === 'yes' };
  });
}

/**
 * Returns the verdict of a program and the reason in parentheses behind it; `exit N` for a run
 * without a verdict.
 */
async function answer(name: string, options: readonly string[]): Promise<{ verdict: string; reason: string }> {
  const { stdout, code } = await lemmata(['verify', '--timeout', '20', ...options, join(FOLDER, name)]);
  const [, verdict, reason = ''] = /^Verification result: (\w+)(?: \((.*)\))?/.exec(stdout) ?? [];
  return { verdict: verdict ?? `exit ${code}`, reason };
}

/** Matches a reason that names file, line and column. */
const PLACE = /\.c:\d+:\d+/;

describe.skipIf(!present)('programs that were answered wrongly once', () => {
  for (const { name, right, mayBeUnknown } of present ? regressions() : []) {
    const [first] = right.split(/[; ]/);
    it(`${name}: ${right}`, async () => {
      const { verdict, reason } = await answer(name, []);
      const inputError = right.includes('input error') ? ['exit 2'] : [];
      expect([first, ...inputError, ...(mayBeUnknown ? ['UNKNOWN'] : [])]).toContain(verdict);
      if (verdict === 'UNKNOWN') expect(reason).toMatch(PLACE);
    });
    for (const [, wanted, reading] of right.matchAll(/(TRUE|FALSE) under (\w+)/g)) {
      it(`${name}: ${wanted} where functions without a body are read as ${reading}`, async () => {
        expect((await answer(name, ['--externals', `${reading}`])).verdict).toBe(wanted);
      });
    }
  }
});
