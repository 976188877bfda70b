import { expect, test } from 'vitest';
import { traceValue } from '../../../../src/engines/methods/bounded/trace.ts';
import type { ModelValue } from '../../../../src/logic/terms/solver.ts';
import type { Sort } from '../../../../src/logic/terms/sort.ts';
import { modelValue } from '../../../../src/system/transys/simulate.ts';

const bits = (width: number): Sort => ({ kind: 'bv', width });
const array = (index: number, element: Sort): Sort => ({ kind: 'array', index: bits(index), element });

test.each<readonly [string, Sort, ModelValue]>([
  ['a number', bits(8), 7n],
  ['a truth value', { kind: 'bool' }, true],
  ['an array of truth values', array(4, { kind: 'bool' }), { default: false, entries: new Map([[3n, true]]) }],
  [
    'an array of arrays',
    array(4, array(8, bits(8))),
    {
      default: { default: 1n, entries: new Map() },
      entries: new Map([[2n, { default: 0n, entries: new Map([[9n, 5n]]) }]]),
    },
  ],
])('%s of a model is the same value after the trace', (_, sort, value) => {
  expect(modelValue(sort, traceValue(value))).toEqual(value);
});
