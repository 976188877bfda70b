import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../random-seed.ts';
import { replay } from '../../../src/certify/replay.ts';
import { traceInputs } from '../../../src/certify/trace-inputs.ts';
import { Evaluator, zeroValue } from '../../../src/terms/evaluate.ts';
import type { ModelValue } from '../../../src/terms/solver.ts';
import { approximationsOf } from '../../../src/transys/doubts.ts';
import type { TransitionSystem } from '../../../src/transys/system.ts';
import { type Compiled, compile } from '../encode/compile.ts';
import { outcomes, programText, type Statement, statements } from './two-threads.ts';

type Inputs = ReadonlyMap<number, bigint>;

/** All states of a system, for both values of each choice between threads; the steps to a bad one, or null. */
function stepsToBad(system: TransitionSystem): Inputs[] | null {
  const { terms, stateVars, inputs, blocks, pc } = system;
  const positions = new Map(stateVars.map(({ term }, i) => [term, i]));
  const choices = inputs.flatMap(({ origin }, i) => (origin?.kind === 'nondet' ? [i] : []));
  const start = new Evaluator(terms, (t) => zeroValue(terms.sort(t)));
  const first = system.init.map((t) => start.value(t));
  const seen = new Set<string>();
  const pending: { state: ModelValue[]; steps: Inputs[] }[] = [{ state: first, steps: [] }];
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const { state, steps } = next;
    const key = state.join(' ');
    if (seen.has(key)) continue;
    seen.add(key);
    const block = blocks[pc === null ? 0 : Number(state[pc])];
    for (const taken of combinations(choices)) {
      const values = new Map([...taken].map(([i, value]) => [inputs[i].term, value]));
      const evaluator = new Evaluator(terms, (t) => {
        const position = positions.get(t);
        return position === undefined ? (values.get(t) ?? zeroValue(terms.sort(t))) : state[position];
      });
      const path = [...steps, taken];
      if (evaluator.value(block.bad) === true) return path;
      expect(evaluator.value(block.gap)).toBe(false);
      if (evaluator.value(block.feasible) !== true) continue;
      pending.push({ state: block.next.map((t) => evaluator.value(t)), steps: path });
    }
  }
  return null;
}

/** All values of the inputs, each 0 or 1. */
function combinations(choices: readonly number[]): Inputs[] {
  return Array.from({ length: 2 ** choices.length }, (_, bits) => {
    return new Map(choices.map((i, position) => [i, BigInt((bits >> position) & 1)]));
  });
}

function isReplayed({ system, program, linked }: Compiled, steps: readonly Inputs[]): boolean {
  const { inputs, end } = traceInputs(system, { init: new Map(), steps });
  const approximations = approximationsOf(system);
  const result = replay({ program, errorFunctions: linked.errorFunctions, inputs, approximations });
  return end.kind === 'bad' && result.kind === 'reproduced';
}

/** A result of some interleaving, or one next to it. */
function wantedResult(found: ReadonlySet<string>, pick: number): readonly [number, number] {
  const all = [...found].map((text) => text.split(',').map(Number));
  const [x, y] = all[pick % all.length];
  return pick % 3 === 0 ? [x, y] : [x, y + 1];
}

const NUMBER = Number(process.env.LEMMATA_THREAD_PROGRAMS ?? 40);

test('programs of two threads have exactly the results of their interleavings', { timeout: NUMBER * 5_000 }, () => {
  const statement = statements(fc);
  const verdicts = { reachable: 0, unreachable: 0 };
  fc.assert(
    fc.property(statement, statement, fc.nat(999), (first: Statement, second: Statement, pick) => {
      const { results: found } = outcomes([first, second]);
      const wanted = wantedResult(found, pick);
      const text = programText([first, second], wanted);
      const compiled = compile(text);
      const steps = stepsToBad(compiled.system);
      expect(steps !== null, text).toBe(found.has(wanted.join(',')));
      if (steps !== null) expect(isReplayed(compiled, steps), text).toBe(true);
      verdicts[steps === null ? 'unreachable' : 'reachable']++;
    }),
    { numRuns: NUMBER },
  );
  expect(verdicts.reachable).toBeGreaterThan(0);
  expect(verdicts.unreachable).toBeGreaterThan(0);
});

test('programs of two threads have exactly the data races of their interleavings', { timeout: NUMBER * 5_000 }, () => {
  const statement = statements(fc);
  const verdicts = { race: 0, none: 0 };
  fc.assert(
    fc.property(statement, statement, (first: Statement, second: Statement) => {
      const text = programText([first, second], [0, 0]);
      const compiled = compile(text, 'LP64', { checks: ['data-race'] });
      const steps = stepsToBad(compiled.system);
      const { race } = outcomes([first, second]);
      expect(steps !== null, text).toBe(race);
      if (steps !== null) expect(isReplayed(compiled, steps), text).toBe(true);
      verdicts[race ? 'race' : 'none']++;
    }),
    { numRuns: NUMBER },
  );
  expect(verdicts.race).toBeGreaterThan(0);
  expect(verdicts.none).toBeGreaterThan(0);
});
