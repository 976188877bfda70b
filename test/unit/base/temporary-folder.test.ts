import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeAbandoned, TemporaryFolder } from '../../../src/base/temporary-folder.ts';

it('is announced while it exists', () => {
  const heard: unknown[] = [];
  const folder = new TemporaryFolder('heard', (path, exists) => heard.push([path, exists, existsSync(path)]));
  folder.remove();
  expect(heard).toEqual([
    [folder.path, true, true],
    [folder.path, false, false],
  ]);
});

it('is removed by others of its purpose once its process and a day have gone', () => {
  const gone = spawnSync('true').pid;
  const old = Date.now() / 1000 - 100_000;
  const make = (purpose: string, pid: number, time: number): string => {
    const path = join(tmpdir(), `lemmata-${purpose}-${pid}-${time}`);
    mkdirSync(path);
    utimesSync(path, time, time);
    return path;
  };
  const abandoned = make('work-a.b', gone, old);
  const kept = [
    make('work-a.b', gone, Date.now() / 1000),
    make('work-a.b', process.pid, old),
    make('work-aab', gone, old),
    make('work-a.b-2', gone, old),
    make('other', gone, old),
  ];
  removeAbandoned('work-a.b');
  expect(existsSync(abandoned)).toBe(false);
  expect(kept.map(existsSync)).toEqual([true, true, true, true, true]);
});
