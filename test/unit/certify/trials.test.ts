import { describe, expect, test } from 'vitest';
import { parseProgram } from '../../../src/c/index.ts';
import type { TrialResult } from '../../../src/certify/trials/trial-result.ts';
import { runTrials } from '../../../src/certify/trials/trials.ts';
import type { Term } from '../../../src/logic/terms/builder.ts';
import type { LinkLimits } from '../../../src/program/link/limits.ts';
import { buildProgram, linkProgram } from '../../../src/program/passes.ts';
import { encode } from '../../../src/system/encode/index.ts';
import type { TransitionSystem } from '../../../src/system/transys/system.ts';
import { randomControl } from '../system/encode/random-control.ts';
import { randomLibraryCalls } from '../system/encode/random-library-calls.ts';
import { randomProgram, randomSource } from '../system/encode/random-program.ts';
import { randomRecursion } from '../system/encode/random-recursion.ts';
import { randomVariableArrays } from '../system/encode/random-variable-arrays.ts';

interface Trial {
  /** Error functions that the proof leaves open. */
  readonly open?: readonly string[];
  readonly limits?: Partial<LinkLimits>;
  /** Change of the system that stands for a mistaken encoder. */
  readonly change?: (system: TransitionSystem) => TransitionSystem;
  /** Claimed invariant; absent: the proof claims nothing. */
  readonly invariant?: (system: TransitionSystem) => Term;
  /** Time for the runs, ms. */
  readonly milliseconds?: number;
}

/** Runs that contradict a proof end as soon as they do: the machine may be slow. */
const UNTIL_CONTRADICTED = 60_000;

function tryOut(
  text: string,
  { limits, change = (system) => system, invariant, milliseconds = 200, open }: Trial = {},
): TrialResult {
  const program = buildProgram(parseProgram([{ text, file: 'test.c' }], { model: 'LP64' }));
  const linked = linkProgram(program, { errorFunctions: ['reach_error'], limits });
  if ('unsupported' in linked) throw new Error(linked.unsupported);
  const { system, places } = encode(linked);
  const certificate = {
    kind: 'inductive',
    invariant: invariant?.(system) ?? system.terms.true,
    k: 0,
    instances: [],
  } as const;
  return runTrials({
    program: linked.source,
    errorFunctions: ['reach_error'],
    proved: { system: change(system), places, certificate },
    milliseconds,
    seed: 1,
    open,
  });
}

const PRELUDE = `extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
`;

/** Computes twice a number by a loop in an array. */
const sums = `${PRELUDE}
struct pair { short first; int bits : 5; unsigned char rest[3]; };
int main(void) {
  struct pair p = { 0, 0, { 1, 2, 3 } };
  unsigned n = __VERIFIER_nondet_uchar();
  unsigned sum = 0;
  double half = 0;
  for (unsigned i = 0; i < n; i++) {
    sum += 2;
    half += 0.5;
    p.first = sum;
    p.bits = i & 7;
    p.rest[i % 3] = i;
  }
  if (sum % 2 || half > n || p.first != (short)sum || p.bits > 7 || p.rest[0] > 250 && n < 100) reach_error();
  return 0;
}
`;

function variable({ terms, stateVars }: TransitionSystem, name: string): Term {
  const found = stateVars.find((v) => v.name === name);
  if (found === undefined) throw new Error(`no ${name} among ${stateVars.map((v) => v.name).join(', ')}`);
  return found.term ?? terms.true;
}

/** Removes the assignments to the variable from the step of each block but the first. */
function forgetting(name: string) {
  return (system: TransitionSystem): TransitionSystem => {
    const at = system.stateVars.findIndex((v) => v.name === name);
    const blocks = system.blocks.map((block, id) =>
      id === 0
        ? block
        : { ...block, next: block.next.map((value, v) => (v === at ? system.stateVars[at].term : value)) },
    );
    return { ...system, blocks };
  };
}

