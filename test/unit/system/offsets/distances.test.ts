import { expect, test } from 'vitest';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { evaluate } from '../../../../src/logic/terms/evaluate.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { type Congruence, mod, valuesOf } from '../../../../src/system/offsets/congruence.ts';
import { type Fact, FactFinder } from '../../../../src/system/offsets/facts.ts';
import { Random } from '../../../conformance/fuzz/random.ts';

const NUMBER = 4;
const WIDTH = 32;

/** A pointer whose offsets differ by object, and all its values. */
interface Variable {
  readonly object: Term;
  readonly offset: Term;
  readonly values: readonly (readonly [number: number, offset: bigint])[];
}

interface Pointer {
  readonly object: Term;
  readonly offset: Term;
}

class Program {
  readonly terms = new TermStore();
  readonly facts = new Map<Term, Fact>();
  readonly variables: Variable[] = [];
  readonly flags: Term[] = [];

  constructor(readonly random: Random) {
    for (let i = 0; i < 3; i++) this.variables.push(this.#variable(i));
    for (let i = 0; i < 3; i++) this.flags.push(this.terms.variable(`flag${i}`, { kind: 'bool' }));
  }

  #variable(i: number): Variable {
    const { terms, random } = this;
    const object = terms.variable(`object${i}`, { kind: 'bv', width: NUMBER });
    const offset = terms.variable(`offset${i}`, { kind: 'bv', width: WIDTH });
    const distances = new Map<number, Congruence>();
    const values: [number, bigint][] = [];
    for (const number of new Set([random.between(2, 5), random.between(2, 5)])) {
      const residue = BigInt(8 * random.below(4));
      distances.set(number, { modulus: 32n, residue });
      for (let k = 0; k < 3; k++) values.push([number, residue + BigInt(32 * k)]);
    }
    this.facts.set(object, { targets: new Set(distances.keys()) });
    this.facts.set(offset, { congruence: { modulus: 8n, residue: 0n }, distances, partner: object });
    return { object, offset, values };
  }

  pointer(depth: number): Pointer {
    const { terms, random } = this;
    const kind = depth === 0 ? random.below(2) : random.below(5);
    switch (kind) {
      case 0:
        return random.pick(this.variables);
      case 1:
        return { object: terms.bv(NUMBER, random.between(2, 5)), offset: terms.bv(WIDTH, 8 * random.below(4)) };
      case 2: {
        const { object, offset } = this.pointer(depth - 1);
        return {
          object,
          offset: terms.add(offset, terms.bv(WIDTH, BigInt.asUintN(WIDTH, BigInt(8 * random.between(-2, 2))))),
        };
      }
      default: {
        const condition = this.condition();
        const [a, b] = [this.pointer(depth - 1), this.pointer(depth - 1)];
        return {
          object: terms.ite(condition, a.object, b.object),
          offset: terms.ite(condition, a.offset, b.offset),
        };
      }
    }
  }

  condition(): Term {
    const { terms, random, flags } = this;
    const flag = (): Term => (random.chance(50) ? random.pick(flags) : terms.not(random.pick(flags)));
    const { object, offset, values } = random.pick(this.variables);
    const [number, distance] = random.pick(values);
    const isThere = terms.and(terms.eq(object, terms.bv(NUMBER, number)), terms.eq(offset, terms.bv(WIDTH, distance)));
    return random.pick([flag(), terms.and(flag(), flag()), isThere, terms.not(isThere), terms.and(isThere, flag())]);
  }

  /** Calls `visit` with the value of a term for some values of the variables. */
  assignments(count: number, visit: (value: (term: Term) => bigint) => void): void {
    const { terms, random, variables, flags } = this;
    for (let i = 0; i < count; i++) {
      const model = new Map<Term, bigint | boolean>(flags.map((flag) => [flag, random.chance(50)]));
      for (const { object, offset, values } of variables) {
        const [number, distance] = random.pick(values);
        model.set(object, BigInt(number)).set(offset, distance);
      }
      visit((term) => evaluate(terms, term, (variable) => model.get(variable)!) as bigint);
    }
  }
}

function contains(congruence: Congruence, value: bigint): boolean {
  const values = valuesOf(congruence);
  return values === null ? mod(value - congruence.residue, congruence.modulus) === 0n : values.includes(value);
}

test('offsets by object hold for all values of the variables', () => {
  const random = new Random(Number(process.env.LEMMATA_SEED ?? 7));
  for (let round = 0; round < 300; round++) {
    const program = new Program(random);
    const finder = new FactFinder(program.terms, (variable) => program.facts.get(variable), NUMBER);
    const { object, offset } = program.pointer(5);
    const distances = finder.distances(object, offset);
    program.assignments(40, (value) => {
      const number = Number(value(object));
      const distance = BigInt.asIntN(WIDTH, value(offset));
      expect(contains(finder.congruence(offset), distance)).toBe(true);
      expect(finder.targets(object)).toContain(number);
      expect(contains(distances!.get(number)!, distance)).toBe(true);
    });
  }
});

test('a pointer that leads to the head of a list or into its nodes has other offsets in each', () => {
  const { terms, facts } = new Program(new Random(1));
  const finder = new FactFinder(terms, (variable) => facts.get(variable), NUMBER);
  const [flag, other] = [0, 1].map((i) => terms.variable(`choice${i}`, { kind: 'bool' }));
  const [head, node] = [terms.bv(NUMBER, 2), terms.bv(NUMBER, 3)];
  // One half has merged two equal values.
  const object = terms.ite(flag, head, terms.ite(other, head, node));
  const offset = terms.ite(flag, terms.bv(WIDTH, 0), terms.ite(other, terms.bv(WIDTH, 16), terms.bv(WIDTH, 8)));
  expect(
    [...finder.distances(object, offset)!].map(([number, { values, residue }]) => [number, values ?? residue]),
  ).toEqual(
    expect.arrayContaining([
      [2, [0n, 16n]],
      [3, 8n],
    ]),
  );
});

test.each([
  ['a mask', (terms: TermStore, x: Term) => terms.bvAnd(x, terms.bv(WIDTH, 5)), [0n, 1n, 4n, 5n]],
  ['a remainder', (terms: TermStore, x: Term) => terms.urem(x, terms.bv(WIDTH, 3)), [0n, 1n, 2n]],
  ['an extension', (terms: TermStore, x: Term) => terms.zext(terms.extract(x, 1, 0), WIDTH), [0n, 1n, 2n, 3n]],
])('%s has few values', (_, make, expected) => {
  const terms = new TermStore();
  const finder = new FactFinder(terms, () => undefined, NUMBER);
  const term = make(terms, terms.variable('x', { kind: 'bv', width: WIDTH }));
  expect(finder.congruence(term).values).toEqual(expected);
});
