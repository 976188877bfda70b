import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FolderStore } from '../../../src/race/cache/folder-store.ts';
import { scratchFolder } from '../../scratch.ts';

const name = (digit: string): string => digit.repeat(64);

it('keeps texts by name, and lets go of what was not asked for longest when there is no room', async () => {
  const folder = scratchFolder('answers');
  const store = new FolderStore(folder, 250);
  for (const [index, digit] of ['a', 'b'].entries()) {
    await store.put(name(digit), digit.repeat(100));
    utimesSync(join(folder, `${name(digit)}.json`), 1000 + index, 1000 + index);
  }
  expect(await store.get(name('a'))).toBe('a'.repeat(100));
  await store.put(name('c'), 'c'.repeat(100));
  expect([await store.get(name('a')), await store.get(name('b')), await store.get(name('c'))]).toEqual([
    'a'.repeat(100),
    null,
    'c'.repeat(100),
  ]);
  await store.remove(name('a'));
  expect(await store.get(name('a'))).toBeNull();
});

it('touches no file that is not its own, but for what a killed process left', async () => {
  const folder = scratchFolder('answers');
  const store = new FolderStore(folder, 0);
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  const left = join(folder, `${name('d')}.json.123.tmp`);
  writeFileSync(left, 'half');
  utimesSync(left, 1000, 1000);
  await store.put(name('e'), 'text');
  expect(readdirSync(folder)).toEqual(['notes.txt']);
});
