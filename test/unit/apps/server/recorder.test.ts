import { createHash } from 'node:crypto';
import { JSDOM, type PageDocument } from 'jsdom';
import { expect, it } from 'vitest';
import type { JobEvent } from '../../../../src/apps/server/protocol.ts';
import { Recorder } from '../../../../src/apps/server/recorder.ts';

const hostile = '</script><script>alert(1)</script><!-- <script> ]]> \u2028 & "quoted" </title></style>';
const parts = {
  script: "const end = '</script>', comment = '<!--<script>'; globalThis.ran = end + comment;",
  style: 'p::after { content: "</style>" }',
};

const page = (html: string): PageDocument => new JSDOM(html).window.document;

function recordingOf(html: string): {
  task: unknown;
  events: readonly { number: number; event: JobEvent }[];
  documents: unknown;
} {
  return JSON.parse(page(html).querySelector('#recording')?.textContent ?? '');
}

it('whatever stands in program, events and documents stays text', () => {
  const task = { files: [{ name: `${hostile}.c`, text: hostile }] };
  const recorder = new Recorder(task);
  const event: JobEvent = { kind: 'note', engine: 'bmc', text: hostile, time: 1 };
  recorder.add(event);
  const html = recorder.html('/project', { witness: hostile }, parts);
  expect(recordingOf(html)).toMatchObject({
    version: 1,
    task,
    events: [{ number: 1, event }],
    documents: { witness: hostile },
  });
  const document = page(html);
  expect(document.title).toContain(hostile);
  const [data, script, ...others] = document.querySelectorAll('script');
  expect([data.getAttribute('type'), others.length, [...document.querySelectorAll('style')].length]).toEqual([
    'application/json',
    0,
    1,
  ]);
  // The code means what it meant, and is the only one that may run.
  const code = script.textContent ?? '';
  new Function(code)();
  expect(Reflect.get(globalThis, 'ran')).toBe('</script><!--<script>');
  const policy = document.querySelector('meta[http-equiv]')?.getAttribute('content');
  expect(policy).toContain(`script-src 'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  expect(policy).toContain("default-src 'none'");
});

it('of a long race all that is not mere progress is kept, and progress from first to last', () => {
  const recorder = new Recorder({ files: [] });
  recorder.add({ kind: 'started', time: 0 });
  for (let bound = 1; bound <= 100_000; bound++) recorder.add({ kind: 'bound', engine: 'bmc', bound, time: bound });
  recorder.add({ kind: 'cancelled', time: 100_001 });
  const { events } = recordingOf(recorder.html('/project', {}, parts));
  expect(events.length).toBeLessThanOrEqual(20_000);
  expect(events.length).toBeGreaterThan(5_000);
  expect([events[0].event.kind, events.at(-1)?.event.kind, events.at(-1)?.number]).toEqual([
    'started',
    'cancelled',
    100_002,
  ]);
  const gaps = events.slice(1).map(({ number }, index) => number - events[index].number);
  expect(Math.max(...gaps)).toBeLessThan(50);
});

it('names files below the working folder from there', () => {
  const at = { file: '/project/src/a.c', line: 1, column: 1 };
  const text = 'char *name = "/project/src/a.c";';
  const recorder = new Recorder({ files: [{ name: '/project/src/a.c', text }] });
  recorder.add({ kind: 'started', time: 0 });
  recorder.add({
    kind: 'checks',
    checks: [{ name: 'c', kind: 'overflow', at, function: 'f', contested: null }],
    ignores: [],
    time: 1,
  });
  const recording = recordingOf(recorder.html('/project', {}, parts));
  expect(recording.task).toEqual({ files: [{ name: 'src/a.c', text }] });
  expect(recording.events[1].event).toMatchObject({ kind: 'checks', checks: [{ at: { ...at, file: 'src/a.c' } }] });
});
