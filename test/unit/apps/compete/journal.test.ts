import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { JournalWriter, readJournal } from '../../../../src/apps/compete/store/journal.ts';
import type { RunHeader, TaskResult } from '../../../../src/apps/compete/store/record.ts';
import { openFolder, readResults } from '../../../../src/apps/compete/store/results-folder.ts';
import { header, result } from '../../../compete/records.ts';
import { scratchFolder } from '../../../scratch.ts';

const folder = scratchFolder('compete-journal');

function written(name: string, records: readonly (RunHeader | TaskResult)[]): string {
  const file = join(folder, name);
  const writer = new JournalWriter(file, 0);
  for (const record of records) writer.append(record);
  writer.close();
  return file;
}

describe('the journal', () => {
  it('gives back what was written, of several results of a task the last', () => {
    const file = written('twice.jsonl', [header(), result('a'), result('b'), result('a', { status: 'unknown' })]);
    const journal = readJournal(file);
    expect(journal.header).toEqual(header());
    expect([...journal.results.values()]).toEqual([result('a', { status: 'unknown' }), result('b')]);
  });

  it('cut at any byte loses the last result only, and goes on after the last whole line', () => {
    const records = [header(), result('a'), result('b')];
    const whole = readFileSync(written('whole.jsonl', records));
    const file = join(folder, 'cut.jsonl');
    const ends = [...whole.entries()].filter(([, byte]) => byte === 0x0a).map(([index]) => index + 1);
    for (let length = 0; length <= whole.length; length += 7) {
      writeFileSync(file, whole.subarray(0, length));
      const journal = readJournal(file);
      const lines = ends.filter((end) => end <= length).length;
      expect([journal.header === null ? 0 : 1, journal.results.size]).toEqual([
        Math.min(lines, 1),
        Math.max(0, lines - 1),
      ]);
      const writer = new JournalWriter(file, journal.wholeBytes);
      for (const record of records.slice(lines)) writer.append(record);
      writer.close();
      expect(readFileSync(file)).toEqual(whole);
    }
  });

  it('with a line that is no result is refused at that line', () => {
    const file = written('spoilt.jsonl', [header()]);
    appendFileSync(file, '{"version":1,"kind":"resu\n');
    expect(() => readJournal(file)).toThrow(
      expect.objectContaining({ code: 'E-INPUT', at: { file, line: 2, column: 1 } }),
    );
  });

  it('on a full disk says so', () => {
    const writer = new JournalWriter('/dev/full', 0);
    expect(() => writer.append(result('a'))).toThrow(
      expect.objectContaining({ code: 'E-INPUT', message: expect.stringContaining('ENOSPC') }),
    );
    writer.close();
  });
});

describe('a run that was kept as one object', () => {
  it('is read as its journal is, and refused where a part is none', () => {
    const run = header();
    const kept = join(folder, 'kept.json');
    writeFileSync(kept, JSON.stringify({ version: 1, kind: 'bench', run, results: [result('a'), result('b')] }));
    expect(readResults(kept)).toEqual({ header: run, results: [result('a'), result('b')] });
    for (const wrong of ['', '[]', '{"run":{}}', JSON.stringify({ run, results: [{}] })]) {
      writeFileSync(kept, wrong);
      expect(() => readResults(kept)).toThrow(
        expect.objectContaining({ code: 'E-INPUT', message: 'this is not a stored run' }),
      );
    }
  });
});

describe('a results folder', () => {
  it('is continued with the same settings only', () => {
    const opened = openFolder(join(folder, 'run'), header(), false);
    opened.writer.append(result('a'));
    opened.close();
    const other = header({ settings: { ...header().settings, wallSeconds: 7, options: ['--engines', 'kind'] } });
    expect(() => openFolder(join(folder, 'run'), other, false)).toThrow(
      /wallSeconds 5, now 7; options none, now --engines kind/,
    );
    const again = openFolder(join(folder, 'run'), header(), false);
    expect([...again.earlier.keys()]).toEqual(['a']);
    again.close();
    const fresh = openFolder(join(folder, 'run'), other, true);
    expect(fresh.earlier.size).toBe(0);
    fresh.close();
  });

  it('belongs to one run at a time; the lock of one that was killed does not count', () => {
    const opened = openFolder(join(folder, 'mine'), header(), false);
    expect(() => openFolder(join(folder, 'mine'), header(), false)).toThrow(
      `is being written by another run (process ${process.pid})`,
    );
    opened.close();
    // A process number that has been taken by another one since.
    writeFileSync(join(folder, 'mine', 'lock'), `${process.pid} 1\n`);
    openFolder(join(folder, 'mine'), header(), false).close();
    expect(statSync(join(folder, 'mine', 'lock'), { throwIfNoEntry: false })).toBeUndefined();
  });
});
