import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { transfer } from 'comlink';
import { LemmataError } from '../../base/errors.ts';
import type { ClaimedRun } from '../../engines/methods/engine.ts';
import { descriptionOf, isSystemEngine } from '../../engines/register.ts';
import type { PackedTerm } from '../../logic/terms/pack.ts';
import type { Target } from '../../system/transys/target.ts';
import { Certification, effortOf, followerOf, SmallestFirst, startZ3Checker } from '../certification/certification.ts';
import type { EngineHost, RaceListener } from '../coordinator/host.ts';
import type { ExchangeThread } from '../exchange/exchange-thread.ts';
import type { SystemFacts } from '../facts.ts';
import type { CertifierAnswer, CertifierApi, ReplayAnswer } from '../messages/certification.ts';
import type { PackedCertificate, PackedClaim, ProgressMessage } from '../messages/engines.ts';
import { coveredBy, type Model } from '../messages/model.ts';
import type { CompileThread } from '../threads/calling-thread.ts';
import type { Service } from '../threads/service.ts';
import type { Threads } from '../threads/threads.ts';
import { EngineThread } from './engine-thread.ts';
import type { OpenChecks } from './open-checks.ts';
import { SharedStatus } from './shared-status.ts';
import type { RacingEngine } from './slices.ts';
import type { SolverThreads } from './solver-threads.ts';

export interface EngineHostSetup {
  readonly threads: Threads;
  readonly solverThreads: SolverThreads;
  readonly compileThread: CompileThread;
  readonly model: Model;
  /** All engines of the race. */
  readonly engines: readonly RacingEngine[];
  readonly seed: number;
  /** The errors of the reduced system that the race is about. */
  readonly target: Target;
  /** The checks of the target that the race decides one by one; null: it decides the target as a whole. */
  readonly checks: OpenChecks | null;
  /** Null: engines do not learn from each other. */
  readonly exchange: ExchangeThread | null;
  /** See `EngineContext.candidates`. */
  readonly candidates?: readonly PackedTerm[];
  /** Receives the thread that accepted a certificate, which then stays; null: the thread is ended. */
  readonly keep: ((certifier: Service<CertifierApi>) => void) | null;
}

/**
 * Delay in ms before the certifier's thread is started: it should not compete with the start of the
 * engines.
 */
const CERTIFIER_DELAY_MILLISECONDS = 100;

/** Most certificates that are checked at once: more would only compete for the cores. */
const MOST_CERTIFICATIONS = 2;
const RACE_IS_OVER: CertifierAnswer = { kind: 'undecided', why: 'the race is over' };

/** Real threads for a race on one property. */
export class ThreadEngineHost implements EngineHost {
  /** Serves one claim after the other, as long as it is the one that decides them. */
  #certifier: Service<CertifierApi> | null = null;
  readonly #queue = new SmallestFirst(MOST_CERTIFICATIONS);
  readonly #certifications = new Set<Certification>();
  readonly #timer: NodeJS.Timeout;
  #isClosed = false;

