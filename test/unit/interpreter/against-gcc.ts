import { expect, it } from 'vitest';
import { hasGcc, native, run } from './harness.ts';

const present = hasGcc();

/** One test for each program: the interpreter and gcc print the same and exit alike. */
export function sameAsGcc(programs: Readonly<Record<string, string>>, stdin = ''): void {
  for (const [name, source] of Object.entries(programs)) {
    it.skipIf(!present)(name, async () => {
      const expected = native(source, stdin);
      const { stdout, outcome } = await run(source, { stdin: Buffer.from(stdin) });
      expect(stdout).toBe(expected.stdout);
      expect(outcome).toEqual({ kind: 'exit', status: expected.status });
    });
  }
}
