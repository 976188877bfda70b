import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { type JsonNode, jsonNodes, readJsonNodes } from '../../../../src/logic/terms/json-terms.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { build, recipe } from './random-terms.ts';

const any = () => true;

/** What another machine makes of terms. */
function travelled(store: TermStore, roots: readonly Term[], target: TermStore): readonly Term[] {
  const { nodes, place } = jsonNodes(store, roots);
  const read = readJsonNodes(target, JSON.parse(JSON.stringify(nodes)), any);
  return roots.map((t) => read[place(t)]);
}

describe('terms as JSON', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(recipe, (steps) => {
        const store = new TermStore();
        const roots = build(store, steps).all.map(({ term }) => term);
        // What is rewritten already stays as it is, whatever the order of its arguments.
        const there = new TermStore();
        const far = travelled(store, roots, there);
        expect(travelled(there, far, store)).toEqual(roots);
      }),
      { numRuns: 100 },
    );
  });

  it('may be floats', () => {
    const store = new TermStore();
    const float = { kind: 'float', exponentBits: 8, precision: 24 } as const;
    const x = store.variable('x', float);
    const half = store.fpFromBits(store.bv(32, 0x3f000000), float);
    const roots = [
      store.fpLt(
        store.fpMul('RTZ', x, half),
        store.fpToFp('RNE', store.variable('d', { ...float, exponentBits: 11, precision: 53 }), float),
      ),
      store.eq(store.fpToSigned('RTZ', x, 16), store.bv(16, 7)),
      store.eq(store.fpFromUnsigned('RTP', store.variable('n', { kind: 'bv', width: 16 }), float), half),
    ];
    const there = new TermStore();
    expect(travelled(there, travelled(store, roots, there), store)).toEqual(roots);
  });

  const bv = (width: number) => ({ kind: 'bv', width }) as const;
  const x: JsonNode = { op: 'variable', name: 'x', sort: bv(8) };
  it.each<[string, readonly JsonNode[]]>([
    ['an operator that is none', [{ op: 'frobnicate', sort: bv(8) }]],
    ['a name that objects have', [{ op: 'constructor', sort: bv(8) }]],
    ['an argument that comes later', [{ op: 'bv_not', sort: bv(8), args: [0] }]],
    ['too few arguments', [x, { op: 'add', sort: bv(8), args: [0] }]],
    ['sorts that do not go together', [x, { ...x, name: 'y', sort: bv(9) }, { op: 'add', sort: bv(8), args: [0, 1] }]],
    ['another sort than it has', [x, { op: 'neg', sort: bv(9), args: [0] }]],
    ['a value that is too large', [{ op: 'bv_const', sort: bv(8), value: '256' }]],
    ['a value that is no number', [{ op: 'bv_const', sort: bv(8), value: '-1' }]],
    ['no value', [{ op: 'bv_const', sort: bv(8) }]],
    ['bits that are not there', [x, { op: 'extract', sort: bv(2), args: [0], high: 8, low: 7 }]],
    ['bits the wrong way round', [x, { op: 'extract', sort: bv(2), args: [0], high: 1, low: 2 }]],
    ['an extension to less', [x, { op: 'zext', sort: bv(7), args: [0] }]],
    ['a float of bits', [x, { op: 'fp_neg', sort: bv(8), args: [0] }]],
    ['a width that is none', [{ ...x, sort: bv(0) }]],
    ['an unknown variable', [{ ...x, name: 'stranger' }]],
    ['one variable of two sorts', [x, { ...x, sort: bv(9) }]],
    ['an array that is none', [x, { op: 'select', sort: bv(8), args: [0, 0] }]],
  ])('are none: %s', (_, nodes) => {
    expect(() => readJsonNodes(new TermStore(), nodes, (name) => name !== 'stranger')).toThrow(
      /^node \d is not a term/,
    );
  });
});
