import { describe, expect, it } from 'vitest';
import { relocated } from '../../../../../src/apps/compete/nats/dispatch.ts';
import type { Job } from '../../../../../src/apps/compete/nats/job.ts';
import { measuredOf, parseJob, parseReport, type Report } from '../../../../../src/apps/compete/nats/messages.ts';
import { result } from '../../../../compete/records.ts';

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const HASH = 'a'.repeat(64);

const report: Report = {
  version: 1,
  hash: HASH,
  host: 'machine',
  root: '/tmp/x',
  measured: measuredOf(result('set/a.yml#unreach-call')),
  log: HASH,
  witness: null,
};

const job: Job = {
  version: 1,
  hash: HASH,
  task: {
    id: 'set/a.yml#unreach-call',
    name: 'set/a.yml',
    definition: '/tasks/set/a.yml',
    files: ['set/a.c'],
    required: ['include/..a.h'],
    property: { name: 'unreach-call', file: 'unreach-call.prp', expected: { holds: true, subproperty: null } },
    dataModel: 'LP64',
    sets: ['set'],
    runDefinition: null,
    options: [],
  },
  settings: {
    wallSeconds: 5,
    cpuSeconds: null,
    memoryBytes: null,
    cores: null,
    options: [],
    validate: true,
    validator: null,
    nativeReplay: false,
  },
  witnesses: true,
  machines: 1,
  exchanges: false,
  files: [{ path: 'set/a.c', digest: HASH }],
};

describe('reports of workers', () => {
  it('are read as they were written', () => {
    expect(parseReport(bytes(report))).toEqual(report);
  });

  it.each([
    'true',
    'false(unreach-call)',
    'unknown',
    'TIMEOUT',
    'TIMEOUT (true)',
    'OUT OF MEMORY',
    'KILLED BY SIGNAL 9',
    'ERROR (2)',
  ])('may say %s', (status) =>
    expect(parseReport(bytes({ ...report, measured: { ...report.measured, status } }))).not.toBeNull(),
  );

  it.each(['', 'TRUE', 'true ', 'truefalse', 'ERROR', 'true\n'])('may not say %j', (status) =>
    expect(parseReport(bytes({ ...report, measured: { ...report.measured, status } }))).toBeNull(),
  );

  it.each([
    ['no JSON', new TextEncoder().encode('{"version":1')],
    ['no text', new Uint8Array([0xff, 0xfe])],
    ['another version', bytes({ ...report, version: 2 })],
    ['a field too many', bytes({ ...report, category: 'correct' })],
    ['a negative time', bytes({ ...report, measured: { ...report.measured, cpuSeconds: -1 } })],
    ['no digest', bytes({ ...report, log: '../../etc/passwd' })],
    ['nothing', new Uint8Array()],
    ['null', bytes(null)],
  ])('are none: %s', (_, value) => expect(parseReport(value)).toBeNull());
});

describe('jobs', () => {
  it('are read as they were written', () => {
    expect(parseJob(bytes(job))).toEqual(job);
  });

  it.each(['../a.c', '/etc/passwd', 'a/../../b', '..', '.', '', 'a//b', 'a\\b', 'a/'])('name no file %j', (path) => {
    expect(parseJob(bytes({ ...job, files: [{ path, digest: HASH }] }))).toBeNull();
    expect(parseJob(bytes({ ...job, task: { ...job.task, files: [path] } }))).toBeNull();
  });

  it('bring no commands', () => {
    expect(parseJob(bytes({ ...job, settings: { ...job.settings, validator: 'rm -rf /' } }))).toBeNull();
  });
});

describe('what a worker wrote about its files', () => {
  const moved = (text: string, to: string, structured: boolean) =>
    relocated(new TextEncoder().encode(text), '/tmp/x/files', to, structured);

  it('gets our folder in place of the one of the worker', () => {
    expect(moved('verify /tmp/x/files/a.c /tmp/x/files2/b.c', '/my $& tasks', false)).toBe(
      'verify /my $& tasks/a.c /tmp/x/files2/b.c',
    );
    expect(moved('verify /tmp/x/files/a.c', '/', false)).toBe('verify /a.c');
  });

  it('stays YAML, whatever our folders are called', () => {
    const text = "- files: ['/tmp/x/files/a.c']\n  hashes:\n    /tmp/x/files/a.c: 'f00'\n  value: 'x > 0'\n";
    expect(moved(text, "/it's: here", true)).toContain('x > 0');
    expect(moved(text, "/it's: here", true)).toMatch(/"\/it's: here\/a.c": *'f00'/);
    expect(moved('- [', '/here', true)).toBeNull();
  });
});
