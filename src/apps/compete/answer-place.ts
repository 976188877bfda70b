import type { AnswerStore } from '../../race/cache/answer-store.ts';
import type { QueueAddress } from './nats/connection.ts';

/** Where answers are kept from one verification to the next. Plain data. */
export type AnswerPlace =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'queue'; readonly address: QueueAddress };

export interface OpenAnswers extends AnswerStore {
  close(): Promise<void>;
}

/**
 * Opens the store of answers at a place; loads only the modules that the place needs. Calls `say` once
 * if a server cannot be used.
 */
export async function openAnswers(place: AnswerPlace, say: (text: string) => void): Promise<OpenAnswers> {
  switch (place.kind) {
    case 'folder': {
      const { FolderStore } = await import('../../race/cache/folder-store.ts');
      const store = new FolderStore(place.folder);
      return {
        get: (name) => store.get(name),
        put: (name, text) => store.put(name, text),
        change: (name, changed) => store.change(name, changed),
        remove: (name) => store.remove(name),
        close: async () => {},
      };
    }
    case 'queue': {
      const { QueueAnswers } = await import('./nats/queue-answers.ts');
      return new QueueAnswers(place.address, say);
    }
  }
}
