import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../../random-seed.ts';
import { Layout } from '../../../../src/c/types/layout.ts';
import { OrderedRuns } from '../../../../src/certify/replay/races/follower.ts';
import { replay } from '../../../../src/certify/replay/replay.ts';
import { traceInputs } from '../../../../src/certify/replay/trace-inputs.ts';
import { seededInputs } from '../../../../src/interpreter/index.ts';
import { approximationsOf } from '../../../../src/system/transys/doubts.ts';
import { type Compiled, compile } from '../../system/encode/compile.ts';
import { type Inputs, stepsToBad } from './search.ts';
import { equalThreads, outcomes, programText, type Statement, statements } from './two-threads.ts';

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

test('threads that one place starts in any number have exactly the results of their interleavings', {
  timeout: NUMBER * 5_000,
}, () => {
  const verdicts = { reachable: 0, unreachable: 0, apart: 0 };
  fc.assert(
    fc.property(statements(fc), fc.nat(999), (statement: Statement, pick) => {
      const { results: found } = outcomes([statement, statement]);
      const wanted = wantedResult(found, pick);
      const text = equalThreads(statement, wanted);
      const compiled = compile(text);
      if (!compiled.program.globals.some(({ name }) => name.startsWith('$alive'))) {
        // Their threads keep local values.
        verdicts.apart++;
        return;
      }
      const steps = stepsToBad(compiled.system);
      expect(steps !== null, text).toBe(found.has(wanted.join(',')));
      if (steps !== null) expect(isReplayed(compiled, steps), text).toBe(true);
      verdicts[steps === null ? 'unreachable' : 'reachable']++;
    }),
    { numRuns: NUMBER },
  );
  expect(verdicts.reachable).toBeGreaterThan(0);
  expect(verdicts.unreachable).toBeGreaterThan(0);
  expect(verdicts.apart).toBeGreaterThan(0);
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

/** Runs on random schedules, for programs without a race and for others. */
const ORDERED_RUNS = { race: 400, none: 25 };

test('random runs of two threads have races by vector clocks exactly where interleavings have them', {
  timeout: NUMBER * 5_000,
}, () => {
  const statement = statements(fc);
  const drawn = { layout: new Layout({ dataModel: 'LP64', byteOrder: 'little' }), constants: [], floats: [] };
  const verdicts = { race: 0, none: 0 };
  fc.assert(
    fc.property(statement, statement, (first: Statement, second: Statement) => {
      const text = programText([first, second], [0, 0]);
      const { program, linked } = compile(text, 'LP64', { checks: ['data-race'] });
      const verdict = outcomes([first, second]).race ? 'race' : 'none';
      const ordered = new OrderedRuns(program, linked);
      const found = Array.from({ length: ORDERED_RUNS[verdict] }).some((_, run) => {
        const inputs = seededInputs(run, 'random', drawn);
        return ordered.run(inputs, 5_000) !== null;
      });
      expect(found ? 'race' : 'none', text).toBe(verdict);
      verdicts[verdict]++;
    }),
    { numRuns: NUMBER },
  );
  expect(verdicts.race).toBeGreaterThan(0);
  expect(verdicts.none).toBeGreaterThan(0);
});
