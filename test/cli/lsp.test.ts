import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CodeLens, InlayHint } from 'vscode-languageserver/node';
import type { Status } from '../../src/apps/editor/server.ts';
import type { ShownRun } from '../../src/apps/editor/steps.ts';
import { scratchFolder } from '../scratch.ts';
import { EditorClient } from './editor-client.ts';
import { HARD } from './lemmata.ts';

const folder = scratchFolder('lsp');
const AVERAGE = resolve('examples/average.c');
const COUNTER = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned x = 0;
  while (__VERIFIER_nondet_int()) {
    if (x < 10) x++;
  }
  if (x > 10) reach_error();
}
`;

function program(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('lemmata lsp', () => {
  let client: EditorClient;

  beforeEach(() => {
    client = new EditorClient();
  });
  afterEach(() => client.kill());

  const errorsIn = (uri: string) => (client.diagnostics.get(uri) ?? []).filter(({ severity }) => severity === 1);

  it('shows a violation with its run, step by step, and ends when it is asked to', async () => {
    const { capabilities } = await client.initialize(folder, {});
    expect(capabilities.executeCommandProvider?.commands).toContain('lemmata.showRun');
    const uri = await client.open(AVERAGE);
    await client.until('a verdict', () => client.ended(uri).length > 0);
    expect(client.ended(uri)[0]).toMatchObject({ state: 'done', verdict: 'FALSE', text: 'FALSE (unreach-call)' });
    const [error] = errorsIn(uri);
    expect(error.range.start).toEqual({ line: 13, character: 37 });
    expect(error.relatedInformation?.map(({ message }) => message)).toContain('high < low -> false');

    const run = await client.command<ShownRun>('lemmata.showRun', uri);
    expect(run.inputs).toHaveLength(2);
    expect(run.steps.at(-1)).toMatchObject({ uri, line: 13, column: 37, function: 'main' });
    const inMean = run.steps.find((step) => step.function === 'mean');
    expect(inMean?.depth).toBe(1);
    const names = run.steps.at(-1)?.values.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['low', 'high']));
    expect(client.progress.length).toBeGreaterThan(1);
    expect(await client.close()).toBe(0);
  });

  it('shows invariants at loops, and verifies a buffer that is not saved as text', async () => {
    await client.initialize(folder, { verifyOnOpen: false });
    const path = program('counter.c', COUNTER);
    const uri = await client.open(path);
    const hints = (): Promise<InlayHint[]> =>
      client.connection.sendRequest('textDocument/inlayHint', {
        textDocument: { uri },
        range: { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } },
      });
    expect(await client.command<Status>('lemmata.verify', uri)).toMatchObject({ verdict: 'TRUE' });
    const [hint] = await hints();
    expect(hint.position).toEqual({ line: 4, character: COUNTER.split('\n')[4].length });
    expect(hint.label).toMatch(/^invariant: .*x.*10/);

    await client.change(uri, 2, COUNTER.replace('x < 10', 'x < 11'));
    expect(await client.command<Status>('lemmata.verify', uri)).toMatchObject({ verdict: 'FALSE' });
    expect(errorsIn(uri)[0].range.start.line).toBe(7);
    expect(await hints()).toEqual([]);
  });

  it('checks all faults, and one function alone', async () => {
    await client.initialize(folder, { verifyOnOpen: false, checks: ['overflow'] });
    const uri = await client.open(AVERAGE);
    const lenses = await client.connection.sendRequest<CodeLens[]>('textDocument/codeLens', { textDocument: { uri } });
    expect(lenses.map(({ command }) => command?.title)).toEqual(['Verify this function', 'Verify']);
    expect(await client.command<Status>('lemmata.check', uri)).toMatchObject({
      verdict: 'FALSE',
      text: 'Checks: 1 violated, 0 open, 0 proved',
    });
    expect(errorsIn(uri)[0].range.start).toEqual({ line: 5, character: 14 });
    const words = lenses[0].command?.arguments ?? [];
    expect(await client.command<Status>('lemmata.verify', ...words)).toMatchObject({ verdict: 'FALSE' });
    const run = await client.command<ShownRun>('lemmata.showRun', uri);
    expect(run.steps.map((step) => step.function)).toContain('mean');
    expect(run.steps.map((step) => step.function)).not.toContain('main');
  });

  it('shows syntax errors, and what is not decided as information with its reason', async () => {
    await client.initialize(folder, { verifyOnOpen: false });
    const wrong = await client.open(program('wrong.c', 'int main(void) {\n  int x = ;\n  return y;\n}\n'));
    await client.save(wrong);
    await client.until('errors', () => errorsIn(wrong).length > 0);
    expect(errorsIn(wrong)[0].range.start.line).toBe(1);
    const assembly = await client.open(resolve('examples/inline-assembly.c'));
    expect(await client.command<Status>('lemmata.verify', assembly)).toMatchObject({ verdict: 'UNKNOWN' });
    const [open] = client.diagnostics.get(assembly) ?? [];
    expect(open).toMatchObject({ severity: 3, range: { start: { line: 6, character: 2 } } });
    expect(open.message).toContain('inline assembly');
  });

  it('cancels a verification for a newer save, by command, and when it is asked to end', async () => {
    await client.initialize(folder, { verifyOnOpen: false });
    const path = program('hard.c', HARD);
    const uri = await client.open(path);
    await client.save(uri);
    await client.until('the start', () => client.statuses.some(({ state }) => state === 'running'));
    const simple = HARD.replace('a * b ==', '1 ==');
    writeFileSync(path, simple);
    await client.change(uri, 2, simple);
    await client.save(uri);
    await client.until('two ends', () => client.ended(uri).length === 2);
    expect(client.ended(uri)).toMatchObject([{ state: 'cancelled' }, { state: 'done', verdict: 'TRUE' }]);

    await client.change(uri, 3, HARD);
    const pending = client.command<Status>('lemmata.verify', uri);
    await client.command('lemmata.cancel', uri);
    expect(await pending).toMatchObject({ state: 'cancelled' });
    const last = client.command<Status>('lemmata.verify', uri);
    expect(await client.close()).toBe(0);
    await last.catch(() => {});
  });

  it('outlives a process of a verification that is killed, and says so', async () => {
    await client.initialize(folder, { verifyOnOpen: false });
    const uri = await client.open(program('killed.c', HARD));
    const pending = client.command<Status>('lemmata.verify', uri);
    const children = (): readonly number[] =>
      readFileSync(`/proc/${client.pid}/task/${client.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    await client.until('progress', () => client.progress.length > 1 && children().length === 1);
    process.kill(children()[0], 'SIGKILL');
    expect(await pending).toMatchObject({
      state: 'done',
      verdict: 'ERROR',
      text: expect.stringMatching(/ended by the system/),
    });
    expect(client.diagnostics.get(uri)).toMatchObject([
      { severity: 3, message: expect.stringMatching(/no answer: .*ended by the system/) },
    ]);
    const other = await client.open(AVERAGE);
    expect(await client.command<Status>('lemmata.verify', other)).toMatchObject({ verdict: 'FALSE' });
    expect(children()).toEqual([]);
  });

  it('begins a verification again whose process breaks down', async () => {
    await client.initialize(folder, { verifyOnOpen: false });
    const uri = await client.open(program('broken.c', HARD));
    const pending = client.command<Status>('lemmata.verify', uri);
    const children = (): readonly number[] =>
      readFileSync(`/proc/${client.pid}/task/${client.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    await client.until('progress', () => client.progress.length > 1 && children().length === 1);
    const [first] = children();
    process.kill(first, 'SIGSEGV');
    // The editor hears nothing of it before the new process has something to tell.
    await vi.waitUntil(() => children().length === 1 && children()[0] !== first, { timeout: 20_000, interval: 20 });
    const [second] = children();
    process.kill(second, 'SIGSEGV');
    expect(await pending).toMatchObject({ verdict: 'ERROR', text: expect.stringMatching(/no answer: .*SIGSEGV/) });
    expect(children()).toEqual([]);
  });

  it('ends when its editor vanishes, and names settings without meaning', async () => {
    await client.initialize(folder, { timeout: -1, checks: ['overflows'] });
    await client.until('warnings', () => client.warnings.length === 2);
    expect(client.warnings[0]).toMatch(/lemmata\.checks must be a list of .*overflow/);
    expect(client.warnings[1]).toBe('Lemmata: lemmata.timeout must be a positive number of seconds');
    expect(await client.vanish()).toBe(1);
  });
});
