import { describe, expect, it } from 'vitest';
import { liveVariables, variableUse } from '../../../../src/program/cfa/analysis/live-variables.ts';
import type { AutomatonFunction } from '../../../../src/program/cfa/automaton.ts';
import { compile } from './support.ts';

function functionOf(source: string): AutomatonFunction {
  return compile(source).functions.find((fn) => fn?.name === 'f')!;
}

/** Names of the variables that are live where a call of `here` leaves, and behind it, in alphabetical order. */
function around(source: string): { before: string[]; behind: string[]; ended: string[] } {
  const fn = functionOf(`void here(void); ${source}`);
  const variables = new Map([...fn.parameters, ...fn.locals].map((variable) => [variable.id, variable.name]));
  const live = liveVariables(fn, variables.keys())!;
  const { from, to } = fn.edges.find(({ op }) => op.kind === 'call' && op.result === null)!;
  const names = (ids: readonly number[]): string[] => ids.map((id) => variables.get(id)!).sort();
  return { before: names(live.liveAt(from)), behind: names(live.liveAt(to)), ended: names(live.liveAt(from, to)) };
}

describe('live variables', () => {
  it('are read later, on some way, before they get a new value', () => {
    const source = 'int f(int a, int b, int c) { here(); if (a) c = 1; else c = b; return c; }';
    expect(around(source)).toEqual({ before: ['a', 'b'], behind: ['a', 'b'], ended: [] });
  });

  it('stay live around a loop that reads them', () => {
    const source = 'int f(int n, int s) { while (n > 0) { here(); n--; s += 2; } return s; }';
    expect(around(source)).toMatchObject({ before: ['n', 's'] });
  });

  it('end where a declaration begins them again', () => {
    expect(
      around('int f(void) { int r = 0; for (int i = 0; i < 3; i++) { int x; here(); x = i; r = x; } return r; }'),
    ).toMatchObject({ before: ['i'] });
  });

  it('keep an aggregate that is written in part', () => {
    const source = 'struct s { int a, b; }; int f(struct s x) { here(); x.a = 1; return x.b; }';
    expect(around(source)).toMatchObject({ before: ['x'] });
  });

  it('name the lengths that a step over an array of variable length reads', () => {
    const source = 'int f(int n, int (*p)[n]) { here(); return (*(p + 1))[0]; }';
    expect(around(source).before.filter((name) => name !== 'p')).toHaveLength(1);
  });
});

it('a variable whose address is taken counts as such', () => {
  const fn = functionOf('void g(int *); void f(void) { int x, y; y = 1; g(&x); }');
  const taken = new Set(fn.edges.flatMap(({ op }) => variableUse(op).taken));
  expect(fn.locals.filter(({ id }) => taken.has(id)).map(({ name }) => name)).toEqual(['x']);
});
