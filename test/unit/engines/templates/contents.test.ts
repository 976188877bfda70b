import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../../src/certify/proof/certificate.ts';
import { boundIndices } from '../../../../src/engines/templates/bound-terms.ts';
import { ContentTemplates } from '../../../../src/engines/templates/contents.ts';
import { generalise } from '../../../../src/engines/templates/generalise.ts';
import { houdini } from '../../../../src/engines/templates/houdini.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { Evaluator } from '../../../../src/logic/terms/evaluate.ts';
import type { Universal } from '../../../../src/system/transys/certificate.ts';
import { sampleStates } from '../../../../src/system/transys/sampling/sampler.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { compile } from '../../system/encode/compile.ts';
import { bits, build } from '../../system/transys/examples.ts';
import { contextFor, ownSolversFor, publishedBy, solversFor } from '../context.ts';

/** Two loops over a table: `write` fills an element, `ask` is what is asked of one. */
const loops = (write: string, ask: string, more = ''): string => `
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int table[700];
  unsigned i;
  ${more}
  for (i = 0; i < 700; i++) { ${write} }
  for (i = 0; i < 700; i++) if (!(${ask})) reach_error();
}`;

/** The same loops with a length from outside. */
const bounded = (text: string): string =>
  text
    .replace('unsigned i;', 'unsigned i, length = __VERIFIER_nondet_int(); if (length > 700) return 0;')
    .replaceAll('i < 700', 'i < length');

async function proof(system: TransitionSystem): Promise<Universal | null> {
  const claim = houdini(contextFor(system, ownSolversFor(system)));
  if (claim.kind !== 'safe') return null;
  if (claim.certificate.kind !== 'universal') throw new Error('elements are not needed');
  expect(checkCertificate(system, claim.certificate, await solversFor(system))).toMatchObject({ accepted: true });
  return claim.certificate;
}

const WRITES = [
  ['table[i] = 9;', 'table[i] == 9'],
  ['table[i] = 3 * (int)i + 1;', 'table[i] == 3 * (int)i + 1'],
  ['table[i] = i % 2 ? 5 : -5;', 'table[i] == 5 || table[i] == -5'],
  ['int n = __VERIFIER_nondet_int(); table[i] = n < 0 ? 0 : n;', 'table[i] >= 0'],
  ['if (i != 50) table[i] = 4;', 'i == 50 || table[i] == 4'],
] as const;

describe('what holds of all elements', () => {
  for (const [write, ask] of WRITES) {
    test(`is found for: ${write}`, async () => {
      const { system } = compile(bounded(loops(write, ask)));
      const certificate = await proof(system);
      if (certificate === null) throw new Error('no proof');
      // Without instances the last loop knows nothing of the element that it reads.
      const check = checkCertificate(system, { ...certificate, instances: [] }, await solversFor(system));
      expect(check).toMatchObject({ accepted: false, decided: true });
    }, 120_000);
  }

  test('is not claimed of what does not hold of one', async () => {
    for (const wrong of ['if (i == 699) table[i] = 8;', 'if (i == 0) table[i] = 8;', 'table[i / 2] = 8;']) {
      const { system } = compile(loops(`table[i] = 9; ${wrong}`, 'table[i] == 9'));
      expect(await proof(system)).toBeNull();
    }
  }, 240_000);

  test('stays with the engine, with what rests on it', () => {
    const sum = 'unsigned sum = 0; int audit = __VERIFIER_nondet_int();';
    const { system } = compile(
      loops('table[i] = 2;', '1', sum).replace(
        'if (!(1)) reach_error()',
        'sum += table[i]; if (audit && sum != 2 * 700) reach_error()',
      ),
    );
    const told = publishedBy(houdini, contextFor(system, ownSolversFor(system)));
    expect(told.length).toBeGreaterThan(0);
    // What others hear is inductive without it: a certificate of theirs, of nothing but that, is
    // none with bad, but its invariant is inductive.
    const { terms } = system;
    const invariant = terms.andAll([...system.facts, ...told.map(({ formula }) => formula)]);
    const safe = {
      ...system,
      blocks: system.blocks.map((block) => ({ ...block, bad: terms.false, gap: terms.false })),
    };
    const certificate = { kind: 'inductive', invariant, k: 0, instances: [] } as const;
    return solversFor(system).then((z3) =>
      expect(checkCertificate(safe, certificate, z3)).toMatchObject({ accepted: true }),
    );
  }, 120_000);
});

describe('candidates about all elements', () => {
  test('are what the program writes and asks, said of any index', () => {
    const system = build({
      pc: false,
      state: { a: { kind: 'array', index: bits(16), element: bits(8) }, i: bits(8), n: bits(8) },
      blocks: [
        (t, v) => {
          const at = t.zext(v('i'), 16);
          const next = t.add(at, t.bv(16, 1));
          return {
            successors: [0],
            feasible: t.ult(v('i'), v('n')),
            bad: t.ult(t.select(v('a'), at), t.select(v('a'), next)),
            next: { a: t.store(v('a'), next, t.add(t.select(v('a'), at), v('n'))), i: t.add(v('i'), t.bv(8, 1)) },
          };
        },
      ],
    });
    const { terms } = system;
    const [c] = boundIndices(system).bound;
    const [a, i, n] = ['a', 'i', 'n'].map((name) => terms.find(name) ?? 0);
    const element = (k: number): Term =>
      terms.select(a, k < 0 ? terms.sub(c, terms.bv(16, -k)) : terms.add(c, terms.bv(16, k)));
    const { properties, counters, limits } = generalise(system, c);
    // a[i + 1] = a[i] + n becomes a[c] = a[c - 1] + n.
    expect(properties).toContain(terms.eq(element(0), terms.add(element(-1), n)));
    expect(properties).toContain(terms.not(terms.ult(element(0), element(1))));
    expect(counters).toEqual([terms.zext(i, 16)]);
    expect(limits).toEqual([n]);
  });

  test('hold of all elements in the states that they are made from', () => {
    const { system } = compile(loops('table[i] = i % 3 ? 5 : (int)i;', 'table[i] >= 0'));
    const { terms, stateVars, blocks } = system;
    const samples = sampleStates(system, { seed: 3, milliseconds: 60_000, stopped: () => false });
    const [index] = boundIndices(system).bound;
    const contents = new ContentTemplates(system, index, samples);
    const place = new Map(stateVars.map((v, i) => [v.term, i]));
    let count = 0;
    fc.assert(
      fc.property(fc.nat(705), fc.nat(15), (c, s) => {
        for (const { id } of blocks) {
          const state = samples[id][s];
          if (id === 0 || state === undefined) continue;
          const at = new Evaluator(terms, (t) => (t === index ? BigInt(c) : state[place.get(t) ?? -1]));
          const candidates = contents.at(id, contents.said);
          count += candidates.length;
          // Not every index was looked at; those at the ends were.
          if (c < 2) expect(candidates.filter((t) => at.value(t) !== true)).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
    expect(count).toBeGreaterThan(0);
  }, 60_000);
});
