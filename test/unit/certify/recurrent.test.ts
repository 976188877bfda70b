import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainRefuters } from '../../../src/certify/proof/refuters/plain/refuter.ts';
import { checkClosedSet } from '../../../src/certify/replay/recurrent/closed.ts';
import { recur } from '../../../src/engines/termination/recur.ts';
import { createSatSolver } from '../../../src/logic/sat/solver.ts';
import type { Term } from '../../../src/logic/terms/builder.ts';
import { unpackTerm } from '../../../src/logic/terms/pack.ts';
import type { InputInstance } from '../../../src/system/transys/certificate.ts';
import { isAt } from '../../../src/system/transys/control.ts';
import type { Recurrent } from '../../../src/system/transys/recurrent.ts';
import type { TransitionSystem } from '../../../src/system/transys/system.ts';
import { contextFor, ownSolversFor } from '../engines/context.ts';
import { compile } from '../system/encode/compile.ts';

const NONDET = 'extern unsigned char __VERIFIER_nondet_uchar(void);\n';
/** Programs with a run that has no end, and a twin of each whose runs all end. */
const TWINS = [
  ['while (x != 0) x -= 2;', 'while (x != 0) x -= 1;'],
  ['while (x < 200) if (y & 1) x ^= 1; else x++;', 'while (x < 200) if (y & 1) x += 2; else x++;'],
  ['while (__VERIFIER_nondet_uchar() != 7) y++;', 'while (y != 0 && __VERIFIER_nondet_uchar() != 7) y++;'],
  ['while (x + y != 99) { x++; y--; }', 'while (x != 99) { x++; y--; }'],
] as const;
/** Certificates for each twin whose runs end. */
const CERTIFICATES = 200;

function systemOf(body: string): TransitionSystem {
  const text = `${NONDET}int main(void) { unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar(); ${body} return x + y; }`;
  return compile(text, 'LP64', { goal: 'cycle' }).system;
}

function certificateOf(system: TransitionSystem): Recurrent {
  const claim = recur(contextFor(system, ownSolversFor(system)));
  if (claim.kind !== 'unsafe' || claim.run.kind !== 'recurrent') throw new Error('no closed set was found');
  const { stem, choices, set } = claim.run;
  return { stem, choices, set: unpackTerm(system.terms, set) };
}

function check(system: TransitionSystem, certificate: Recurrent): string {
  const refuters = plainRefuters(system.terms, { sat: () => createSatSolver({ proof: true }) });
  const result = checkClosedSet(system, certificate, refuters, { milliseconds: 20_000 });
  return result.accepted ? 'accepted' : result.condition;
}

/** Certificates of any form: runs of the system as stems, sets of comparisons, and choices of inputs. */
function anyCertificate(system: TransitionSystem): fc.Arbitrary<Recurrent> {
  const { terms, stateVars, inputs, blocks, pc } = system;
  const bytes = stateVars.flatMap(({ term }, i) => (i !== pc && terms.sort(term).kind === 'bv' ? [term] : []));
  const number = fc.oneof(fc.nat(3), fc.nat(255));
  const atom: fc.Arbitrary<Term> = fc
    .tuple(fc.constantFrom(...bytes), number, fc.constantFrom('ult', 'eq', 'odd', 'above'))
    .map(([t, n, kind]) => {
      const constant = terms.bv(terms.width(t), n);
      if (kind === 'ult') return terms.ult(t, constant);
      if (kind === 'above') return terms.ult(constant, t);
      if (kind === 'eq') return terms.not(terms.eq(t, constant));
      return terms.eq(terms.extract(t, 0, 0), terms.bv(1, n & 1));
    });
  const places = fc.constantFrom(...blocks.map(({ id }) => isAt(system, id)), terms.true);
  const set = fc
    .tuple(places, fc.array(atom, { maxLength: 3 }))
    .map(([place, atoms]) => terms.and(place, terms.andAll(atoms)));
  const values = (block: number): fc.Arbitrary<InputInstance> =>
    fc
      .tuple(...blocks[block].inputs.map((input) => number.map((n) => [input, BigInt(n)] as const)))
      .map((list) => ({ block, values: list }));
  const stepInputs = inputs.map((_, i) => i);
  const step = fc
    .array(number, { minLength: stepInputs.length, maxLength: stepInputs.length })
    .map((list) => new Map(list.map((n, i) => [stepInputs[i], BigInt(n)])));
  return fc.record({
    stem: fc.array(step, { maxLength: 4 }).map((steps) => ({ init: new Map<number, bigint>(), steps })),
    set,
    choices: fc.tuple(...blocks.slice(1).map(({ id }) => values(id))),
  });
}

