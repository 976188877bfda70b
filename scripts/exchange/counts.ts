import type { VerifyEventBody } from '../../src/race/events.ts';

/** Numbers of lemmas in one run's exchange. All were confirmed by an audit before they were delivered. */
export interface ExchangeCounts {
  /** Lemmas published to other engines, including engines that join later. */
  readonly told: number;
  /** Pairs of a lemma and an engine that received it. */
  readonly delivered: number;
  /** Published lemmas that a receiver reported to have saved it work. */
  readonly useful: number;
  /** Lemmas of others that the claim of the winner rests on, with their own premises; 0 without a proof. */
  readonly inProof: number;
  /** Lemmas that do not hold. */
  readonly refused: number;
  /** Authors of lemmas in the proof, except the prover. */
  readonly authors: readonly string[];
}

type LemmaEvent = VerifyEventBody & { readonly kind: 'lemma' };

/**
 * Counts lemmas in the events of a verification. `prover`: the engine whose proof stands; null: no
 * proof. Ids start again with each race.
 */
export function countExchange(events: Iterable<VerifyEventBody>, prover: string | null): ExchangeCounts {
  const race = new Map<number, LemmaEvent>();
  const useful = new Set<number>();
  let [told, delivered, refused, usefulBefore] = [0, 0, 0, 0];
  let proof: readonly LemmaEvent[] = [];
  for (const event of events) {
    switch (event.kind) {
      case 'lemma':
        if (race.has(event.id)) {
          race.clear();
          usefulBefore += useful.size;
          useful.clear();
        }
        race.set(event.id, event);
        told += 1;
        delivered += event.to.length;
        break;
      case 'lemmas-sent':
        delivered += event.ids.length;
        break;
      case 'lemmas-used':
        for (const id of event.ids) useful.add(id);
        break;
      case 'lemma-refused':
        refused += 1;
        break;
      case 'claim':
        if (event.claim === 'safe' && event.engine === prover) proof = event.uses.flatMap((id) => race.get(id) ?? []);
        break;
      default:
        break;
    }
  }
  const others = proof.filter(({ engine }) => engine !== prover);
  return {
    told,
    delivered,
    useful: usefulBefore + useful.size,
    inProof: others.length,
    refused,
    authors: [...new Set(others.map(({ engine }) => engine))].sort(),
  };
}
