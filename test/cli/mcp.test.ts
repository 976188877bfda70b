import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { CLI, HARD, lemmata, processesWith } from './lemmata.ts';

const folder = scratchFolder('mcp');
const ODD = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) { unsigned x = 1; while (__VERIFIER_nondet_int()) x += 2; if (x % 2 == 0) reach_error(); }
`;
writeFileSync(join(folder, 'hard.c'), HARD);
writeFileSync(join(folder, 'odd.c'), ODD);
writeFileSync(join(folder, 'hard-contract.c'), HARD.replace('(void) {', '(void)\n__CPROVER_requires(1)\n{'));
const MINUTES = 60_000;

/** An answer of a tool: what it has for programs, and its text. */
interface Answer {
  readonly isError: boolean;
  readonly data: Record<string, unknown>;
  readonly text: string;
}

describe('lemmata mcp', { timeout: 3 * MINUTES }, () => {
  let client: Client;
  let transport: StdioClientTransport;

  async function connect(...options: readonly string[]): Promise<void> {
    transport = new StdioClientTransport({
      command: process.execPath,
      args: [CLI, 'mcp', ...options],
      cwd: folder,
      stderr: 'inherit',
    });
    client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
  }
  afterEach(() => client.close());

  /** Calls a tool; the client holds its answer against the tool's schema. */
  async function call(name: string, input: object, signal?: AbortSignal): Promise<Answer> {
    const {
      isError = false,
      structuredContent,
      content,
    } = await client.callTool(
      { name, arguments: { ...input } },
      { timeout: 2 * MINUTES, ...(signal === undefined ? {} : { signal }) },
    );
    const [first] = content;
    const text = first?.type === 'text' ? first.text : '';
    if (!isError) expect(JSON.parse(text)).toEqual(structuredContent);
    return { isError, data: { ...(structuredContent as object) }, text };
  }

  it('answers each tool in a session, and shows what its answers leave out', async () => {
    await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['verify', 'check', 'contracts', 'explain', 'run', 'validate']);
    const average = resolve('examples/average.c');
    expect((await call('verify', { files: [average] })).data).toMatchObject({ answer: 'a1', verdict: 'FALSE' });
    expect((await call('verify', { files: ['odd.c'] })).data).toMatchObject({
      verdict: 'TRUE',
      invariants: [{ at: 'odd.c:3:34', condition: 'x % 2 == 1' }],
    });
    expect((await call('verify', { text: ODD, check: 'termination' })).data).toMatchObject({ verdict: 'FALSE' });
    expect((await call('check', { files: [average], checks: ['overflow'] })).data).toMatchObject({
      counts: { violated: 1 },
    });
    const { data } = await call('verify', { files: ['hard.c'], timeout: 1 });
    expect(data).toMatchObject({ answer: 'a5', verdict: 'UNKNOWN', reason: 'time limit' });
    expect((await call('explain', { answer: 'a5' })).data).toMatchObject({
      explanation: expect.stringMatching(/No verdict: .*time limit/),
    });
    expect((await call('explain', { answer: 'a1' })).data.explanation).toContain('reach_error() is called');
    const printing =
      '#include <stdio.h>\nint f(void); int main(int c, char **v) { printf("%d %s", c, v[1]); return 3; }';
    expect((await call('run', { text: printing, arguments: ['--x'] })).data).toEqual({
      exitCode: 3,
      stdout: '2 --x',
      stderr: '',
      isCut: false,
    });
    await lemmata(['verify', '--witness', 'odd.yml', 'odd.c'], { cwd: folder });
    const witness = { files: ['odd.c'], witnessText: readFileSync(join(folder, 'odd.yml'), 'utf8') };
    expect((await call('validate', witness)).data).toMatchObject({ outcome: 'confirmed' });
    expect((await call('verify', { files: ['odd.c'], options: ['--portfolio', 'quick'] })).data.verdict).toBe('TRUE');

    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('lemmata://answers/a2/invariants');
    const read = async (uri: string): Promise<string> => {
      const [{ text = '' }] = (await client.readResource({ uri })).contents as { text?: string }[];
      return text;
    };
    expect(await read('lemmata://answers/a1/run')).toMatch(/inputs:\n.*\n.*\nsteps:[\s\S]*return \(low \+ high\) \/ 2/);
    expect(await read('lemmata://answers/a2/invariants')).toContain('x % 2 == 1');
    expect(JSON.parse(await read('lemmata://answers/a4/result'))).toMatchObject({ version: 1, verdict: 'FALSE' });
    await expect(read('lemmata://answers/a77/run')).rejects.toThrow('there is no answer a77');
  });

  it('judges functions against their contracts, each with an answer that can be explained', async () => {
    await connect();
    const text = `int half(int x)
