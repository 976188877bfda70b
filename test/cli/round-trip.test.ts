import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { put } from '../compete/tasks.ts';
import { type TestProgram, testPrograms } from '../program-header.ts';
import { randomSeed } from '../random-seed.ts';
import { scratchFolder } from '../scratch.ts';
import { lemmata } from './lemmata.ts';

vi.setConfig({ testTimeout: 240_000 });
const folder = scratchFolder('round-trip');
const PROGRAMS = new URL('../programs/', import.meta.url).pathname;

/** Some of the programs of a folder with a verdict, others for each seed. */
function sample(from: string, verdict: string, count: number): readonly TestProgram[] {
  const all = testPrograms(from).filter(
    ({ facts }) => facts.get('verdict') === verdict && !facts.has('entry') && !facts.has('malloc'),
  );
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_one, index) => index % step === randomSeed() % step).slice(0, count);
}

function optionsOf(facts: ReadonlyMap<string, string>): readonly string[] {
  const model = facts.get('data-model');
  const [reading, ...single] = facts.get('externals')?.split(', ') ?? [];
  return [
    ...(model === undefined ? [] : ['--data-model', model]),
    ...(reading === undefined ? [] : ['--externals', reading]),
    ...single.flatMap((one) => ['--external', one]),
  ];
}

describe('a witness of Lemmata is confirmed by Lemmata', () => {
  const samples = [
    ...sample(PROGRAMS, 'FALSE', 5),
    ...sample(PROGRAMS, 'TRUE', 4),
    ...sample(join(PROGRAMS, 'checks'), 'FALSE', 3),
    ...sample(join(PROGRAMS, 'checks'), 'TRUE', 3),
  ];
  it.each(samples)('$name', async ({ name, text, facts }) => {
    const file = put(folder, name, text);
    const witness = join(folder, `${Math.random()}.yml`);
    const options = optionsOf(facts);
    const checks = facts.get('checks')?.split(', ') ?? [];
    const asked = checks.length === 0 ? [] : ['--check', checks.join(',')];
    const limit = ['--timeout', '60'];
    const verified = await lemmata(['verify', '--quiet', ...limit, '--witness', witness, ...options, ...asked, file]);
    // Runs in which external functions change memory have no witness.
    if (!existsSync(witness)) return expect(facts.has('externals'), verified.stdout).toBe(true);
    const [{ content }] = parse(readFileSync(witness, 'utf8')) as [{ content: readonly object[] }];
    expect(content.length).toBeGreaterThan(0);
    const validated = await lemmata(['validate', ...limit, '--witness', witness, ...options, file]);
    expect(validated.stdout + validated.stderr).toMatch(/^Witness: confirmed/);
  });
});
