import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../../random-seed.ts';
import { checkCertificate } from '../../../../src/certify/proof/certificate.ts';
import { bmc } from '../../../../src/engines/bounded/bmc.ts';
import { NEXT_THREAD } from '../../../../src/program/cfa/beyond.ts';
import { simulateTrace } from '../../../../src/system/transys/simulate.ts';
import type { SystemTrace, TransitionSystem } from '../../../../src/system/transys/system.ts';
import { contextFor, ownSolversFor } from '../../engines/context.ts';
import { compile } from '../../system/encode/compile.ts';
import { outcomes, programText, type Statement, statements } from './two-threads.ts';

/** Bounded model checking with a bound of the changes between threads. */

/** The number of steps whose decisions between threads differ from the last ones. */
function changesOf({ inputs }: TransitionSystem, { steps }: SystemTrace): number {
  const last = new Map<number, unknown>();
  let changes = 0;
  for (const step of steps) {
    let isChange = false;
    for (const [index, value] of step) {
      if (inputs[index].origin?.name !== NEXT_THREAD) continue;
      isChange ||= last.has(index) && last.get(index) !== value;
      last.set(index, value);
    }
    if (isChange) changes++;
  }
  return changes;
}

test('a bound that rises finds what interleavings have, and proves the rest', () => {
  const statement = statements(fc);
  const verdicts = { safe: 0, unsafe: 0 };
  fc.assert(
    fc.property(statement, statement, fc.nat(999), (first: Statement, second: Statement, pick) => {
      const { results } = outcomes([first, second]);
      const all = [...results].map((text) => text.split(',').map(Number));
      const [x, y] = all[pick % all.length];
      const wanted: [number, number] = [x, pick % 3 === 0 ? y : y + 1];
      const text = programText([first, second], wanted);
      const { system } = compile(text);
      const solvers = ownSolversFor(system);
      const claim = bmc(contextFor(system, solvers, { options: { contexts: 1, maxDepth: 14 } }));
      if (claim.kind === 'unknown' || claim.kind === 'partial') return;
      expect(claim.kind, text).toBe(results.has(wanted.join(',')) ? 'unsafe' : 'safe');
      if (claim.kind === 'safe')
        expect(checkCertificate(system, claim.certificate, solvers), text).toMatchObject({ accepted: true });
      if (claim.kind === 'unsafe' && claim.run.kind === 'system')
        expect(simulateTrace(system, claim.run.trace), text).toMatchObject({ kind: 'bad' });
      verdicts[claim.kind]++;
    }),
    { numRuns: 12 },
  );
  expect(verdicts.safe).toBeGreaterThan(0);
  expect(verdicts.unsafe).toBeGreaterThan(0);
});

/** The second thread sees the first one between its writes. */
const SEEN = `typedef unsigned long pthread_t; int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
  void reach_error(void); int x, y, first, second;
  void *write(void *a) { x = 1; y = 1; x = 2; y = 2; return 0; }
  int main(void) {
    pthread_t t;
    pthread_create(&t, 0, write, 0);
    first = x;
    second = y;
    if (first == 1 && second == 2) reach_error();
    return 0;
  }`;

test('runs keep the bound, and depths that leave runs out are no bound', () => {
  const { system } = compile(SEEN);
  const context = contextFor(system, ownSolversFor(system), { options: { contexts: 3 } });
  const claim = bmc(context);
  if (claim.kind !== 'unsafe' || claim.run.kind !== 'system') throw new Error(claim.kind);
  // `main` starts the thread, which goes half way; `main` reads, the thread goes on, and `main` reads again.
  expect(changesOf(system, claim.run.trace)).toBeLessThanOrEqual(4);
  expect(Math.max(...context.bounds)).toBeLessThan(claim.run.trace.steps.length - 1);
});

test('no bound lets an error seem unreachable', () => {
  const { system } = compile(SEEN);
  for (let contexts = 1; contexts <= 6; contexts++)
    expect(bmc(contextFor(system, ownSolversFor(system), { options: { contexts } })).kind, `${contexts}`).toBe(
      'unsafe',
    );
});

test('the largest depth holds for bounds of changes, too', () => {
  const { system } = compile(SEEN);
  const claim = bmc(contextFor(system, ownSolversFor(system), { options: { contexts: 1, maxDepth: 4 } }));
  expect(claim.kind).toBe('unknown');
});

/** The first error divides by zero. The other one needs more changes between threads. */
const DOUBTED = `typedef unsigned long pthread_t; int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
  void reach_error(void); int x, y, first, second;
  void *write(void *a) { x = 1; y = 1; x = 2; y = 2; return 0; }
  int main(void) {
    pthread_t t;
    pthread_create(&t, 0, write, 0);
    first = x;
    second = y;
    if (second == 0 && 5 / second > 0) reach_error();
    if (first == 1 && y == 2) reach_error();
    return 0;
  }`;

test('an error in doubt does not end the rise of the bound', () => {
  const { system } = compile(DOUBTED);
  const context = contextFor(system, ownSolversFor(system), { options: { contexts: 1 } });
  const claim = bmc(context);
  if (claim.kind !== 'unsafe' || claim.run.kind !== 'system') throw new Error(claim.kind);
  const doubts: string[] = [];
  const end = simulateTrace(system, claim.run.trace, { doubt: ({ construct }) => doubts.push(construct) });
  expect([end.kind, doubts]).toEqual(['bad', []]);
  expect(context.offers.length).toBeGreaterThan(0);
});
