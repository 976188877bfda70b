import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Model } from '../btor2/interpreter.ts';
import { replayWitness } from '../btor2/witness.ts';
import { scratchFolder } from '../scratch.ts';
import { lemmata } from './lemmata.ts';

interface Place {
  readonly file_name: string;
  readonly line: number;
  readonly column: number;
  readonly function?: string;
}
interface Waypoint {
  readonly type: string;
  readonly action: string;
  readonly location: Place;
  readonly constraint?: { readonly value: string; readonly format: string };
}
interface Invariant {
  readonly type: string;
  readonly location: Place;
  readonly value: string;
  readonly format: string;
}

const folder = scratchFolder('cli');

/** The witness for a program, its common part checked. */
async function witnessOf(
  program: string,
  entryType: string,
  options: readonly string[] = [],
): Promise<readonly unknown[]> {
  const file = join(folder, `${entryType}-${Math.random()}.yml`);
  const { code } = await lemmata(['verify', '--timeout', '60', ...options, '--witness', file, program]);
  expect(code).toBe(entryType === 'invariant_set' ? 0 : 10);
  const entries = parse(readFileSync(file, 'utf8'));
  const hash = createHash('sha256').update(readFileSync(program)).digest('hex');
  expect(entries).toEqual([
    {
      entry_type: entryType,
      metadata: {
        format_version: '2.0',
        uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        creation_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        producer: { name: 'Lemmata', version: expect.any(String) },
        task: {
          input_files: [program],
          input_file_hashes: { [program]: hash },
          specification: 'CHECK( init(main()), LTL(G ! call(reach_error())) )',
          data_model: 'LP64',
          language: 'C',
        },
      },
      content: expect.any(Array),
    },
  ]);
  return entries[0].content;
}

/** The source text from that place on. */
function textAt({ file_name, line, column }: Place): string {
  return readFileSync(file_name, 'utf8')
    .split('\n')
    [line - 1].slice(column - 1);
}

async function invariantsOf(program: string, options: readonly string[]): Promise<readonly Invariant[]> {
  const content = await witnessOf(program, 'invariant_set', options);
  return content.map((element) => (element as { invariant: Invariant }).invariant);
}

/** The program with every invariant as a check at its place, or at the start of its loop's body. */
function asserted(program: string, invariants: readonly Invariant[]): string {
  const lines = readFileSync(program, 'utf8').split('\n');
  for (const { type, location, value } of invariants) {
    const line = lines[location.line - 1];
    const at = type === 'loop_invariant' ? line.indexOf('{', location.column) + 1 : location.column - 1;
    lines[location.line - 1] = `${line.slice(0, at)} if (!(${value})) reach_error(); ${line.slice(at)}`;
  }
  const file = join(folder, `asserted-${Math.random()}.c`);
  writeFileSync(file, lines.join('\n'));
  return file;
}

const names = join(folder, 'names.c');
writeFileSync(
  names,
  `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define FOREVER while (1)
struct { unsigned f : 3; int g : 4; } s;
unsigned char i = 200;
static int twice(int y) {
  int n = 0;
  while (n < 10) { n += 2; }
  if (n & 1) reach_error();
  return 2 * y;
}
int main(void) {
  short i = 0; long long t = 0; _Bool b = 0;
  do { i = (i + 3) % 12; if (i % 3 != 0) reach_error(); } while (__VERIFIER_nondet_int());
  for (unsigned char c = 0; c < 200; c += 2) { if (c & 1) reach_error(); }
  { int i = 7; while (__VERIFIER_nondet_int()) { i = 14 - i; t += 2; s.f = s.f + 2; b = !b; if (i != 7 || (s.f & 1)) reach_error(); } }
  FOREVER { t = twice(3); if (t & 1) reach_error(); if (__VERIFIER_nondet_int()) break; }
again:
  i = i > 3 ? 0 : i + 1;
  if (i > 4) reach_error();
  if (__VERIFIER_nondet_int()) goto again;
}
`,
);

