import type { MessagePort } from 'node:worker_threads';
import { bitFactory } from '../src/logic/bits/index.ts';
import { createSatSolver } from '../src/logic/sat/solver.ts';
import { type PackedTerm, packTerm, unpackTerm } from '../src/logic/terms/pack.ts';
import { loadZ3, Z3FloatCircuits } from '../src/logic/z3/index.ts';
import { LemmaAudit, type ReachedState } from '../src/race/exchange/audit.ts';
import { Exchange, type Receiver } from '../src/race/exchange/exchange.ts';
import { farReceiver, publishFar } from '../src/race/exchange/far-lemmas.ts';
import type {
  ExchangeApi,
  ExchangeJob,
  FromEngine,
  FromExchange,
  LemmaMessage,
  ToExchange,
} from '../src/race/messages/exchange.ts';
import type { ServiceTask } from '../src/race/threads/service.ts';
import { countOwnWork } from '../src/race/threads/thread-time.ts';
import { answer, serve } from '../src/race/worker/serve.ts';
import { textsAtLoops } from '../src/system/transys/c-text/at-block.ts';
import { LEMMA_LIMITS } from '../src/system/transys/lemma.ts';
import { sampleStates } from '../src/system/transys/sampling/sampler.ts';
import { thawSystem } from '../src/system/transys/share.ts';
import type { TransitionSystem } from '../src/system/transys/system.ts';

/** Memory of one SAT solver in bytes. */
const SAT_MEMORY = 2 ** 28;

/** Runs the thread in which lemmas are audited, and from which engines receive them. */
export default function exchange(task: ServiceTask): Promise<void> {
  const api: ExchangeApi = {
    run: (job) =>
      answer(async () => {
        countOwnWork();
        await runExchange(job);
        return new Promise<never>(() => {});
      }),
  };
  return serve(task, api);
}

async function runExchange(job: ExchangeJob): Promise<void> {
  const { main, texts } = job;
  const system = thawSystem(job.system);
  const { terms } = system;
  const send = (message: FromExchange): void => main.postMessage(message);
  const exchange = new Exchange(terms, await auditOf(job, system), {
    emit: (event) => send({ kind: 'event', event }),
    text: (formula) => (texts ? textsAtLoops(system, formula) : null),
  });
  let isWorking = false;
  // Messages that have arrived meanwhile are taken in between two audits.
  const work = (): void => {
    if (isWorking) return;
    isWorking = true;
    setImmediate(() => {
      isWorking = false;
      if (exchange.work()) work();
    });
  };
  const join = (engine: string, subscription: Receiver['subscription'], port: MessagePort): void => {
    const deliver: Receiver['deliver'] = ({ formula, ...lemma }) =>
      port.postMessage({ ...lemma, formula: packed(formula) } satisfies LemmaMessage);
    const receiver = { engine, subscription, deliver };
    port.on('message', (message: FromEngine) => {
      if (message.kind === 'used') return exchange.used(receiver, message.ids);
      exchange.publish(
        engine,
        message.invariants.map((one) => unpackTerm(terms, one)),
      );
      work();
    });
    port.on('close', () => exchange.leave(receiver));
    exchange.join(receiver);
  };
  // Most lemmas go to several engines, one after the other.
  let last: { readonly formula: number; readonly packed: PackedTerm } | null = null;
  const packed = (formula: number): PackedTerm => {
    if (last?.formula !== formula) last = { formula, packed: packTerm(terms, formula) };
    return last.packed;
  };
  if (job.isFar) exchange.join(farReceiver(system, (lemma) => send({ kind: 'far', lemma })));
  main.on('message', (message: ToExchange) => {
    if (message.kind === 'join') return join(message.engine, message.subscription, message.port);
    for (const author of publishFar(exchange, system, message.machine, message.lemmas))
      send({ kind: 'event', event: { kind: 'note', engine: author, text: 'sent a malformed lemma' } });
    work();
  });
}

async function auditOf({ z3, megabytes, seed }: ExchangeJob, system: TransitionSystem): Promise<LemmaAudit> {
  const { states, samplingMilliseconds, gates } = LEMMA_LIMITS;
  const circuits = z3 === null ? null : new Z3FloatCircuits(await loadZ3(z3, { memoryMiB: megabytes }));
  const solvers = bitFactory(system.terms, { sat: () => createSatSolver({ memory: SAT_MEMORY }), circuits, gates });
  const reached: ReachedState[] = [];
  const visit = (state: ReachedState['state'], steps: number): void => void reached.push({ state, steps });
  sampleStates(system, { seed, milliseconds: samplingMilliseconds, stopped: () => reached.length >= states, visit });
  return new LemmaAudit(system, solvers, reached);
}
