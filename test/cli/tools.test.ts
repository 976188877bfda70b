import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import schema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' };
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { CLI, type Ended, lemmata } from './lemmata.ts';

/** The published schema, whose draft ajv does not know by name. */
const { $schema: _draft, id: _id, ...rules } = schema;
const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(rules);

const folder = scratchFolder('tools');
const sarif = join(folder, 'result.sarif');
const builds = { env: { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: process.cwd() } };

/** The part of a result that tests follow. */
interface SarifResult {
  readonly codeFlows?: readonly { readonly threadFlows: readonly { readonly locations: readonly object[] }[] }[];
}

interface Told extends Ended {
  readonly run: Record<string, unknown>;
  readonly results: readonly SarifResult[];
  /** Lines for GitHub Actions. */
  readonly lines: readonly string[];
}

async function told(...args: readonly string[]): Promise<Told> {
  const ended = await lemmata(['verify', '--sarif', sarif, ...args], builds);
  const log: unknown = JSON.parse(readFileSync(sarif, 'utf8'));
  expect([validate(log), validate.errors]).toEqual([true, null]);
  expect(log).toMatchObject({
    $schema: expect.stringContaining('sarif-2.1.0'),
    version: '2.1.0',
    runs: [{ columnKind: 'utf16CodeUnits' }],
  });
  const [run] = (log as { runs: readonly (Record<string, unknown> & { results: readonly SarifResult[] })[] }).runs;
  return {
    ...ended,
    run,
    results: run.results,
    lines: ended.stderr.split('\n').filter((line) => line.startsWith('::')),
  };
}

const place = (uri: string, startLine: number): object => ({
  physicalLocation: { artifactLocation: { uri, uriBaseId: '%SRCROOT%' }, region: { startLine } },
});

it('a violation: its run as code flow, its inputs, and the line that a build marks', async () => {
  const { code, stdout, run, results, lines } = await told('examples/average.c');
  expect([code, stdout]).toEqual([10, 'Verification result: FALSE (unreach-call)\n']);
  expect(run).toMatchObject({
    tool: {
      driver: {
        name: 'Lemmata',
        rules: [
          { id: 'unreach-call', shortDescription: { text: expect.any(String) } },
          ...[
            'assertion',
            'no-overflow',
            'wrap',
            'truncation',
            'division',
            'shift',
            'conversion',
            'argument',
            'overlap',
            'unreachable',
            'sequence',
            'representation',
            'uninitialised',
            'alignment',
            'valid-deref',
            'valid-free',
            'valid-memtrack',
            'valid-memcleanup',
            'no-data-race',
            'deadlock',
            'requires',
            'ensures',
            'assigns',
            'termination',
            'undefined-behaviour',
          ].map((id) => ({ id })),
        ],
      },
    },
    invocations: [{ executionSuccessful: true, toolExecutionNotifications: [] }],
    originalUriBaseIds: { '%SRCROOT%': { uri: `file://${process.cwd()}/` } },
  });
  expect(results).toMatchObject([
    {
      ruleId: 'unreach-call',
      kind: 'fail',
      level: 'error',
      locations: [place('examples/average.c', 14)],
      relatedLocations: [place('examples/average.c', 10), place('examples/average.c', 11)],
      stacks: [{ frames: [{ location: { logicalLocations: [{ fullyQualifiedName: 'main' }] } }] }],
    },
  ]);
  const steps = results[0].codeFlows?.[0].threadFlows[0].locations ?? [];
  expect(steps.length).toBeGreaterThan(5);
  expect(steps.at(-1)).toMatchObject({
    location: { ...place('examples/average.c', 14), message: { text: 'reach_error()' } },
  });
  expect(lines).toEqual([
    expect.stringMatching(
      /^::error file=examples\/average\.c,line=14,col=\d+,title=Lemmata::A run calls reach_error\(\), with __VERIFIER_nondet_int/,
    ),
  ]);
}, 300_000);

it('a proof passes, and no line is marked', async () => {
  const { results, lines } = await told('examples/odd.c');
  expect(results).toMatchObject([{ kind: 'pass', level: 'none', locations: [place('examples/odd.c', 1)] }]);
  expect(lines).toEqual([]);
}, 300_000);

it('no verdict: a notification with the place of the reason, and a warning', async () => {
  const { results, run, lines } = await told('examples/inline-assembly.c');
  expect(results).toMatchObject([{ kind: 'open', level: 'none' }]);
  expect(run).toMatchObject({
    invocations: [
      {
        executionSuccessful: true,
        toolExecutionNotifications: [
          {
            level: 'warning',
            descriptor: { id: 'undecided', index: 0 },
            locations: [place('examples/inline-assembly.c', 7)],
          },
        ],
      },
    ],
  });
  expect(lines).toEqual([expect.stringMatching(/^::warning file=examples\/inline-assembly\.c,line=7,/)]);
}, 300_000);

it('a program that cannot be read: an invocation that failed', async () => {
  const broken = join(folder, 'broken %.c');
  writeFileSync(broken, 'int main(void) { return x; }\n');
  const { code, run, results, lines } = await told(broken);
  expect([code, results]).toEqual([2, []]);
  expect(run).toMatchObject({
    invocations: [
      {
        executionSuccessful: false,
        exitCode: 2,
        toolExecutionNotifications: [
          {
            level: 'error',
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: `file://${folder}/broken%20%25.c` },
                  region: { startLine: 1 },
                },
              },
            ],
          },
        ],
      },
    ],
  });
  expect(lines).toEqual([expect.stringContaining('broken %25.c,line=1,')]);
}, 300_000);

it('the action: outputs, and what makes a step fail', async () => {
  const output = join(folder, 'output');
  writeFileSync(output, '');
  const inputs = {
    FILES: 'examples/aver*.c\n',
    PROPERTY: '',
    DATA_MODEL: 'LP64',
    TIMEOUT: '120',
    OPTIONS: '--engines\nbmc',
    SARIF: sarif,
  };
  const env = Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name}`, value]));
  const step = (failOn: string, command = ''): Promise<unknown> =>
    new Promise((done) => {
      const settings = {
        ...process.env,
        ...env,
        LEMMATA_DIST: resolve(dirname(CLI)),
        GITHUB_OUTPUT: output,
        INPUT_FAIL_ON: failOn,
        INPUT_COMMAND: command,
      };
      execFile('bash', ['scripts/action.sh'], { env: settings }, (error) => done(error?.code ?? 0));
    });
  expect(await step('sometimes')).toBe(1);
  expect(await step('never', 'export')).toBe(1);
  expect(await step('never')).toBe(0);
  expect(readFileSync(output, 'utf8')).toBe(`verdict=FALSE\nsarif=${sarif}\n`);
  expect(await step('false')).toBe(10);
}, 300_000);
