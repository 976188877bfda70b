import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { RunnerSetup } from '../../../../src/apps/compete/run/settings.ts';
import { LOGS, type Verified, verifyTask } from '../../../../src/apps/compete/run/verify-task.ts';
import type { CompetitionTask } from '../../../../src/apps/compete/task.ts';
import { header } from '../../../compete/records.ts';
import { put } from '../../../compete/tasks.ts';
import { scratchFolder } from '../../../scratch.ts';

vi.setConfig({ testTimeout: 120_000 });
const folder = scratchFolder('compete-verify-task');
mkdirSync(join(folder, LOGS));

/** A verifier that has begun, has a half-written file, and then does what its code says. */
const BEGINNING = `
const { writeFileSync } = require('node:fs');
const tell = (message, sent) => process.send(message, sent);
process.on('disconnect', () => process.exit());
tell({ kind: 'limits', json: true, milliseconds: null, bytes: 100e6 });
tell({ kind: 'bound', bound: 7 });
tell({ kind: 'temporary', path: __filename + '.tmp', exists: true });
writeFileSync(__filename + '.tmp', 'half a witness');
`;

let verifiers = 0;
async function verified(code: string, limits: Partial<RunnerSetup['settings']> = {}): Promise<Verified> {
  const script = put(folder, `verifier${verifiers++}.cjs`, `${BEGINNING}${code}`);
  const settings = { ...header().settings, wallSeconds: 60, ...limits };
  const setup = {
    settings,
    tool: [process.execPath, script],
    toolVersion: '0',
    folder,
    witnesses: false,
    cgroups: null,
    companions: null,
  };
  const task: CompetitionTask = {
    id: 'p#unreach-call',
    name: 'p',
    definition: 'p.yml',
    files: ['p.c'],
    required: [],
    property: { name: 'unreach-call', file: 'unreach-call.prp', expected: { holds: true, subproperty: null } },
    dataModel: null,
    sets: [],
    runDefinition: null,
    options: [],
  };
  const run = await verifyTask(task, 'hash', setup, null).ended;
  expect(existsSync(`${script}.tmp`)).toBe(false);
  return run;
}

const answering = (more: object): string =>
  `process.stdout.write('${JSON.stringify({ version: 1, verdict: 'TRUE', engine: 'kind', safeUpTo: null, ...more })}\\n', () => tell({ kind: 'settled', exitCode: 0 }));`;
const ANSWER = answering({});
const STAY = 'setInterval(() => {}, 1000);';
/** After the messages have left. */
const soon = (code: string): string => `tell({ kind: 'bound', bound: 7 }, () => { ${code} });`;

it('a verifier that has settled is ended at once, with the exit code that it told', async () => {
  const { result } = await verified(`${ANSWER}${STAY}`);
  expect(result).toMatchObject({
    status: 'true',
    category: 'correct',
    exitCode: 0,
    signal: null,
    terminationReason: null,
  });
  expect(result.wallSeconds).toBeLessThan(50);
});

it('a refused claim refutes the result, whatever the verdict is', async () => {
  const refused = [{ engine: 'bmc', claim: 'unsafe', why: 'the run ends open' }];
  const { result } = await verified(answering({ refused }));
  expect(result).toMatchObject({
    category: 'correct',
    checks: [{ by: 'certifier', outcome: 'refuted', detail: 'bmc claimed unsafe: the run ends open' }],
  });
});

it.each<[string, string, Partial<RunnerSetup['settings']>, object]>([
  ['aborted by its engine', soon('process.abort()'), {}, { status: 'OUT OF MEMORY', signal: 'SIGABRT' }],
  [
    'killed by the system',
    soon("process.kill(process.pid, 'SIGKILL')"),
    {},
    { status: 'OUT OF MEMORY', signal: 'SIGKILL' },
  ],
  [
    'ended by another signal',
    soon("process.kill(process.pid, 'SIGSEGV')"),
    {},
    { status: 'ERROR (crashed)', signal: 'SIGSEGV' },
  ],
  [
    'grown beyond the limit that it set itself',
    `const all = []; setInterval(() => all.push(Buffer.alloc(10 << 20, 1)), 20);`,
    {},
    { status: 'OUT OF MEMORY', terminationReason: 'memory' },
  ],
  ['late', STAY, { wallSeconds: 8 }, { status: 'TIMEOUT', terminationReason: 'walltime' }],
])('a verifier that is %s has an answer all the same, with what it had shown', async (_how, code, limits, expected) => {
  expect((await verified(code, limits)).result).toMatchObject({ ...expected, safeUpTo: 7 });
});

it('a verifier that ends by itself without an answer is an error', async () => {
  const { result } = await verified(soon("console.error('lemmata: error: no such thing'); process.exit(3)"));
  expect(result).toMatchObject({ status: 'ERROR (3)', category: 'error', reason: 'no such thing', exitCode: 3 });
});
