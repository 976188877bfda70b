import { describe, expect, it } from 'vitest';
import type { CType } from '../../../src/c/types/types.ts';
import { InputRecorder } from '../../../src/certify/replay/input-recorder.ts';
import { allInputs } from '../../../src/certify/replay/recorded-run.ts';

const int: CType = { kind: 'integer', name: 'int' };

/**
 * Records these values of a function that returns them; the asking is done by one object, as a
 * machine does.
 */
function recorded(values: Iterable<bigint>, names: readonly string[] = ['input']): InputRecorder {
  const left = values[Symbol.iterator]();
  const source = { scalar: () => left.next().value ?? 0n, pointer: () => null, content: () => false };
  const recorder = new InputRecorder(source, { dataModel: 'LP64', byteOrder: 'little' });
  const at = { file: 'a.c', line: 3, column: 9 };
  const request = { kind: 'nondet' as const, name: '', at, type: int, site: '0' };
  let asked = 0;
  for (const _ of values) {
    request.name = names[asked++ % names.length];
    recorder.scalar(request);
  }
  return recorder;
}

describe('inputs of a run', () => {
  it('are all listed while they are few', () => {
    const { inputs, further, complete } = recorded([5n, 5n, -1n]);
    expect(inputs.map(({ constant }) => constant)).toEqual(['5', '5', '-1']);
    expect({ further, complete }).toEqual({ further: { sources: [], series: [] }, complete: true });
  });

  it('are told in brief where they are very many', () => {
    const values = [...Array(1_000_000).fill(2n), 3n, 2n, 2n];
    const recorder = recorded(values);
    const all = allInputs(recorder) ?? [];
    expect(all.flatMap(({ constant, count }) => Array(count).fill(constant)).join()).toBe(values.join());
    expect(recorder.further?.series).toHaveLength(3);
    expect(recorder.complete).toBe(false);
  });

  it('of two functions are told apart, also where they are the same', () => {
    const { further } = recorded(Array(10_004).fill(2n), ['one', 'other']);
    expect(further?.series.map(([source, , count]) => [further.sources[source].name, count])).toEqual([
      ['one', 1],
      ['other', 1],
      ['one', 1],
      ['other', 1],
    ]);
  });

  it('are not told in full where even that is too much', () => {
    expect(recorded(Array.from({ length: 300_000 }, (_, index) => BigInt(index))).further).toBeNull();
  });
});
