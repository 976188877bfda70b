import type { EventOf, LoopText } from './event-parts.ts';

export interface LemmaRecord {
  readonly id: number;
  readonly from: string;
  readonly time: number;
  readonly basis: EventOf<'lemma'>['basis'];
  readonly restsOn: readonly number[];
  readonly to: readonly string[];
  readonly usedBy: readonly { readonly engine: string; readonly time: number }[];
  readonly text: readonly LoopText[] | null;
}

type Exchange = EventOf<'lemma' | 'lemmas-sent' | 'lemmas-used'>;

export function exchanged(lemmas: Map<number, LemmaRecord>, event: Exchange): void {
  const update = (id: number, how: (lemma: LemmaRecord) => LemmaRecord): void => {
    const lemma = lemmas.get(id);
    if (lemma !== undefined) lemmas.set(id, how(lemma));
  };
  switch (event.kind) {
    case 'lemma': {
      const { id, engine: from, time, basis, restsOn, to, text } = event;
      lemmas.set(id, { id, from, time, basis, restsOn, to, usedBy: [], text });
      break;
    }
    case 'lemmas-sent':
      for (const id of event.ids) update(id, (lemma) => ({ ...lemma, to: [...new Set([...lemma.to, event.engine])] }));
      break;
    case 'lemmas-used':
      for (const id of event.ids) {
        update(id, (lemma) =>
          lemma.usedBy.some(({ engine }) => engine === event.engine)
            ? lemma
            : { ...lemma, usedBy: [...lemma.usedBy, { engine: event.engine, time: event.time }] },
        );
      }
      break;
  }
}
