import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { esbuildImports } from '../../../scripts/imports.mjs';
import type { VerifyEvent } from '../../../src/race/events.ts';
import type { Verdict } from '../../../src/race/verdict.ts';
import { startVerification } from '../../../src/race/verify.ts';
import { scratchFolder } from '../../scratch.ts';

// The threads are the bundled ones (npm test builds them); only the engine's is replaced.
const folder = scratchFolder('robust');
const engine = resolve('dist/test-fixtures/misbehaving-engine.mjs');

/** A register that keeps its value. */
const model = `1 sort bitvec 8
2 sort bitvec 1
3 zero 1
4 state 1
5 init 1 4 3
6 next 1 4 4
7 constd 1 20
8 eq 2 4 7
9 bad 8
`;

/** A register that is 3 at first, and grows by 4 now and then. */
const choice = `1 sort bitvec 8
2 sort bitvec 1
3 constd 1 3
4 constd 1 4
5 state 1
6 init 1 5 3
7 input 2
8 add 1 5 4
9 ite 1 7 8 5
10 next 1 5 9
11 constd 1 20
12 eq 2 5 11
13 bad 12
`;

beforeAll(async () => {
  await build({
    entryPoints: ['test/fixtures/misbehaving-engine.ts'],
    outfile: engine,
    bundle: true,
    format: 'esm',
    platform: 'node',
    plugins: [esbuildImports],
    logLevel: 'warning',
  });
  writeFileSync(join(folder, 'model.btor2'), model);
  writeFileSync(join(folder, 'choice.btor2'), choice);
});

async function race(
  misbehaviours: readonly string[],
  options: { model?: string; memory?: number; timeout?: number; stopAtBound?: boolean; exchange?: URL } = {},
) {
  const portfolio = join(folder, `${misbehaviours.join('-')}.json`);
  process.env.MISBEHAVE = misbehaviours.join(',');
  // Different options make different engines.
  const order = misbehaviours.map((_, index) => ({
    engine: 'kind',
    options: { stepMilliseconds: 1000 + index },
    seconds: 0.1,
  }));
  writeFileSync(portfolio, JSON.stringify({ sets: { test: { quick: false, stages: [{ order }] } } }));
  const verification = startVerification(
    {
      files: [join(folder, options.model ?? 'model.btor2')],
      portfolio,
      threads: 4,
      timeout: options.timeout ?? 30,
      memory: options.memory ?? 4096,
    },
    {
      files: {
        folder: pathToFileURL(`${resolve('dist/workers')}/`),
        engine: pathToFileURL(engine),
        exchange: options.exchange,
      },
    },
  );
  const events: VerifyEvent[] = [];
  for await (const event of verification) {
    events.push(event);
    if (event.kind === 'bound' && options.stopAtBound === true) verification.stop();
  }
  const verdict: Verdict = await verification.result;
  // All threads have ended.
  await verification.closed;
  const ends = Object.fromEntries(
    events.flatMap((event) => (event.kind === 'engine-ended' ? [[event.engine, event.end.kind]] : [])),
  );
  return { verdict, ends, events };
}

describe('the race survives engines that misbehave', () => {
  it.each([
    ['throw', 'crashed'],
    ['trap', 'crashed'],
    ['exit', 'crashed'],
    ['lie-safe', 'refused'],
    ['lie-unsafe', 'refused'],
  ])('%s', async (misbehaviour, end) => {
    const { verdict, ends, events } = await race([misbehaviour, 'late'], { model: 'choice.btor2' });
    expect(ends).toEqual({ kind: end, 'kind.2': 'incomplete' });
    expect(events.some(({ kind }) => kind === 'refused')).toBe(end === 'refused');
    expect(verdict).toMatchObject({
      kind: 'unknown',
      reason: { kind: 'incomplete', why: 'late' },
      safeUpTo: 4,
    });
  });

  it('an engine that tells others what does not hold is not listened to any more', async () => {
    const { verdict, events } = await race(['lie-lemma', 'honest-lemma', 'listen'], { model: 'choice.btor2' });
    expect(events.filter(({ kind }) => kind === 'lemma-refused')).toMatchObject([{ engine: 'kind', id: 1 }]);
    expect(events.filter(({ kind }) => kind === 'lemma')).toMatchObject([
      { engine: 'kind.2', to: expect.arrayContaining(['kind.3']) },
    ]);
    expect(verdict).toMatchObject({ kind: 'unknown', engines: expect.any(Array) });
    const ended = events.flatMap((event) =>
      event.kind === 'engine-ended' && event.engine === 'kind.3' ? [event.end] : [],
    );
    expect(ended).toEqual([{ kind: 'incomplete', why: 'heard kind.2' }]);
  });

  it('the race continues without lemmas once the thread that exchanges them has crashed', async () => {
    const exchange = join(folder, 'crashing-exchange.mjs');
    writeFileSync(exchange, 'export default () => { throw new Error("no exchange"); };');
    const { verdict, ends, events } = await race(['honest-lemma', 'late', 'listen'], {
      model: 'choice.btor2',
      exchange: pathToFileURL(exchange),
    });
    expect(events.filter(({ kind }) => kind.startsWith('lemma'))).toEqual([]);
    expect(ends).toEqual({ kind: 'incomplete', 'kind.2': 'incomplete', 'kind.3': 'incomplete' });
    expect(verdict).toMatchObject({ kind: 'unknown', safeUpTo: 4 });
  });

  it('a heap that grows ends its thread only', async () => {
    const { ends, verdict } = await race(['heap', 'late'], { memory: 400 });
    expect(ends).toEqual({ kind: 'out-of-memory', 'kind.2': 'incomplete' });
    expect(verdict.kind).toBe('unknown');
  });

  it('memory outside the heap is watched from outside', async () => {
    const { ends, verdict } = await race(['buffers'], { memory: 600 });
    expect(ends).toEqual({ kind: 'out-of-memory' });
    expect(verdict).toMatchObject({ kind: 'unknown', reason: { kind: 'memory-limit' } });
  });

  it('an engine that listens to nobody is ended with the time limit', async () => {
    for (let timeout = 1.5; ; timeout *= 2) {
      const { verdict, events } = await race(['deaf'], { timeout });
      expect(verdict).toMatchObject({ kind: 'unknown', reason: { kind: 'time-limit' } });
      // On a slow machine the limit may be met before the engine began.
      if (!events.some(({ kind }) => kind === 'bound')) continue;
      expect(verdict).toMatchObject({ reason: { during: 'solving' } });
      return;
    }
  });

  it('stop() ends it too', async () => {
    const { verdict, events } = await race(['deaf'], { stopAtBound: true });
    expect(verdict).toMatchObject({ kind: 'unknown', reason: { kind: 'stopped' } });
    expect(events.some(({ kind }) => kind === 'bound')).toBe(true);
  });
});
