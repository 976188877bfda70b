import { describe, expect, it } from 'vitest';
import { ENGINE_NAMES } from '../../src/race/schedule/engine-names.ts';
import { lemmata } from './lemmata.ts';

describe('lemmata engines', () => {
  it('lists every engine with its options', async () => {
    const { code, stdout, stderr } = await lemmata(['engines']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n').flatMap((line) => /^(\w+): /.exec(line)?.[1] ?? [])).toEqual([...ENGINE_NAMES]);
    expect(stdout).toMatch(/^ {2}queryMilliseconds: 5000 +time limit/m);
  });

  it('lists those that are named, and says which there are', async () => {
    const named = await lemmata(['engines', 'sim']);
    expect(named.stdout).toMatch(/^sim: .*\n.*\n {2}runs: 0 /);
    const unknown = await lemmata(['engines', 'magic']);
    expect([unknown.code, unknown.stdout]).toEqual([1, '']);
    expect(unknown.stderr).toContain('no engine named magic; there are ai, bmc');
  });
});