__CPROVER_requires(x >= 0)
__CPROVER_ensures(__CPROVER_return_value <= x)
{ return x / 2; }
int twice(int x)
__CPROVER_requires(x >= 0)
__CPROVER_ensures(__CPROVER_return_value >= x)
{ return 2 * x; }
`;
    const { data } = await call('contracts', { text, timeout: 30 });
    expect(data).toMatchObject({
      functions: [
        { name: 'half', verdict: 'TRUE', judged: { answer: 'a1' } },
        { name: 'twice', verdict: 'FALSE', judged: { answer: 'a2', violated: [{ kind: 'overflow', cwe: 190 }] } },
      ],
    });
    expect((await call('contracts', { text, functions: ['half'] })).data).toMatchObject({
      functions: [{ name: 'half' }],
    });
    expect((await call('contracts', { text: 'int main(void) {}' })).text).toContain('no function has a contract');
    expect((await call('explain', { answer: 'a2' })).data.verdict).toBe('FALSE');
  });

  it('ends what is cancelled, whether it runs or waits, and answers what comes next', async () => {
    await connect('--jobs', '1');
    const [running, waiting] = [new AbortController(), new AbortController()];
    const first = call('verify', { files: ['hard.c'] }, running.signal).catch(() => 'cancelled');
    const second = call('verify', { files: ['hard.c'], defines: ['WAITING'] }, waiting.signal).catch(() => 'cancelled');
    await vi.waitUntil(() => processesWith('hard.c').length > 0, { timeout: 20_000 });
    const third = call('verify', { files: ['odd.c'] });
    waiting.abort();
    expect(await second).toBe('cancelled');
    running.abort();
    expect(await first).toBe('cancelled');
    expect((await third).data.verdict).toBe('TRUE');
    await vi.waitUntil(() => processesWith('hard.c').length === 0, { timeout: 10_000 });
  });

  it('ends each command with the session, also when it is killed', async () => {
    await connect();
    void call('verify', { files: ['hard.c'] }).catch(() => {});
    void call('run', { text: 'int main(void) { for (;;) {} }', steps: 1e12, defines: ['FOREVER'] }).catch(() => {});
    const left = (): number => processesWith('hard.c').length + processesWith('FOREVER').length;
    await vi.waitUntil(() => left() >= 3, { timeout: 20_000 });
    process.kill(transport.pid ?? 0, 'SIGKILL');
    await vi.waitUntil(() => left() === 0, { timeout: 10_000 });

    await connect();
    void call('verify', { files: ['hard.c'] }).catch(() => {});
    void call('contracts', { files: ['hard-contract.c'] }).catch(() => {});
    await vi.waitUntil(() => processesWith('hard.c').length > 0, { timeout: 20_000 });
    await vi.waitUntil(() => processesWith('--contract').some((line) => line.includes('hard-contract.c')), {
      timeout: 20_000,
    });
    await client.close();
    await vi.waitUntil(() => processesWith('hard-contract.c').length === 0, { timeout: 10_000 });
    await vi.waitUntil(() => processesWith('hard.c').length === 0, { timeout: 10_000 });
  });

  it('answers fifty requests in parallel, few at once, and refuses more than may wait', async () => {
    await connect('--jobs', '2', '--threads', '1');
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, commandsOf(transport.pid ?? 0));
    }, 50);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => call('run', { text: `int main(void) { return ${i}; }` })),
    );
    clearInterval(watch);
    expect(answers.map(({ data }) => data.exitCode)).toEqual(Array.from({ length: 50 }, (_, i) => i));
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(2);
    await client.close();

    await connect('--jobs', '1', '--waiting', '1');
    const quick = { text: 'int main(void) { return 7; }' };
    const some = await Promise.all([call('run', quick), call('run', quick), call('run', quick)]);
    expect(some.map(({ isError }) => isError)).toEqual([false, false, true]);
    expect(some[2].text).toBe('1 requests are waiting already');
  });

  it('tells what is wrong with a request', async () => {
    await connect();
    const wrong = async (name: string, input: object): Promise<string> => {
      const answer = await call(name, input);
      expect(answer.isError).toBe(true);
      return answer.text;
    };
    expect(await wrong('verify', { files: ['gone.c'] })).toMatch(/^E-INPUT: 'gone.c' does not exist/);
    expect(await wrong('verify', {})).toBe('no program is given: files or text');
    expect(await wrong('verify', { files: ['odd.c'], text: ODD })).toBe('files and text exclude each other');
    expect(await wrong('verify', { text: 'int main(void) { int x = ; }' })).toMatch(/expression.*<stdin>:1:26/);
    expect(await wrong('check', { files: ['--report=x.html'] })).toContain('does not begin with -');
    expect(await wrong('check', { files: ['odd.c'], checks: ['overflows'] })).toContain('checks.0');
    expect(await wrong('verify', { files: ['odd.c'], options: ['--sarif=x'] })).toMatch(/^--sarif cannot be/);
    expect(await wrong('verify', { files: ['odd.c'], options: ['--nonsense'] })).toContain(
      "unknown option '--nonsense'",
    );
    expect(await wrong('explain', { answer: 'a9' })).toBe('there is no answer a9; none was given');
    expect(await wrong('validate', { files: ['odd.c'] })).toContain('no witness is given');
    expect(await wrong('validate', { files: ['odd.c'], witnessText: 'nonsense' })).toContain('witness');
  });

  it('holds the transcripts of docs/agents.md', async () => {
    transport = new StdioClientTransport({ command: process.execPath, args: [CLI, 'mcp'], stderr: 'inherit' });
    client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
    const page = readFileSync('docs/agents.md', 'utf8');
    const exchanges = [...page.matchAll(/```mcp\n(\w+) (\{.*\})\n```\n```json\n([\s\S]*?)```/g)];
    expect(exchanges).toHaveLength(6);
    for (const [, tool, input, shown] of exchanges)
      expect((await call(tool, JSON.parse(input))).data).toMatchObject(JSON.parse(shown));
  });
});

it('survives lines that are no requests, and answers those behind them', async () => {
  const child = spawn(process.execPath, [CLI, 'mcp'], { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const send = (line: string): void => void child.stdin.write(`${line}\n`);
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }));
  for (const line of ['', '{', '[]', '"x"', 'null', '{"jsonrpc":"1.0"}', `"${'x'.repeat(1e6)}"`, '\u0000\uffff'])
    send(line);
  send(JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'destroy', arguments: {} } }));
  send(JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: 7 }));
  send(JSON.stringify({ jsonrpc: '2.0', id: 4, method: 'no/method' }));
  send(JSON.stringify({ jsonrpc: '2.0', id: 5, method: 'tools/list' }));
  const answers = (): Map<unknown, { error?: { code: number }; result?: object }> =>
    new Map(
      output
        .split('\n')
        .filter((line) => line.endsWith('}'))
        .map((line) => [JSON.parse(line).id, JSON.parse(line)]),
    );
  await vi.waitUntil(() => answers().has(5), { timeout: 20_000 });
  for (const id of [2, 4]) expect(answers().get(id)).toHaveProperty('error.code');
  expect(answers().get(5)).toHaveProperty('result.tools');
  expect(errors.split('\n').filter((line) => line !== '' && !/^lemmata: a message that is none/.test(line))).toEqual(
    [],
  );
  child.stdin.end();
  expect(await ended).toBe(0);
});

afterAll(() => expect(processesWith(join(folder, 'hard.c'))).toEqual([]));

/** The number of commands that a server has started and that run. */
function commandsOf(pid: number): number {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).length;
  } catch {
    return 0;
  }
}
