import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { transfer } from 'comlink';
import { LemmataError, unreachable } from '../base/errors.ts';
import type { ClaimedRun } from '../engines/engine.ts';
import type { Support } from '../exchange/relay.ts';
import { Board } from './board.ts';
import type { Entrant } from './configuration.ts';
import type { LemmaBus } from './lemma-bus.ts';
import type {
  CertifierAnswer,
  CertifierApi,
  CompileAnswer,
  EngineAnswer,
  KeeperApi,
  ProgressMessage,
  ReplayAnswer,
} from './messages.ts';
import type { Arena, RaceListener } from './race.ts';
import { Runner } from './runner.ts';
import type { Seats } from './seats.ts';
import type { Service } from './service.ts';
import type { Threads } from './threads.ts';

export interface ArenaSetup {
  readonly threads: Threads;
  readonly seats: Seats;
  readonly keeper: Service<KeeperApi>;
  readonly compiled: CompileAnswer & { kind: 'compiled' };
  readonly errorFunction: string;
  /** All engines of the race. */
  readonly entrants: readonly Entrant[];
  readonly seed: number;
  /** Index in `compiled.properties`, or null when there is one property only. */
  readonly property: number | null;
  readonly lemmas: LemmaBus;
  /** Gets the thread that accepted a certificate, which is not ended then; null: it is. */
  readonly keep: ((certifier: Service<CertifierApi>) => void) | null;
}

/** The certifier's thread is started while the engines work, but not while they are starting themselves. */
const CERTIFIER_DELAY_MILLISECONDS = 100;

interface WaitingCertifier {
  readonly service: Service<CertifierApi>;
  readonly ready: Promise<unknown>;
}

/** Real threads for a race on one property. */
export class ThreadArena implements Arena {
  /** Serves one claim, then another one takes its place. */
  #certifier: WaitingCertifier | null = null;
  readonly #timer: NodeJS.Timeout;

  constructor(private readonly setup: ArenaSetup) {
    this.#timer = setTimeout(() => {
      this.#certifier ??= this.#startCertifier();
    }, CERTIFIER_DELAY_MILLISECONDS);
  }

  /** Ends the thread that no claim needed. */
  close(): void {
    clearTimeout(this.#timer);
    this.#certifier?.service.end();
  }

  #startCertifier(): WaitingCertifier {
    const { threads, seats } = this.setup;
    const service = threads.certifier();
    const ready = seats.z3.then((module) => service.call((remote) => remote.prepare(module, seats.solverMegabytes)));
    ready.catch(() => {});
    return { service, ready };
  }

  start(entrant: Entrant, listener: RaceListener): Runner {
    const board = new Board();
    const progress = listen(entrant.id, listener);
    switch (entrant.engine) {
      case 'sim':
        return this.#simulate(entrant, board, progress);
      case 'bmc':
      case 'kind':
      case 'imc':
      case 'ismc':
      case 'dar':
      case 'ai':
      case 'houdini':
      case 'ic3':
      case 'pdr':
      case 'spacer':
      case 'explore':
      case 'boxes':
        return this.#solve(entrant, board, progress);
      default:
        return unreachable(entrant.engine);
    }
  }

  #solve(entrant: Entrant, board: Board, progress: MessagePort): Runner {
    const { seats, compiled, seed, property, lemmas } = this.setup;
    const seat = seats.take();
    const { port, leave } = lemmas.join(entrant);
    const { id, engine, options } = entrant;
    const rivals = this.setup.entrants.filter((other) => other.id !== id).map((other) => other.engine);
    const { system } = compiled;
    const job = { id, engine, options, seed, rivals, system, property, board: board.shared, progress, lemmas: port };
    const answer = seat.ready.then(() => seat.service.call((remote) => remote.run(transfer(job, [progress, port] as never))));
    const end = (): void => {
      leave();
      seat.service.end();
    };
    answer.then(end, end);
    return new Runner(id, engine, board, answer, end);
  }

  #simulate({ id, engine, options }: Entrant, board: Board, progress: MessagePort): Runner {
    const { threads, compiled, errorFunction, seed } = this.setup;
    if (compiled.program === null) throw new LemmataError('E-INTERNAL', 'the simulator needs a program');
    const service = threads.simulator();
    const job = { program: compiled.program, errorFunction, options, seed, board: board.shared, progress };
    const answer = service.call((remote) => remote.run(transfer(job, [progress] as never)));
    const end = (): void => service.end();
    answer.then(end, end);
    return new Runner(id, engine, board, answer, end);
  }

  support(engine: string, { uses = [] }: EngineAnswer & { kind: 'safe' }): Support {
    return this.setup.lemmas.support(engine, uses);
  }

  retract(engine: string): void {
    this.setup.lemmas.retract(engine);
  }

  async certify(claim: EngineAnswer & { kind: 'safe' }, { missing }: Support): Promise<CertifierAnswer> {
    const { keeper, property, lemmas } = this.setup;
    const whole = lemmas.complete(claim.certificate, missing);
    const { service, ready } = this.#certifier ?? this.#startCertifier();
    this.#certifier = null;
    let kept = false;
    try {
      const job = await keeper.call((remote) => remote.certificateBack(whole, property));
      await ready;
      const answer = await service.call((remote) => remote.check(job));
      if (answer.kind === 'accepted' && this.setup.keep !== null) {
        kept = true;
        this.setup.keep(service);
      }
      return answer;
    } finally {
      if (!kept) service.end();
    }
  }

  async replay(run: ClaimedRun): Promise<ReplayAnswer> {
    const { threads, keeper, property, compiled, errorFunction } = this.setup;
    const { program } = compiled;
    const back =
      run.kind === 'system'
        ? await keeper.call((remote) => remote.runBack(run, property))
        : ({ kind: 'program', inputs: run.inputs, approximations: [] } as const);
    if (back.kind === 'hardware') return back.answer;
    if (program === null) throw new LemmataError('E-INTERNAL', 'a run of a program for a hardware model');
    const replayer = threads.replayer();
    try {
      const { inputs, approximations } = back;
      return await replayer.call((remote) => remote.replay({ program, errorFunction, inputs, approximations }));
    } finally {
      replayer.end();
    }
  }
}

/** A port for the engine's progress. */
function listen(id: string, listener: RaceListener): MessagePort {
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
    }
  });
  port1.on('close', () => listener.gone(id));
  port1.unref();
  return port2;
}
