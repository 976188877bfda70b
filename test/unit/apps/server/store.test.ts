import { ClassicLevel } from 'classic-level';
import { expect, it } from 'vitest';
import { JobStore } from '../../../../src/apps/server/job/store.ts';
import { scratchFolder } from '../../../scratch.ts';

it('knows jobs that were kept before they had a kind, an engine and a time', async () => {
  const folder = scratchFolder('store');
  const record = {
    job: 'A'.repeat(22),
    client: 'c',
    files: ['a.c'],
    submitted: '2026-01-01',
    state: 'done',
    verdict: 'TRUE',
    last: 3,
  };
  const db = new ClassicLevel<string, string>(folder);
  await db.put(`job/${record.job}`, JSON.stringify(record));
  await db.close();
  const store = await JobStore.open(folder);
  expect(await store.records()).toEqual([{ ...record, kind: 'submitted', engine: null, seconds: null }]);
  await store.close();
});
