import { expect, test } from 'vitest';
import type { EngineJob, SolverThreadApi } from '../../../src/race/messages/engines.ts';
import { ThreadEngineHost } from '../../../src/race/schedule/engine-host.ts';
import { Service } from '../../../src/race/threads/service.ts';
import { answer, serve } from '../../../src/race/worker/serve.ts';
import { freezeSystem } from '../../../src/system/transys/share.ts';
import { ALL } from '../../../src/system/transys/target.ts';
import { oddCounter } from '../system/transys/examples.ts';

/** A host whose engines do as told, in this thread. */
function hostOf(run: SolverThreadApi['run']): ThreadEngineHost {
  const system = freezeSystem(oddCounter());
  const service = () => new Service<SolverThreadApi>((task) => serve(task, { run }));
  return new ThreadEngineHost({
    threads: {} as never,
    solverThreads: { take: service, solverMegabytes: 64 } as never,
    compileThread: {} as never,
    model: { id: 0, system, reduced: system, wayBack: [], target: ALL, program: null, facts: {} } as never,
    engines: [],
    seed: 0,
    target: ALL,
    checks: null,
    exchange: null,
    keep: null,
  });
}

test('the claim of an engine comes after all that it sent, also where its port is slower', async () => {
  const told: string[] = [];
  const host = hostOf((job: EngineJob) => {
    setTimeout(() => {
      job.progress.postMessage({ kind: 'proof', claim: {} });
      job.progress.close();
    }, 20);
    return answer(() => ({ kind: 'unknown', end: { kind: 'incomplete', why: 'no more' } }) as const);
  });
  const nothing = (): void => {};
  const proof = (): void => void told.push('proof');
  const listener = { bound: nothing, note: nothing, statistics: nothing, offer: nothing, spent: nothing, proof };
  const thread = host.start({ id: 'bmc', engine: 'bmc', options: {} }, listener);
  expect(await thread.claim).toMatchObject({ kind: 'unknown' });
  told.push('claim');
  host.close();
  expect(told).toEqual(['proof', 'claim']);
});
