import { describe, expect, it } from 'vitest';
import { parseProgram } from '../../../../src/c/index.ts';
import { Layout } from '../../../../src/c/types/layout.ts';
import { replay } from '../../../../src/certify/replay/replay.ts';
import type { Claim } from '../../../../src/engines/methods/engine.ts';
import { GuidedRuns } from '../../../../src/engines/runs/sim/guided.ts';
import { simulate } from '../../../../src/engines/runs/sim/sim.ts';
import { minedConstants } from '../../../../src/interpreter/index.ts';
import type { Program } from '../../../../src/program/cfa/automaton.ts';
import { buildProgram } from '../../../../src/program/passes.ts';

const DECLARATIONS =
  'extern void *malloc(unsigned long); extern void free(void *); extern void reach_error(void); extern int __VERIFIER_nondet_int(void);';

function program(body: string): Program {
  return buildProgram(
    parseProgram([{ text: `${DECLARATIONS} int main(void) { ${body} }`, file: 'test.c' }], { model: 'LP64' }),
  );
}

const CONTEXT = { errorFunctions: ['reach_error'], seed: 1, stopped: () => false, note: () => {} };

function simulated(body: string, runs = 0): { readonly said: string; readonly replayed: string | null } {
  const tested = program(body);
  const claim = simulate({ ...CONTEXT, program: tested, options: { runs } });
  if (claim.kind !== 'unsafe' || claim.run.kind !== 'program') {
    return { said: claim.kind === 'unknown' ? claim.reason.kind : claim.kind, replayed: null };
  }
  const { kind } = replay({
    program: tested,
    errorFunctions: ['reach_error'],
    inputs: claim.run.inputs,
    approximations: [],
  });
  return { said: 'unsafe', replayed: kind };
}

describe('guided runs', () => {
  it('reach an error of a program without end whose blocks hold anything', () => {
    const body = `int state = 0; for (;;) { int *p = malloc(8), x = __VERIFIER_nondet_int(); if (state == 3 && p[1] == 77) reach_error();
      if (x == 1000 + state) state++; else if (x == 5) state = 0; free(p); }`;
    const tested = program(body);
    const context = { ...CONTEXT, program: tested, options: {} };
    const runs = new GuidedRuns(context, {
      layout: new Layout({ dataModel: 'LP64', byteOrder: 'little' }),
      constants: minedConstants(tested),
    });
    let claim: Claim | null = null;
    for (let i = 0; i < 20_000 && claim === null; i++) claim = runs.run(2_000);
    expect(claim?.kind).toBe('unsafe');
  });
});

describe('the simulator', () => {
  it('reaches an error behind loops over a large array in its first runs', () => {
    const body = `static int a[50000]; for (int i = 0; i < 50000; i++) a[i] = __VERIFIER_nondet_int();
      int same = 0; for (int i = 1; i < 50000; i++) same += a[i] == a[i - 1];
      if (same < 40000) reach_error();`;
    expect(simulated(body, 4)).toEqual({ said: 'unsafe', replayed: 'reproduced' });
  });

  it('reaches an error behind a sequence of inputs that branches ask for one by one', () => {
    // The constants of the comparisons occur nowhere in the program.
    const body = `int a[8]; for (int i = 0; i < 8; i++) a[i] = __VERIFIER_nondet_int();
      int key = 7; for (int i = 0; i < 8; i++) { key = key * 31 + 5; if (a[i] != key) return 0; } reach_error();`;
    expect(simulated(body, 20_000)).toEqual({ said: 'unsafe', replayed: 'reproduced' });
  });

  it('reaches an error of a parser behind its keyword', () => {
    const body = `char state = 0; for (int i = 0; i < 12; i++) { char c = (char)__VERIFIER_nondet_int();
      switch (state) { case 0: state = c == 'G' + i ? 1 : 0; break; case 1: state = c == 'E' ? 2 : 0; break; case 2: state = c == 'T' ? 3 : 0; break;
        case 3: if (c == ' ') state = 4; else state = 0; break; default: if (c == '/' + i) reach_error(); } }`;
    expect(simulated(body, 20_000)).toEqual({ said: 'unsafe', replayed: 'reproduced' });
  });

  it('says safe of a program with one run, however long, and of no other', () => {
    expect(simulated('int n = 0; for (int i = 0; i < 200000; i++) n ^= i; if (n == 7) reach_error();').said).toBe(
      'safe',
    );
    expect(simulated('int n = __VERIFIER_nondet_int(); if (n != n) reach_error();', 50).said).toBe('incomplete');
  });

  it('reaches an error behind a long loop without inputs', () => {
    expect(simulated('unsigned n = 0; while (n < 100000000) n += 2; if (n == 100000000) reach_error();')).toEqual({
      said: 'unsafe',
      replayed: 'reproduced',
    });
  });

  it('leaves where the only run has undefined behaviour', () => {
    expect(simulated('int a[2]; int i = 2; a[i] = 1; if (a[i] == 1) reach_error();').said).toBe('incomplete');
  });
});
