import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { Evaluator } from '../../../../src/logic/terms/evaluate.ts';
import type { ModelValue } from '../../../../src/logic/terms/solver.ts';
import type { BlockValues } from '../../../../src/system/analysis/facts.ts';
import { factsByBlock } from '../../../../src/system/analysis/given.ts';
import { analyseRound, PRECISIONS } from '../../../../src/system/analysis/rounds.ts';
import { simplify } from '../../../../src/system/transys/passes/simplify.ts';
import { simulateTrace } from '../../../../src/system/transys/simulate.ts';
import type { TraceValue, TransitionSystem } from '../../../../src/system/transys/system.ts';
import { compile } from '../encode/compile.ts';
import { enumerate, randomSource, randomSystem } from '../transys/random-systems.ts';

const FOLDER = new URL('../../../invariants/', import.meta.url).pathname;

/** What each round finds, given all that those before found, without a solver having looked at any of it. */
function factsOfRounds(system: TransitionSystem): Term[] {
  const facts: Term[] = [];
  let values: BlockValues | null = null;
  for (const precision of PRECISIONS) {
    const result = analyseRound(system, precision, values, factsByBlock(system, facts), () => false);
    values = result.values;
    facts.push(...result.facts.flat().map((fact) => fact.formula));
  }
  return facts;
}

/** A state outside of what the facts say is a failure. */
function holdIn({ terms, stateVars }: TransitionSystem, facts: readonly Term[], state: readonly ModelValue[]): void {
  const index = new Map(stateVars.map((v, i) => [v.term, state[i]]));
  const e = new Evaluator(terms, (t) => index.get(t) ?? false);
  for (const fact of facts) expect(e.value(fact)).toBe(true);
}

/** Inputs of a run: often small, now and then the constants of the program, sometimes anything. */
function randomTrace(
  { terms, inputs, blocks }: TransitionSystem,
  seed: number,
  steps: number,
): Parameters<typeof simulateTrace>[1] {
  const random = randomSource(seed);
  const constants = [0n, 1n, 2n, 4352n, 4400n, 4416n, 255n, -1n];
  const values = (of: readonly number[]): Map<number, TraceValue> =>
    new Map(
      of.flatMap((i): [number, TraceValue][] => {
        const sort = terms.sort(inputs[i].term);
        if (sort.kind === 'bool') return [[i, BigInt(random(2))]];
        if (sort.kind !== 'bv') return [];
        const any = (BigInt(random(2 ** 32)) << 32n) | BigInt(random(2 ** 32));
        return [[i, BigInt.asUintN(sort.width, random(3) === 0 ? any : constants[random(constants.length)])]];
      }),
    );
  const step = inputs.map((_, i) => i).filter((i) => inputs[i].phase === 'step');
  const init = inputs.map((_, i) => i).filter((i) => inputs[i].phase === 'init');
  expect(blocks.length).toBeGreaterThan(0);
  return { init: values(init), steps: Array.from({ length: steps }, () => values(step)) };
}

describe('what rounds find, unchecked', () => {
  test('holds in every reachable state of random systems', () => {
    let states = 0;
    for (let seed = 0; seed < 24; seed++) {
      const system = randomSystem(seed, { blocks: [0, 2, 3][seed % 3], gaps: true });
      const facts = factsOfRounds(system);
      enumerate(system, (_, state) => {
        states += 1;
        holdIn(system, facts, state);
      });
    }
    expect(states).toBeGreaterThan(400);
  }, 120_000);

  for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.c'))) {
    test(`holds in random runs of ${name}`, () => {
      const { system } = simplify(compile(readFileSync(`${FOLDER}${name}`, 'utf8')).system);
      const facts = factsOfRounds(system);
      let states = 0;
      for (let seed = 0; seed < 5; seed++) {
        simulateTrace(system, randomTrace(system, seed, 60), {
          observe: (_, state) => {
            states += 1;
            holdIn(system, facts, state);
          },
        });
      }
      expect(states).toBeGreaterThan(10);
    }, 120_000);
  }
});