test.each(TWINS)('%s goes on for ever, and the checker accepts the closed set', (endless) => {
  const system = systemOf(endless);
  expect(check(system, certificateOf(system))).toBe('accepted');
});

test.each(TWINS)(`of ${CERTIFICATES} certificates none is accepted for the twin of %s whose runs end`, (_, ending) => {
  const system = systemOf(ending);
  const reached = { form: 0, stem: 0, closed: 0 };
  fc.assert(
    fc.property(anyCertificate(system), (certificate) => {
      const result = check(system, certificate);
      if (result !== 'accepted') reached[result as keyof typeof reached]++;
      return result !== 'accepted';
    }),
    { numRuns: CERTIFICATES, seed: 1 },
  );
  // The stems of many of them lead into their sets.
  expect(reached.closed).toBeGreaterThan(CERTIFICATES / 10);
});

test('each condition refuses what breaks it', () => {
  const [, , [waiting]] = TWINS;
  const system = systemOf(waiting);
  const { terms, stateVars, inputs } = system;
  const good = certificateOf(system);
  const { stem, set, choices } = good;
  expect(check(system, good)).toBe('accepted');
  expect(check(system, { ...good, set: terms.false })).toBe('stem');
  expect(check(system, { ...good, set: terms.not(set) })).toBe('stem');
  expect(check(system, { ...good, set: stateVars[0].term })).toBe('form');
  expect(check(system, { ...good, set: terms.ult(inputs[0].term, terms.bv(terms.width(inputs[0].term), 9)) })).toBe(
    'form',
  );
  const [[counting]] = TWINS;
  const counted = systemOf(counting);
  expect(check(counted, { ...certificateOf(counted), set: counted.terms.true })).toBe('closed');
  // Without a choice, the loop may be left; one choice leaves it for certain.
  expect(check(system, { ...good, choices: [] })).toBe('closed');
  const changed = (value: bigint): Recurrent => ({
    ...good,
    choices: choices.map(({ block, values }) => ({ block, values: values.map(([input]) => [input, value] as const) })),
  });
  expect(check(system, changed(7n))).toBe('closed');
  expect(check(system, changed(8n))).toBe('accepted');
  expect(check(system, changed(256n))).toBe('form');
  expect(check(system, changed(-1n))).toBe('form');
  expect(check(system, { ...good, choices: [...choices, ...choices] })).toBe('form');
  expect(check(system, { ...good, choices: [{ block: 99, values: [] }] })).toBe('form');
  expect(check(system, { ...good, choices: [{ block: 0, values: choices[0].values }] })).toBe('form');
  // A stem that ends at the entry, and one that leaves the loop.
  expect(check(system, { ...good, stem: { ...stem, steps: [] } })).toBe('stem');
  const leaving = [...stem.steps, new Map(choices[0].values.map(([input]) => [input, 7n] as const)), new Map()];
  expect(check(system, { ...good, stem: { ...stem, steps: leaving } })).toBe('stem');
  const { question: _, ...safety } = system;
  expect(check(safety, good)).toBe('form');
});

test('a step that rests on a doubt, or meets a gap, is no step of a closed set', () => {
  const [, , [waiting]] = TWINS;
  const system = systemOf(waiting);
  const { terms } = system;
  const good = certificateOf(system);
  const withTerm = (part: 'doubtful' | 'gap' | 'bad'): TransitionSystem => ({
    ...system,
    blocks: system.blocks.map((block) => (block.id === 0 ? block : { ...block, [part]: terms.true })),
  });
  expect(check(withTerm('doubtful'), good)).not.toBe('accepted');
  expect(check(withTerm('gap'), good)).not.toBe('accepted');
});