describe('an invariant set', () => {
  // Of what k-induction proves with value ranges nothing may be left once it is minimised; the
  // analysis needs its invariants.
  it.each([
    ['examples/odd.c', 1, ['--engines', 'ai']],
    ['examples/traffic-light.c', 2, ['--engines', 'kind', '--no-minimise']],
    [names, 2, ['--engines', 'kind', '--no-minimise']],
    [names, 2, ['--engines', 'ai']],
  ] as const)(
    '%s: at %i loops at least, in scope, and true (%j)',
    async (program, least, options) => {
      const invariants = await invariantsOf(program, options);
      expect(invariants.filter(({ value }) => value !== '1').length).toBeGreaterThanOrEqual(least);
      for (const { type, location, format } of invariants) {
        expect([format, location.file_name]).toEqual(['c_expression', program]);
        // A loop whose condition calls a function, or is none, has its invariant in its body.
        if (type === 'loop_invariant') expect(textAt(location)).toMatch(/^(for \([^;]*;[^;]*\w[^;]*;|while\b|do\b)/);
        else expect(textAt(location)).not.toMatch(/^(for|while|do)\b/);
        expect(location.function).toMatch(/^\w+$/);
      }
      const { code, stderr } = await lemmata(['verify', '--quiet', '--timeout', '60', asserted(program, invariants)]);
      expect([code, stderr]).toEqual([0, '']);
    },
    120_000,
  );
});

describe('a violation sequence', () => {
  it.each(['examples/average.c', 'examples/parser-state.c'])(
    '%s: leads to the error',
    async (program) => {
      const content = (await witnessOf(program, 'violation_sequence')) as readonly {
        segment: readonly { waypoint: Waypoint }[];
      }[];
      const waypoints = content.map(({ segment }) => {
        expect(segment).toHaveLength(1);
        return segment[0].waypoint;
      });
      expect(waypoints.every(({ action }) => action === 'follow')).toBe(true);
      const target = waypoints[waypoints.length - 1];
      expect(target.type).toBe('target');
      expect(target.constraint).toBeUndefined();
      expect(textAt(target.location)).toMatch(/^reach_error\(\)/);
      const before = waypoints.slice(0, -1);
      for (const { type, location, constraint } of before) {
        if (type !== 'branching') continue;
        expect(textAt(location)).toMatch(/^(if|while|for)\b/);
        expect(constraint).toEqual({ value: expect.stringMatching(/^(true|false)$/) });
      }
      const values = before.filter(({ type }) => type !== 'branching');
      expect(values.length).toBeLessThan(before.length);
      const inputs = values.map(({ type, location, constraint }) => {
        expect([type, constraint?.format]).toEqual(['function_return', 'ext_c_expression']);
        // The closing parenthesis of the call.
        const call = textAt({ ...location, column: 1 }).slice(0, location.column);
        expect(call).toMatch(/__VERIFIER_nondet_\w+\(\)$/);
        return /^\\result == \(?(-?\d+)/.exec(constraint?.value ?? '')?.[1] ?? `no number: ${constraint?.value}`;
      });
      const file = join(folder, `inputs-${Math.random()}`);
      writeFileSync(file, `${inputs.join('\n')}\n`);
      const { code, stderr } = await lemmata(['run', '--inputs', file, program]);
      expect([code, stderr]).toEqual([134, expect.stringContaining('reach_error is called')]);
    },
    120_000,
  );
});

describe('for a hardware model', () => {
  const MODELS = 'test/btor2/models/';

  it('a run into the violated property, replayed by another interpreter', async () => {
    const file = join(folder, 'run.wit');
    for (const [name, property] of [
      ['fifo-overruns', 0],
      ['counter-two-limits', 1],
    ] as const) {
      const model = `${MODELS}${name}.btor2`;
      const { code } = await lemmata(['verify', '--quiet', '--timeout', '60', '--witness', file, model]);
      expect(code).toBe(10);
      expect(replayWitness(new Model(readFileSync(model, 'utf8')), readFileSync(file, 'utf8'))).toBe(property);
    }
  });

  it('a line that says why there is none for TRUE', async () => {
    const file = join(folder, 'proof.wit');
    const { code, stderr } = await lemmata([
      'verify',
      '--timeout',
      '60',
      '--witness',
      file,
      `${MODELS}counter-wraps.btor2`,
    ]);
    expect([code, existsSync(file)]).toEqual([0, false]);
    expect(stderr).toBe('No witness is written: there is no format for proofs of hardware models.\n');
  });
});
