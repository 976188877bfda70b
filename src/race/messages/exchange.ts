import type { MessagePort } from 'node:worker_threads';
import type { PackedTerm } from '../../logic/terms/pack.ts';
import type { ConfirmedLemma, Subscription } from '../../system/transys/lemma.ts';
import type { SharedSystem } from '../../system/transys/share.ts';
import type { LemmaEvent, VerifyEventBody } from '../events.ts';
import type { FarLemma } from '../exchange/far-lemmas.ts';
import type { Answer } from './answer.ts';

// Messages of the thread that exchanges lemmas.

export interface ExchangeApi {
  /** Runs until the thread is ended; the answer is an error. */
  run(job: ExchangeJob): Promise<Answer<never>>;
}

export interface ExchangeJob {
  readonly system: SharedSystem;
  readonly seed: number;
  /** The module of Z3 for systems with floats; null: not needed. */
  readonly z3: WebAssembly.Module | null;
  readonly megabytes: number;
  /** Whether lemmas are also given as C. */
  readonly texts: boolean;
  /** The connection to the main thread: {@link ToExchange}, {@link FromExchange}. */
  readonly main: MessagePort;
  /** Whether lemmas are exchanged with other machines. */
  readonly isFar: boolean;
}

/** From the main thread to the exchange. */
export type ToExchange =
  /** An engine takes part. `port`: its connection, with {@link FromEngine} and {@link LemmaMessage}. */
  | {
      readonly kind: 'join';
      readonly engine: string;
      readonly subscription: Subscription;
      readonly port: MessagePort;
    }
  /** Lemmas of another machine. */
  | { readonly kind: 'heard'; readonly machine: string; readonly lemmas: readonly FarLemma[] };

/** From the exchange to the main thread. */
export type FromExchange =
  | { readonly kind: 'event'; readonly event: LemmaEvent | (VerifyEventBody & { readonly kind: 'note' }) }
  /** A lemma for the other machines. */
  | { readonly kind: 'far'; readonly lemma: FarLemma };

/** From an engine to the exchange. */
export type FromEngine =
  | { readonly kind: 'publish'; readonly invariants: readonly PackedTerm[] }
  | { readonly kind: 'used'; readonly ids: readonly number[] };

/** From the exchange to an engine. */
export type LemmaMessage = Omit<ConfirmedLemma, 'formula'> & { readonly formula: PackedTerm };
