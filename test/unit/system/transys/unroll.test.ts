import { describe, expect, test } from 'vitest';
import { freeVariables } from '../../../../src/logic/terms/traverse.ts';
import { Unroller } from '../../../../src/system/transys/unroll.ts';
import { bits, build, deterministicLoop, oddCounter, twoLoops } from './examples.ts';

describe('unrolling', () => {
  test('a deterministic program runs: states are constants, and terms per step do not grow', () => {
    const system = deterministicLoop(5000, 1);
    const { terms } = system;
    const unroller = new Unroller(system, { start: 'init' });
    const sizes: number[] = [];
    for (let j = 0; j <= 4000; j++) {
      expect(terms.isConst(unroller.state(j)[1])).toBe(true);
      expect(unroller.bad(j)).toBe(terms.false);
      sizes.push(terms.size);
    }
    expect(sizes[4000] - sizes[3900]).toBeLessThanOrEqual(sizes[1100] - sizes[1000]);
    expect(() => unroller.state(10)).toThrow(RangeError);
  });

  test('a step at a known cut point costs that block alone; an input makes several possible', () => {
    const system = twoLoops(8);
    const unroller = new Unroller(system, { start: 'init' });
    expect([...unroller.at(0).keys()]).toEqual([0]);
    expect([...unroller.at(1).keys()]).toEqual([1]);
    expect([...unroller.at(2).keys()]).toEqual([1, 2]);
    expect(unroller.inputs(0).map(([, t]) => system.terms.name(t))).toEqual(['n0@0']);
    expect(unroller.inputs(1)).toEqual([]);
  });

  test('inputs are fresh in each step; from any state the variables are the own ones of the system', () => {
    const system = oddCounter();
    const { terms } = system;
    const unroller = new Unroller(system, { start: 'any', prefix: 's', keepStates: true });
    expect(unroller.state(0)).toEqual(system.stateVars.map((v) => v.term));
    const names = [0, 1, 2].map((j) => freeVariables(terms, [unroller.feasible(j)]).map((t) => terms.name(t)));
    expect(names.map((list) => list.filter((n) => n.startsWith('in')))).toEqual([['in@s0'], ['in@s1'], ['in@s2']]);
    expect(unroller.state(0)).toHaveLength(2);
  });

  test('big next values get a name, so that no step is bigger than the one before', () => {
    const system = build({
      pc: false,
      state: { x: bits(32), y: bits(32) },
      inputs: { in: bits(32) },
      blocks: [
        (t, v) => {
          let x = v('x');
          for (let i = 0; i < 20; i++) x = t.bvXor(t.mul(x, t.add(v('in'), t.bv(32, i))), v('y'));
          return { bad: t.eq(x, t.bv(32, 3)), next: { x, y: t.add(v('y'), x) }, inputs: ['in'], successors: [0] };
        },
      ],
      init: (t) => ({ x: t.bv(32, 1), y: t.bv(32, 2) }),
    });
    const unroller = new Unroller(system, { start: 'init' });
    unroller.state(10);
    expect(unroller.definitions(10)).toHaveLength(2);
    const { terms } = system;
    const before = terms.size;
    unroller.state(20);
    const ten = terms.size - before;
    unroller.state(30);
    expect(terms.size - before - ten).toBe(ten);
  });

  test('variable names of the system that look like fresh ones do no harm', () => {
    const system = build({
      pc: false,
      state: { x: bits(8) },
      inputs: { in: bits(8), 'in@1': bits(4) },
      blocks: [
        (t, v) => ({
          bad: t.eq(v('in'), v('x')),
          next: { x: t.add(v('x'), t.zext(v('in@1'), 8)) },
          inputs: ['in', 'in@1'],
          successors: [0],
        }),
      ],
    });
    const unroller = new Unroller(system, { start: 'init' });
    unroller.bad(3);
    expect(system.terms.sort(unroller.inputs(1)[0][1])).toEqual({ kind: 'bv', width: 8 });
  });
});
