import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { lemmata } from './lemmata.ts';

const folder = scratchFolder('report');
const hostile = '</script><script>alert(1)</script><!-- <img src=x onerror=alert(2)>';
const program = `extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
// ${hostile}
int main(void) {
  if (__VERIFIER_nondet_int() == 77) reach_error();
}
`;

it('writes one file with the program, the events and what can be downloaded, all of which stays text', async () => {
  const [file, report] = [join(folder, 'hostile.c'), join(folder, 'report.html')];
  writeFileSync(file, program);
  const { code, stdout } = await lemmata(['verify', '--report', report, file]);
  expect([code, stdout]).toEqual([10, 'Verification result: FALSE (unreach-call)\n']);
  const { document } = new JSDOM(readFileSync(report, 'utf8')).window;
  expect(
    [...document.querySelectorAll('script')].map((script) => [script.getAttribute('type'), script.getAttribute('src')]),
  ).toEqual([
    ['application/json', null],
    [null, null],
  ]);
  expect([...document.querySelectorAll('img, link, iframe')]).toEqual([]);
  const recording = JSON.parse(document.querySelector('#recording')?.textContent ?? '');
  expect(recording.task.files).toEqual([{ name: file, text: program }]);
  const kinds: readonly string[] = recording.events.map(({ event }: { event: { kind: string } }) => event.kind);
  expect(kinds).toEqual(
    expect.arrayContaining(['started', 'compiled', 'outline', 'engine-started', 'claim', 'certified']),
  );
  expect(recording.events.at(-1).event).toMatchObject({ kind: 'verdict', result: { verdict: 'FALSE' }, witness: true });
  expect(recording.documents.witness).toContain('violation_sequence');
  expect(JSON.parse(recording.documents.sarif).runs[0].results[0].level).toBe('error');
}, 300_000);

it('a program that cannot be read has a report, too; a folder that is not there is told at once', async () => {
  const [file, report] = [join(folder, 'broken.c'), join(folder, 'broken.html')];
  writeFileSync(file, 'int main(void) { return x; }\n');
  expect((await lemmata(['verify', '--report', report, file])).code).toBe(2);
  const { document } = new JSDOM(readFileSync(report, 'utf8')).window;
  const { events } = JSON.parse(document.querySelector('#recording')?.textContent ?? '');
  expect(events.at(-1).event).toMatchObject({ kind: 'failed', code: 'E-INPUT' });
  const nowhere = await lemmata(['verify', '--report', join(folder, 'no', 'such.html'), file]);
  expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('cannot write')]);
}, 300_000);
