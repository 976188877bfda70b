import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import systemSchema from '../../../../schemas/system.schema.json' with { type: 'json' };
import { evaluate } from '../../../../src/logic/terms/evaluate.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { printChc, printChcModel } from '../../../../src/system/transys/chc.ts';
import { validateSystem } from '../../../../src/system/transys/check.ts';
import { printJson, toJson } from '../../../../src/system/transys/json.ts';
import { freezeSystem, thawSystem } from '../../../../src/system/transys/share.ts';
import { simulateTrace } from '../../../../src/system/transys/simulate.ts';
import { symbol, termText } from '../../../../src/system/transys/smtlib.ts';
import { bits, deadlocking, oddCounter, twoLoops, withGap } from './examples.ts';
import { enumerate, randomSystem } from './random-systems.ts';

describe('sharing', () => {
  test('a system comes back with the same terms, and grows without touching the original', () => {
    const system = randomSystem(7, { blocks: 3 });
    const shared = structuredClone(freezeSystem(system));
    const copy = thawSystem(shared);
    validateSystem(copy);
    expect(copy.blocks).toEqual(system.blocks);
    expect(enumerate(copy)).toEqual(enumerate(system));
    const size = system.terms.size;
    copy.terms.variable('new', bits(5));
    expect(system.terms.size).toBe(size);
    expect(thawSystem(shared).terms.find('new')).toBeNull();
  });
});

describe('simulation', () => {
  const trace = (...inputs: bigint[]) => ({ init: new Map(), steps: inputs.map((value) => new Map([[0, value]])) });

  test('says where a run ends', () => {
    expect(simulateTrace(deadlocking(true), trace(0n, 5n))).toMatchObject({ kind: 'bad', step: 1, block: 1 });
    expect(simulateTrace(deadlocking(true), trace(0n, 0n, 0n, 0n))).toMatchObject({ kind: 'stuck', step: 2 });
    expect(simulateTrace(oddCounter(), trace(0n, 1n, 1n))).toEqual({ kind: 'open', step: 3 });
    const gap = simulateTrace(withGap(true), trace(0n, 0n, 0n, 0n, 7n));
    expect(gap).toMatchObject({ kind: 'gap', step: 4, gap: { construct: 'inline assembly' } });
  });

  test('shows the states on the way', () => {
    const seen: unknown[] = [];
    simulateTrace(oddCounter(), trace(0n, 1n, 1n), { observe: (_, state) => seen.push(state[1]) });
    expect(seen).toEqual([0n, 1n, 3n]);
  });
});

