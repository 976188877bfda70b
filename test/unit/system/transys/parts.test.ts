import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../../src/certify/proof/certificate.ts';
import { aboutTarget, statedInvariant } from '../../../../src/certify/proof/parts.ts';
import { plainRefuters } from '../../../../src/certify/proof/refuters/plain/refuter.ts';
import { createSatSolver } from '../../../../src/logic/sat/solver.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import type { CertifiedPart, Inductive, Parts } from '../../../../src/system/transys/certificate.ts';
import { validateSystem } from '../../../../src/system/transys/check.ts';
import { errorParts, restrict } from '../../../../src/system/transys/passes/parts.ts';
import { simplify } from '../../../../src/system/transys/passes/simplify.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import type { Target } from '../../../../src/system/transys/target.ts';
import { certificateBack } from '../../../../src/system/transys/way-back.ts';
import { compile } from '../encode/compile.ts';
import { enumerate, randomSource, randomSystem } from './random-systems.ts';

const HEAD = 'extern int nondet(void);\nvoid reach_error(void) {}\n';
/** The target of some blocks. */
const of = (blocks: readonly number[]): Target => ({ kind: 'blocks', blocks });
const system = (text: string): TransitionSystem => compile(HEAD + text).system;

/** Statements that change a variable. */
const work = (name: string, count: number): string =>
  Array.from({ length: count }, (_, i) => `${name} = (${name} + ${2 * i + 3}u) ^ (${name} >> ${i + 1});`).join(' ');

/** Two loops; `between` is run before the choice. */
const choice = (between = ''): string => `
void up(void) { unsigned x = 0; while (nondet()) { ${work('x', 30)} if (x == 7) reach_error(); } }
void down(void) { unsigned y = 9; while (nondet()) { ${work('y', 30)} if (y == 7) reach_error(); } }
int main(void) { unsigned z = 0; ${between} if (nondet()) up(); else down(); return 0; }`;

const refutersOf = ({ terms }: TransitionSystem) =>
  plainRefuters(terms, { sat: () => createSatSolver({ proof: true }) });

describe('where a system is split', () => {
  test('at a choice of two loops', () => {
    const whole = system(choice());
    const parts = errorParts(whole);
    expect(parts).toHaveLength(2);
    const sizes = parts.map((asked) => simplify(restrict(whole, of(asked))).system.stateVars.map(({ name }) => name));
    expect(sizes.map((names) => names.filter((name) => name !== 'pc').length)).toEqual([1, 1]);
  });

  test('by a switch over an input', () => {
    const cases = [3, 5, 7].map((n) => `case ${n}: while (nondet()) { x += ${n}; if (x == 1) reach_error(); } break;`);
    expect(
      errorParts(system(`int main(void) { unsigned x = 0; switch (nondet()) { ${cases.join(' ')} } return 0; }`)),
    ).toHaveLength(3);
  });

  test('not where one error lies behind the other', () => {
    const text = `int main(void) {
      unsigned x = 0, y = 0;
      while (nondet()) { x += 2; if (x == 7) reach_error(); }
      while (nondet()) { y += 2; if (y == 7) reach_error(); }
      return 0;
    }`;
    expect(errorParts(system(text))).toEqual([]);
  });

  test('not where most of the ways is the same', () => {
    expect(errorParts(system(choice(`while (nondet()) { ${work('z', 60)} } if (z == 5) return 0;`)))).toEqual([]);
    expect(errorParts(system(choice('while (nondet()) z++; if (z == 5) return 0;')))).toHaveLength(2);
  });

  test('at a choice between a loop and a part without loops', () => {
    const apart = (before: string): string => `int main(void) {
      unsigned x = 0, y = nondet();
      ${before}
      if (nondet()) { ${work('y', 30)} if (y == 7) reach_error(); return 0; }
      while (nondet()) { ${work('x', 30)} if (x == 7) reach_error(); }
      return 0;
    }`;
    const whole = system(apart(''));
    expect(errorParts(whole)).toEqual([[1], [0]]);
    const [loop, entry] = [[1], [0]].map((asked) => simplify(restrict(whole, of(asked))).system);
    expect(loop.inputs.length).toBeLessThan(whole.inputs.length);
    expect(entry.blocks[0].feasible).toBe(entry.terms.false);
    // What is asserted before the loop is little, and the loop goes on from there.
    expect(errorParts(system(apart('if (y > 100) reach_error(); x = y;')))).toEqual([[1], [0]]);
    const text =
      'int main(void) { unsigned x = nondet(); if (x > 9) reach_error(); while (nondet()) if (x++ == 70) reach_error(); }';
    expect(errorParts(system(text))).toEqual([]);
  });

  test('not without loops, and not with one error', () => {
    expect(
      errorParts(system('int main(void) { if (nondet()) reach_error(); else if (nondet()) reach_error(); return 0; }')),
    ).toEqual([]);
    expect(errorParts(system('int main(void) { while (nondet()) if (nondet()) reach_error(); return 0; }'))).toEqual(
      [],
    );
  });
});

