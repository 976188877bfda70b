import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { transfer } from 'comlink';
import { fingerprint } from '../../system/transys/fingerprint.ts';
import type { Subscription } from '../../system/transys/lemma.ts';
import type { SharedSystem } from '../../system/transys/share.ts';
import type { VerifyEventBody } from '../events.ts';
import type { ExchangeApi, ExchangeJob, FromExchange, ToExchange } from '../messages/exchange.ts';
import type { Service } from '../threads/service.ts';
import type { FarRace, FarRaces } from './far-lemmas.ts';

export interface ExchangeSetup {
  start(): Service<ExchangeApi>;
  /** Returns the job with which the thread begins. */
  job(): Promise<Omit<ExchangeJob, 'main' | 'isFar'>>;
  /** The same race on other machines, for one property of a hardware model (null: the only one); null: nowhere. */
  readonly far: { readonly races: FarRaces; readonly system: SharedSystem; readonly property: number | null } | null;
  readonly emit: (event: VerifyEventBody) => void;
}

/**
 * The thread of a race's {@link Exchange}, as the main thread sees it. Lemmas go from engine to exchange to
 * engine over ports between their threads; the main thread gets events. The thread starts with the
 * first lemma, so that small programs do not pay for it. If it fails, no lemma is delivered any more,
 * and the race continues.
 */
export class ExchangeThread {
  /** Messages wait in it until the thread has begun. */
  readonly #port: MessagePort;
  readonly #threadPort: MessagePort;
  readonly #far: FarRace | null = null;
  #service: Service<ExchangeApi> | null = null;
  #isClosed = false;

  constructor(private readonly setup: ExchangeSetup) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#threadPort = port2;
    port1.on('message', (message: FromExchange) => {
      if (this.#isClosed) return;
      if (message.kind === 'far') this.#far?.publish(message.lemma);
      else setup.emit(message.event);
    });
    port1.unref();
    if (setup.far === null) return;
    const { races, system, property } = setup.far;
    const race = `${fingerprint(system)}${property === null ? '' : `-${property}`}`;
    this.#far = races.join(race, (machine, lemmas) => {
      this.#send({ kind: 'heard', machine, lemmas });
      this.begin();
    });
  }

  /** Connects an engine: returns its end of the connection, to be transferred to its thread. */
  join(engine: string, subscription: Subscription): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.#send({ kind: 'join', engine, subscription, port: port1 }, port1);
    return port2;
  }

  /** Starts the thread, unless it has been started: there is a lemma. */
  begin(): void {
    if (this.#service !== null || this.#isClosed) return;
    const { setup } = this;
    const service = setup.start();
    this.#service = service;
    const main = this.#threadPort;
    const isFar = setup.far !== null;
    setup
      .job()
      .then((job) => service.call((remote) => remote.run(transfer({ ...job, main, isFar }, [main] as never))))
      .catch(() => this.close());
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#far?.leave();
    this.#service?.end();
    this.#port.close();
  }

  #send(message: ToExchange, ...ports: readonly MessagePort[]): void {
    this.#port.postMessage(message, ports);
  }
}
