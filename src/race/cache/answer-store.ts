/**
 * Texts by names of hexadecimal digits, kept from one verification to the next. Nothing here throws: a
 * text that cannot be stored is absent later.
 */
export interface AnswerStore {
  get(name: string): Promise<string | null>;
  put(name: string, text: string): Promise<void>;
  /** Replaces a text by what becomes of it; null: there is none. Others may change it at the same time. */
  change(name: string, changed: (before: string | null) => string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** Most characters of a stored text. */
export const MOST_CHARACTERS = 900_000;
