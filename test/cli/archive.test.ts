import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, statSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';

const MOST_BYTES = 80e6;
const folder = scratchFolder('archive');
const archive = join(folder, 'lemmata.zip');
/** The programs that the smoke test needs besides the archive. */
const NEEDED = ['mktemp', 'rm'];
const found = [...NEEDED, 'unzip'].map((name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((path) => join(path, name))
    .find((path) => statSync(path, { throwIfNoEntry: false })?.isFile()),
);
const runs = process.platform === 'linux' && found.every((path) => path !== undefined);
if (!runs) console.log('the archive: skipped, it needs Linux and unzip');

describe.skipIf(!runs)('the archive', () => {
  const tools = join(folder, 'tools');

  beforeAll(() => {
    execFileSync(process.execPath, ['scripts/archive.mjs', '--dist', 'dist', '--output', archive]);
    execFileSync('unzip', ['-q', archive, '-d', folder]);
    mkdirSync(tools);
    for (const [i, name] of NEEDED.entries()) symlinkSync(found[i] ?? '', join(tools, name));
  }, 120_000);

  /** Runs a program of the archive in an empty environment, where nothing else is found. */
  const alone = (name: string, ...args: readonly string[]) =>
    spawnSync(join(folder, 'lemmata', name), args, { encoding: 'utf8', env: { PATH: tools }, cwd: folder });

  it('is small, and has one folder', () => {
    expect(statSync(archive).size).toBeLessThan(MOST_BYTES);
    const names = execFileSync('unzip', ['-Z1', archive], { encoding: 'utf8' }).trim().split('\n');
    expect(names.filter((name) => !name.startsWith('lemmata/'))).toEqual([]);
    for (const name of ['LICENSE', 'README.md', 'smoketest.sh', 'benchexec/lemmata.py', 'bin/node'])
      expect(names).toContain(`lemmata/${name}`);
  });

  it('verifies and validates with its own node, in an empty environment', () => {
    const { status, stdout, stderr } = alone('smoketest.sh');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.match(/(?<=result: )\w+|(?<=Witness: )\w+/g)).toEqual(['TRUE', 'confirmed', 'FALSE', 'confirmed']);
  }, 120_000);

  it('is called from elsewhere by a link', () => {
    symlinkSync(join(folder, 'lemmata', 'lemmata'), join(folder, 'link'));
    const { status, stdout } = spawnSync(join(folder, 'link'), ['--version'], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });
});