  constructor(private readonly setup: EngineHostSetup) {
    this.#timer = setTimeout(() => {
      this.#certifier ??= this.setup.threads.certifier();
    }, CERTIFIER_DELAY_MILLISECONDS);
  }

  /** Ends unneeded threads: one that no claim needed, and those that check certificates. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#queue.close();
    this.#certifier?.end();
    for (const certification of this.#certifications) certification.end();
  }

  start(racing: RacingEngine, listener: RaceListener): EngineThread {
    const status = new SharedStatus();
    const { port, closed } = listen(racing.id, listener, () => this.setup.exchange?.begin());
    const solves = isSystemEngine(racing.engine);
    return solves ? this.#solve(racing, status, port, closed) : this.#simulate(racing, status, port, closed);
  }

  /** The errors of the race that are still open. */
  #target(): Target {
    const { target, checks } = this.setup;
    const open = checks?.names ?? [];
    return checks === null || open.length === checks.shared.names.length ? target : { kind: 'labels', labels: open };
  }

  #solve(racing: RacingEngine, status: SharedStatus, progress: MessagePort, closed: Promise<void>): EngineThread {
    const { solverThreads, model, seed, exchange, candidates } = this.setup;
    const service = solverThreads.take();
    const module = needsZ3(racing, model.facts) ? solverThreads.z3 : Promise.resolve(null);
    const { id, engine, options } = racing;
    const target = this.#target();
    const lemmas = exchange?.join(id, descriptionOf(engine).lemmas) ?? null;
    const otherEngines = this.setup.engines.filter((other) => other.id !== id).map((other) => other.engine);
    const { reduced: system } = model;
    const shared = { megabytes: solverThreads.solverMegabytes, status: status.shared, progress, lemmas };
    const question = { system, target, checks: this.setup.checks?.shared ?? null };
    const job = { id, engine, options, seed, otherEngines, ...question, candidates, ...shared };
    const start = (z3: WebAssembly.Module | null): Promise<PackedClaim> =>
      service.call((remote) =>
        remote.run(transfer({ ...job, z3 }, [progress, lemmas].filter((port) => port !== null) as never)),
      );
    const claim = module.then(start);
    const end = (): void => service.end();
    claim.then(end, end);
    return new EngineThread(id, engine, target, status, behind(claim, closed), end);
  }

  #simulate(
    { id, engine, options }: RacingEngine,
    status: SharedStatus,
    progress: MessagePort,
    closed: Promise<void>,
  ): EngineThread {
    const { threads, seed, compileThread, model } = this.setup;
    const { program: whole, property } = model;
    if (whole === null) throw new LemmataError('E-INTERNAL', 'the simulator needs a program');
    const target = this.#target();
    const labels = target.kind === 'labels' ? target.labels : null;
    const service = threads.simulator();
    const question = property.kind === 'termination' ? 'termination' : 'bad';
    // Runs end without blame at checks that are decided.
    const programOf =
      labels === null ? Promise.resolve(whole) : compileThread.call((remote) => remote.programFor(labels));
    const start = (program: SharedArrayBuffer): Promise<PackedClaim> => {
      const errorFunctions = labels ?? property.errorFunctions;
      const job = { program, question, errorFunctions, options, seed, status: status.shared, progress } as const;
      return service.call((remote) => remote.run(transfer(job, [progress] as never)));
    };
    const claim = programOf.then(start);
    const end = (): void => service.end();
    claim.then(end, end);
    return new EngineThread(id, engine, target, status, behind(claim, closed), end);
  }

  certify(certificate: PackedCertificate, target: Target): Promise<CertifierAnswer> {
    return this.#queue.add(effortOf(certificate), () => this.#check(certificate, target), RACE_IS_OVER);
  }

  async #check(certificate: PackedCertificate, target: Target): Promise<CertifierAnswer> {
    const { model, threads, keep } = this.setup;
    const plain = { service: this.#certifier ?? threads.certifier(), ready: Promise.resolve() };
    const certification = new Certification(plain, () => startZ3Checker(this.setup), followerOf(this.setup));
    this.#certifier = null;
    this.#certifications.add(certification);
    let kept: Service<CertifierApi> | null = null;
    try {
      const { system, wayBack } = model;
      const reduced = { terms: certificate.terms, back: wayBack };
      const job = { certificate: certificate.certificate, reduced, system, target: coveredBy(model, target) };
      const { answer, by } = await certification.check(job);
      if (answer.kind === 'accepted' && target.kind === 'all' && by !== null && keep !== null) {
        kept = by;
        keep(by);
      } else if (by === plain.service && this.#certifier === null && !this.#isClosed) {
        // Its code is warm.
        kept = by;
        this.#certifier = by;
      }
      return answer;
    } finally {
      this.#certifications.delete(certification);
      certification.end(kept);
    }
  }

  /** Why a set of states is not known to be closed; if it is, the set in C, or null. */
  async #closed(run: ClaimedRun & { kind: 'recurrent' }, target: Target): Promise<ReplayAnswer | string | null> {
    const { model, threads } = this.setup;
    const { system, wayBack: back } = model;
    const service = threads.certifier();
    try {
      const answer = await service.call((remote) =>
        remote.closed({ system, target: coveredBy(model, target), run, back }),
      );
      if (answer.accepted) return answer.text;
      const why = `${answer.condition}: ${answer.why}`;
      return answer.decided ? { kind: 'refused', why } : { kind: 'incomplete', why };
    } finally {
      service.end();
    }
  }

  async replay(run: ClaimedRun, target: Target): Promise<ReplayAnswer> {
    const { threads, compileThread, model } = this.setup;
    const { id, program, property } = model;
    const { errorFunctions } = property;
    const closed = run.kind === 'recurrent' ? await this.#closed(run, target) : null;
    if (closed !== null && typeof closed !== 'string') return closed;
    const back =
      run.kind !== 'program'
        ? await compileThread.call((remote) => remote.runBack(id, run, target))
        : ({ ...run, head: undefined, approximations: [] } as const);
    if (back.kind === 'hardware') return back.answer;
    if (program === null) throw new LemmataError('E-INTERNAL', 'a run of a program for a hardware model');
    const { inputs, cycle, head, approximations } = back;
    const repeated = { ...(cycle === undefined ? {} : { cycle }), ...(head === undefined ? {} : { head }) };
    // The compile thread finishes most replays before another thread could start.
    const answer = await compileThread.call((remote) => remote.replay(id, { inputs, approximations, ...repeated }));
    if (answer.kind !== 'incomplete') return withStates(answer, closed);
    const replayer = threads.replayer();
    try {
      const job = { program, errorFunctions, inputs, approximations, ...repeated };
      return withStates(await replayer.call((remote) => remote.replay(job)), closed);
    } finally {
      replayer.end();
    }
  }
}

