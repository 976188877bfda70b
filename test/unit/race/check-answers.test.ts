import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CheckAnswers } from '../../../src/race/cache/check-answers.ts';
import type { RecallSetup } from '../../../src/race/cache/recall.ts';
import { STORE_VERSION } from '../../../src/race/cache/stored-verdict.ts';
import { checksProperty } from '../../../src/race/property.ts';
import { fingerprint } from '../../../src/system/transys/fingerprint.ts';
import { freezeSystem } from '../../../src/system/transys/share.ts';
import { oddCounter } from '../system/transys/examples.ts';

const reduced = freezeSystem(oddCounter());
const listed = createHash('sha256')
  .update(JSON.stringify(['checks', STORE_VERSION, fingerprint(reduced)]))
  .digest('hex');

/** The names of stored texts for which the answers of a list ask, besides that of the list. */
async function asked(lists: readonly (readonly string[])[], interrupted: Promise<unknown>): Promise<number> {
  let count = 0;
  const get = async (name: string): Promise<string | null> => {
    if (name === listed) return JSON.stringify({ version: STORE_VERSION, checks: lists });
    count += 1;
    return null;
  };
  const property = { ...checksProperty(['overflow']), errorFunctions: ['a', 'b'] };
  const setup = { model: { reduced, property }, task: { files: [] }, interrupted } as unknown as RecallSetup;
  const answers = new CheckAnswers({ get, put: async () => {}, remove: async () => {} }, setup);
  for await (const _ of answers.answers()) throw new Error('there is no answer');
  return count;
}

const never = new Promise(() => {});

test('are not asked for where the program has no such checks', async () => {
  expect(await asked([['a'], ['a', 'b']], never)).toBe(2);
  expect(await asked([['a', 'c'], ['c']], never)).toBe(0);
});

test('are not asked for once the verification is interrupted', async () => {
  expect(await asked([['a'], ['a', 'b']], Promise.resolve())).toBe(0);
});