describe('SMT-LIB and Horn clauses', () => {
  test('terms are printed with shared parts bound once', () => {
    const terms = new TermStore();
    let t = terms.variable('x', bits(8));
    for (let i = 0; i < 2000; i++) t = terms.mul(t, terms.bvXor(t, terms.variable(`y ${i}`, bits(8))));
    const text = termText(terms, t);
    expect(text.length).toBeLessThan(300_000);
    expect(text.split('(').length).toBe(text.split(')').length);
    // Functions of theories, commands, and what begins with `@` are no names of variables.
    const names = ['select', 'push', '@index', 'a b', 'a[0]', 'b1.2.0.v8', 'f|'];
    expect(names.map(symbol)).toEqual(['|::select|', '|::push|', '|::@index|', '|a b|', '|a[0]|', 'b1.2.0.v8', '|f_|']);
    const constants = [terms.bv(8, 10), terms.bv(3, 5), terms.true].map((c) => termText(terms, c));
    expect(constants).toEqual(['#x0a', '#b101', 'true']);
    const f = terms.variable('f', { kind: 'float', exponentBits: 8, precision: 24 });
    expect(termText(terms, terms.fpLt(terms.fpAdd('RNE', f, f), f))).toBe('(fp.lt (fp.add RNE |::f| |::f|) |::f|)');
  });

  test('one clause for the start, one per step, one per error', () => {
    const text = printChc(twoLoops(8));
    expect(text.match(/\(assert/g)).toHaveLength(1 + 3 + 1);
    expect(text).toContain('(declare-fun Inv ((_ BitVec 4) (_ BitVec 32) (_ BitVec 32) (_ BitVec 32)) Bool)');
    expect(text.split('(').length).toBe(text.split(')').length);
    expect(text.startsWith('(set-logic HORN)')).toBe(true);
  });

  test('a solution has the parameters of the relation, and its bound variables are quantified', () => {
    const system = oddCounter();
    const { terms, stateVars } = system;
    const bound = terms.variable('b', bits(8));
    const text = printChcModel(system, terms.ult(bound, terms.bv(8, 9)), [bound]);
    const parameters = stateVars.map(({ name }) => symbol(name));
    expect(text.startsWith(`(define-fun Inv ((${parameters[0]} `)).toBe(true);
    for (const name of parameters) expect(text).toContain(`(${name} `);
    expect(text).toContain('(forall ((|::b| (_ BitVec 8)))');
  });
});

describe('JSON', () => {
  test('nodes rebuild to the same functions', () => {
    const system = oddCounter();
    const { terms } = system;
    const json = toJson(system);
    expect(JSON.parse(printJson(system))).toEqual(JSON.parse(JSON.stringify(json)));
    json.nodes.forEach((node, i) => {
      for (const arg of node.args ?? []) expect(arg).toBeLessThan(i);
    });
    const variables = json.stateVars.map((v) => json.nodes[v.term].name);
    expect(variables).toEqual(['pc', 'x']);
    const root = json.nodes[json.blocks[1].next[1]];
    expect(root.op).toBe('add');
    expect(evaluate(terms, system.blocks[1].next[1], () => 5n)).toBe(7n);
  });

  /** Parts of a schema that describe an object and admit members that they do not list. */
  function openObjects(schema: unknown, path: string): string[] {
    if (typeof schema !== 'object' || schema === null) return [];
    const { type, additionalProperties } = schema as { type?: unknown; additionalProperties?: unknown };
    const describesObject = type === 'object' || (Array.isArray(type) && type.includes('object'));
    const inner = Object.entries(schema).flatMap(([name, part]) => openObjects(part, `${path}/${name}`));
    return describesObject && additionalProperties !== false ? [path, ...inner] : inner;
  }

  test('has no member that the schema does not list', () => {
    expect(openObjects(systemSchema, '')).toEqual([]);
    const check = new Ajv({ allowUnionTypes: true, strict: false }).compile(systemSchema);
    const counter = oddCounter();
    const { at, block } = { at: { file: 'a.c', line: 3, column: 1 }, block: 1 };
    const doubt = {
      construct: 'division by zero',
      at,
      block,
      condition: counter.terms.false,
      input: null,
      hasCondition: false,
    };
    const systems = [
      { ...counter, doubts: [doubt] },
      twoLoops(8),
      withGap(true),
      deadlocking(true),
      randomSystem(7, { blocks: 3 }),
    ];
    for (const system of systems) {
      const exported = JSON.parse(printJson(system, { encoding: null }));
      expect([check(exported), check.errors]).toEqual([true, null]);
    }
    expect(systems.some(({ gaps }) => gaps.length > 0)).toBe(true);
  });
});

describe('validation', () => {
  test('points at what is wrong', () => {
    const system = oddCounter();
    const { terms, blocks } = system;
    const change = (block: object) => ({ ...system, blocks: [blocks[0], { ...blocks[1], ...block }] });
    expect(() => validateSystem(system)).not.toThrow();
    expect(() => validateSystem(change({ inputs: [] }))).toThrow("contains 'in'");
    expect(() => validateSystem(change({ bad: terms.find('x') }))).toThrow('bad is not Boolean');
    expect(() => validateSystem(change({ successors: [4] }))).toThrow('no successor 4');
    expect(() => validateSystem(change({ successors: [] }))).toThrow('successor 1 is left out');
    expect(() => validateSystem(change({ next: [] }))).toThrow('differ in number');
    expect(() => validateSystem({ ...system, pc: null })).toThrow('without a program counter');
    expect(() => validateSystem({ ...system, facts: [terms.eq(terms.find('in') ?? 0, terms.bv(32, 0))] })).toThrow(
      "a fact contains 'in'",
    );
  });
});
