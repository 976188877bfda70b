import { describe, expect, it } from 'vitest';
import type { InputQueue } from '../../../src/program/cfa/inputs.ts';
import { readStored, storedText } from '../../../src/race/cache/stored-text.ts';
import { STORE_VERSION, type StoredVerdict } from '../../../src/race/cache/stored-verdict.ts';
import { ENGINE_NAMES, QUICK_ENGINES } from '../../../src/race/schedule/engine-names.ts';

const site = '0/3:7';
const common = { version: STORE_VERSION, engine: 'bmc' } as const;

/** One input of each kind: an entry that lacks does not type-check. */
const INPUTS: Readonly<Record<InputQueue['kind'], InputQueue['values']>> = {
  nondet: [0n, 2n ** 64n - 1n],
  'unknown-function': [1n],
  uninitialised: [{ default: 3n, entries: [[2n, 5n]] }],
  allocation: [1n],
  'external-change': [1n],
  'external-content': [{ default: 0n, entries: [] }],
  'external-call': [2n],
  'external-argument': [7n],
  'external-pointer': ['null', 'function 3', '12@0/1'],
  'external-offset': [4n],
};

function unsafe(inputs: readonly InputQueue[], engine = 'bmc'): StoredVerdict {
  return { ...common, engine, answer: 'unsafe', inputs };
}

describe('a kept answer', () => {
  it('is read as it was written, for every kind of input', () => {
    for (const kind of Object.keys(INPUTS) as (keyof typeof INPUTS)[]) {
      const kept = unsafe([{ kind, site, path: [1, 0], values: INPUTS[kind] }]);
      expect(readStored(storedText(kept))).toEqual(kept);
    }
  });

  it('is read for every engine and method, and for an engine that took part several times', () => {
    for (const engine of [...ENGINE_NAMES, ...QUICK_ENGINES, 'bmc.2', 'ic3.13']) {
      expect(readStored(storedText(unsafe([], engine)))?.engine).toBe(engine);
    }
    for (const engine of ['', 'bm', 'bmc.', 'bmc.x', 'somebody'])
      expect(readStored(storedText(unsafe([], engine)))).toBeNull();
  });

  it('is read as it was written, for every kind of certificate', () => {
    const certificates: readonly (StoredVerdict & { answer: 'safe' })['certificate'][] = [
      { kind: 'runs', bound: 4 },
      { kind: 'runs', bound: 4, inputs: [{ input: 0, ranges: [{ low: 0n, high: 255n, each: true }] }] },
      { kind: 'inductive', invariant: 0, k: 2, instances: [{ block: 1, values: [[0, 5n]] }] },
      { kind: 'universal', invariant: 0, bound: [0], instances: [{ block: 1, values: [[0, 0]] }] },
    ];
    for (const certificate of certificates) {
      const kept: StoredVerdict = {
        ...common,
        answer: 'safe',
        certificate,
        nodes: [{ op: 'true', sort: { kind: 'bool' } }],
      };
      expect(readStored(storedText(kept))).toEqual(kept);
    }
  });

  it('is nothing where the text is broken, or of another kind', () => {
    const text = storedText(unsafe([{ kind: 'nondet', site, path: [], values: [1n] }]));
    for (const broken of [
      text.slice(1),
      text.replace('nondet', 'nonsense'),
      text.replace('"bmc"', '7'),
      '{}',
      'null',
    ]) {
      expect(readStored(broken)).toBeNull();
    }
  });
});
