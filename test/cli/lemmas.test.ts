import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import schema from '../../schemas/result.schema.json' with { type: 'json' };
import { lemmata } from './lemmata.ts';

const validate = new Ajv({ allowUnionTypes: true, strict: false }).compile(schema);

/** Not k-inductive for any k, and nothing that the analysis finds excludes the error by itself. */
const program = 'test/invariants/rotation-after-check.c';

interface Told {
  readonly from: string;
  readonly to: readonly string[];
  readonly inProof: boolean;
  readonly text: readonly { readonly expression: string | null }[];
}

it('says who learnt what from whom, and on whose lemmas a proof rests', async () => {
  const options = ['verify', '--engines', 'kind,ai', '--timeout', '100', program];
  const { code, stdout, stderr } = await lemmata([...options, '--exchange', '--json', '--verbose']);
  const result = JSON.parse(stdout);
  expect([validate(result), validate.errors]).toEqual([true, null]);
  expect([code, result]).toMatchObject([0, { verdict: 'TRUE', engine: 'kind', restsOn: ['ai'] }]);
  const lemmas: readonly Told[] = result.lemmas;
  const used = lemmas.filter(({ inProof }) => inProof);
  expect(used.length).toBeGreaterThan(0);
  for (const { from, to, text } of used) {
    expect([from, to]).toEqual(['ai', ['kind']]);
    expect(text.every(({ expression }) => expression !== null)).toBe(true);
  }
  expect(stderr).toMatch(/^Proved by kind with lemmas of ai, certificate checked\.$/m);
  expect(stderr).toMatch(/^ +\d+ +ai +kind +(kind +)?yes +\S/m);
  for (const silent of [['--no-exchange'], ['--threads', '1']]) {
    const alone = await lemmata([...options, '--json', ...silent, '--timeout', '1']);
    expect(JSON.parse(alone.stdout).lemmas).toBeUndefined();
  }
}, 300_000);