describe('runs of a proved program', () => {
  test('agree with its system, value by value', () => {
    const result = tryOut(sums);
    expect(result).toMatchObject({ kind: 'agreed', runs: expect.any(Number) });
    if (result.kind !== 'agreed') return;
    // The trials compare a few states even if no time is left.
    expect(result.states).toBeGreaterThan(5);
    expect(result.values).toBeGreaterThan(4 * result.states);
  });

  test('contradict it where they reach the error', () => {
    const wrong = sums.replace('sum % 2 ||', 'n > 90 && n < 110 ||');
    expect(tryOut(wrong, { milliseconds: UNTIL_CONTRADICTED })).toMatchObject({
      kind: 'contradicted',
      what: expect.stringContaining('calls reach_error'),
      at: { line: 17 },
    });
  });

  test.each(['main::sum', 'main::half', 'main::p.first', 'main::p.bits', 'main::p.rest[0]'])(
    'contradict a system that loses what is assigned to %s',
    (name) => {
      const result = tryOut(sums, { change: forgetting(name), milliseconds: UNTIL_CONTRADICTED });
      expect(result).toMatchObject({ kind: 'contradicted', what: expect.stringContaining(`${name} at for at`) });
    },
  );

  test('contradict a system that stops in a loop, and one that goes on behind it', () => {
    const stopping = (system: TransitionSystem): TransitionSystem => ({
      ...system,
      blocks: system.blocks.map((block, id) => (id === 0 ? block : { ...block, feasible: system.terms.false })),
    });
    expect(tryOut(sums, { change: stopping, milliseconds: UNTIL_CONTRADICTED })).toMatchObject({
      what: expect.stringContaining('its system does not'),
    });
    const endless = (system: TransitionSystem): TransitionSystem => ({
      ...system,
      blocks: system.blocks.map((block, id) => (id === 0 ? block : { ...block, feasible: system.terms.true })),
    });
    expect(tryOut(sums, { change: endless, milliseconds: UNTIL_CONTRADICTED })).toMatchObject({
      what: expect.stringContaining('the program ends where'),
    });
  });

  test('contradict an invariant that a state is outside of', () => {
    const small = (system: TransitionSystem): Term => {
      const { terms } = system;
      return terms.ult(variable(system, 'main::sum'), terms.bv(32, 40));
    };
    expect(tryOut(sums, { invariant: small, milliseconds: UNTIL_CONTRADICTED })).toMatchObject({
      kind: 'contradicted',
      what: expect.stringMatching(/outside of the invariant .*__VERIFIER_nondet_uchar\(\) at line \d+ = \d+/),
    });
    const even = (system: TransitionSystem): Term => {
      const { terms } = system;
      return terms.eq(terms.extract(variable(system, 'main::sum'), 0, 0), terms.bv(1, 0));
    };
    const result = tryOut(sums, { invariant: even });
    expect(result).toMatchObject({ kind: 'agreed', skipped: 0 });
    if (result.kind === 'agreed') expect(result.conjuncts).toBe(result.states);
  });

  test('say nothing once they have done something undefined', () => {
    const beyond = `${PRELUDE}
int main(void) {
  struct { int a[2]; int b; } s = { { 0, 0 }, 7 };
  for (int i = __VERIFIER_nondet_uchar() % 4; i >= 0; i--) s.a[i] = 1;
  if (s.a[0] > 1) reach_error();
  if (s.b > 7) reach_error();
}
`;
    expect(tryOut(beyond)).toMatchObject({ kind: 'agreed' });
  });
});

describe('runs of random programs agree with their systems', () => {
  test.each<readonly [string, (seed: number) => string, Partial<LinkLimits>]>([
    ['loops and calls, inlined', randomProgram, {}],
    ['loops and calls, laid out once', randomProgram, { inlined: 0 }],
    ['jumps', randomControl, {}],
    ['recursion', randomRecursion, {}],
    ['arrays of variable length', (seed) => randomVariableArrays(randomSource(seed)), {}],
    ['library calls', (seed) => randomLibraryCalls(randomSource(seed)), {}],
  ])('%s', (_, generate, limits) => {
    let states = 0;
    for (let seed = 1; seed <= 4; seed++) {
      const text = generate(seed);
      const result = tryOut(text, { limits });
      // The program fails on purpose if its last input is the checksum.
      const reached =
        result.kind === 'contradicted' && result.what.startsWith('a run of the program calls reach_error');
      expect(reached || result.kind === 'agreed', result.kind === 'contradicted' ? `${result.what}\n${text}` : '').toBe(
        true,
      );
      if (result.kind === 'agreed') states += result.states;
    }
    expect(states).toBeGreaterThan(0);
  });
});

test('a run that calls an error function which the proof leaves open contradicts nothing', () => {
  const text = `${PRELUDE}int main(void) { if (__VERIFIER_nondet_uchar() == 0) reach_error(); return 0; }`;
  expect(tryOut(text, { milliseconds: UNTIL_CONTRADICTED }).kind).toBe('contradicted');
  expect(tryOut(text, { open: ['reach_error'] }).kind).toBe('agreed');
});