/** The answer with the states at the head of a cycle, as C; null: they are not known so. */
function withStates(answer: ReplayAnswer, expression: string | null): ReplayAnswer {
  if (expression === null || answer.kind !== 'reproduced' || answer.run.kind !== 'program') return answer;
  const { run } = answer;
  return run.cycle === null ? answer : { ...answer, run: { ...run, cycle: { ...run.cycle, states: { expression } } } };
}

/** Whether an engine should have Z3 from the start; see `EngineDescription.z3`. */
function needsZ3({ engine, options }: Pick<RacingEngine, 'engine' | 'options'>, facts: SystemFacts): boolean {
  return options.solver === 'z3' || descriptionOf(engine).z3.some((feature) => facts[feature]);
}

/** A claim that comes after all messages of a port, which other ports may overtake. */
async function behind(claim: Promise<PackedClaim>, closed: Promise<void>): Promise<PackedClaim> {
  const made = await claim;
  await closed;
  return made;
}

/**
 * A port for the engine's progress, and its end, after the last message. `firstLemma` is called before
 * the engine publishes.
 */
function listen(
  id: string,
  listener: RaceListener,
  firstLemma: () => void,
): { readonly port: MessagePort; readonly closed: Promise<void> } {
  const { port1, port2 } = new MessageChannel();
  port1.on('message', (message: ProgressMessage) => {
    switch (message.kind) {
      case 'bound':
        return listener.bound(id, message.bound);
      case 'note':
        return listener.note(id, message.text);
      case 'statistics':
        return listener.statistics(id, message.values);
      case 'offer':
        return listener.offer(id, message.run);
      case 'proof':
        return listener.proof(id, message.claim);
      case 'spent':
        return listener.spent(id, message.used);
      case 'first-lemma':
        return firstLemma();
    }
  });
  const closed = new Promise<void>((resolve) => port1.once('close', () => resolve()));
  port1.unref();
  return { port: port2, closed };
}