/** The reachable states of a system as a formula. */
function reachable(whole: TransitionSystem): Term {
  const { terms, stateVars } = whole;
  const states = enumerate(whole).states.flat();
  const one = (state: (typeof states)[number]): Term =>
    terms.andAll(
      stateVars.map((v, i) => {
        const value = state[i];
        if (typeof value === 'boolean') return terms.eq(v.term, terms.bool(value));
        if (typeof value !== 'bigint') throw new Error('an array');
        return terms.eq(v.term, terms.bv(terms.width(v.term), value));
      }),
    );
  return terms.not(terms.andAll(states.map((state) => terms.not(one(state)))));
}

const inductive = (invariant: Term): Inductive => ({
  kind: 'inductive',
  invariant,
  k: 0,
  instances: [],
});

describe('random systems', () => {
  const cases = fc.record({ seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }), blocks: fc.constantFrom(3, 4, 5) });
  const deals = (seed: number, whole: TransitionSystem, count: number): number[][] => {
    const random = randomSource(seed);
    const hands = Array.from({ length: count }, (): number[] => []);
    const { terms } = whole;
    for (const { id, bad, gap } of whole.blocks) {
      if (bad !== terms.false || gap !== terms.false) hands[random(count)].push(id);
    }
    return hands.filter((hand) => hand.length > 0);
  };

  test('an error is reached in the whole if it is in a part, after as many steps', () => {
    fc.assert(
      fc.property(cases, ({ seed, blocks }) => {
        const whole = randomSystem(seed, { blocks, gaps: true });
        const parts = deals(seed, whole, 2);
        const least = (lengths: readonly (number | null)[]): number => Math.min(1000, ...lengths.map((n) => n ?? 1000));
        const { bad, gap } = enumerate(whole);
        for (const make of [restrict, aboutTarget]) {
          const found = parts.map((asked) => {
            const part = make(whole, of(asked));
            validateSystem(part);
            return enumerate(part);
          });
          expect(least(found.map((part) => part.bad))).toBe(least([bad]));
          expect(least(found.map((part) => part.gap))).toBe(least([gap]));
        }
        for (const asked of parts) {
          const { bad: reduced } = enumerate(simplify(restrict(whole, of(asked))).system);
          expect(reduced).toBe(enumerate(aboutTarget(whole, of(asked))).bad);
        }
      }),
      { numRuns: 60, seed: 5 },
    );
  });

  test('labels leave the other errors with names out, and nothing else', () => {
    fc.assert(
      fc.property(cases, ({ seed, blocks }) => {
        const made = randomSystem(seed, { blocks, gaps: true });
        // Each error has the name of its block but the last one, which has none.
        const named = made.blocks.map((block, id) =>
          id === made.blocks.length - 1 ? block : { ...block, bads: [{ name: `${id}`, term: block.bad }] },
        );
        const whole = { ...made, blocks: named };
        for (const make of [restrict, aboutTarget]) {
          const part = make(whole, { kind: 'labels', labels: ['0', 'no error has this name'] });
          validateSystem(part);
          expect(part.blocks.map(({ bad }) => bad)).toEqual(
            made.blocks.map(({ bad }, id) => (id === 0 || id === made.blocks.length - 1 ? bad : made.terms.false)),
          );
          expect(part.blocks.map(({ gap, feasible }) => [gap, feasible])).toEqual(
            made.blocks.map(({ gap, feasible }) => [gap, feasible]),
          );
          expect(make(whole, { kind: 'all' })).toBe(whole);
        }
      }),
      { numRuns: 20, seed: 7 },
    );
  });

  test('certificates of the parts are one of the whole if and only if no error is reached', () => {
    let accepted = 0;
    fc.assert(
      fc.property(cases, ({ seed, blocks }) => {
        const whole = randomSystem(seed, { blocks, gaps: true });
        const { bad, gap } = enumerate(whole);
        const parts = deals(seed, whole, 2).map((asked): CertifiedPart => {
          const { system: reduced, back } = simplify(restrict(whole, of(asked)));
          return { blocks: asked, certificate: certificateBack(whole.terms, back, inductive(reachable(reduced))) };
        });
        const joined: Parts = { kind: 'parts', parts };
        const result = checkCertificate(whole, joined, refutersOf(whole));
        expect(result.accepted).toBe(bad === null && gap === null);
        if (!result.accepted) return;
        accepted += 1;
        for (const part of parts) {
          const rest = parts.filter((other) => other !== part);
          expect(checkCertificate(whole, { kind: 'parts', parts: rest }, refutersOf(whole)).accepted).toBe(false);
        }
        // What the parts say together is an invariant of the whole.
        const { invariant } = statedInvariant(whole, joined) ?? { invariant: whole.terms.true };
        const harmless = whole.blocks.map((block) => ({ ...block, bad: whole.terms.false, gap: whole.terms.false }));
        expect(checkCertificate({ ...whole, blocks: harmless }, inductive(invariant), refutersOf(whole)).accepted).toBe(
          true,
        );
      }),
      { numRuns: 60, seed: 6 },
    );
    expect(accepted).toBeGreaterThan(5);
  });
});
