import { describe, expect, it } from 'vitest';
import { parseJson, readClientMessage, readTask } from '../../../../src/apps/server/client-messages.ts';
import { ENGINE_NAMES } from '../../../../src/race/schedule/engine-names.ts';

const task = { files: [{ name: 'a.c', text: 'int main(void) {}' }] };

describe('messages of clients', () => {
  it('may name every engine there is, and no other', () => {
    const engines = [...ENGINE_NAMES];
    expect(readTask(JSON.stringify({ ...task, engines }))).toEqual({ ...task, engines });
    const unknown = { ...task, engines: ['bmc', 'zz'] };
    expect(() => readTask(JSON.stringify(unknown))).toThrow('no such engine');
    expect(() => readClientMessage(JSON.stringify({ type: 'submit', task: unknown }))).toThrow('no such engine');
  });

  it('may bound the arguments of main as the command line may', () => {
    const bounded = (count: number, bytes: number) => JSON.stringify({ ...task, arguments: { count, bytes } });
    expect(readTask(bounded(2, 100))).toMatchObject({ arguments: { count: 2, bytes: 100 } });
    expect(() => readTask(bounded(200, 9999))).toThrow('more than 20000 bytes');
    expect(() => readTask(bounded(201, 1))).toThrow('the task does not match');
    expect(() => readTask(bounded(1.5, 1))).toThrow('the task does not match');
  });

  it('are read as they were written', () => {
    const job = 'A'.repeat(22);
    for (const message of [
      { type: 'submit', request: 1, task, keep: true },
      { type: 'watch', job, after: 3 },
      { type: 'unwatch', job },
      { type: 'cancel', job },
      { type: 'list' },
      { type: 'document', request: 2, job, document: 'witness' },
    ]) {
      expect(readClientMessage(JSON.stringify(message))).toEqual(message);
    }
  });

  it('may not be nested as no message is, whatever stands in strings', () => {
    const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    expect(parseJson(nested(64))).toEqual(JSON.parse(nested(64)));
    expect(() => parseJson(nested(65))).toThrow('nested too deeply');
    expect(() => parseJson(`{"a":"\\"","b":${nested(70)}}`)).toThrow('nested too deeply');
    const text = '{[\\"'.repeat(100);
    expect(parseJson(JSON.stringify({ text }))).toEqual({ text });
  });

  it.each([
    { ...task, includes: ['/etc'] },
    { ...task, defines: ['A'] },
    { ...task, propertyFile: '/etc/passwd' },
    { ...task, portfolio: '/etc/passwd' },
    { ...task, portfolio: '../sets' },
    { ...task, engines: ['-fplugin=x'] },
    { ...task, timeout: -1 },
    { ...task, timeout: '1' },
    { ...task, errorFunction: 'f(); system' },
    { files: [] },
    ...[
      '../a.c',
      '/a.c',
      'a/b.c',
      '-o.c',
      '@f.c',
      '--help',
      'a.c\0',
      'a.so',
      '.c',
      '..c',
      '%2e%2e.c',
      'a\n.c',
      '<b>.c',
    ].map((name) => ({
      files: [{ name, text: 'x' }],
    })),
  ])('refuses the task %j', (one) => {
    expect(() => readTask(JSON.stringify(one))).toThrow('the task does not match');
  });
});
