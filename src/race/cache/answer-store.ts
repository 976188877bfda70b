/**
 * Texts by names of hexadecimal digits, kept from one verification to the next. Nothing here throws: a
 * text that cannot be stored is absent later.
 */
export interface AnswerStore {
  get(name: string): Promise<string | null>;
  put(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** Most characters of a stored text. */
export const MOST_CHARACTERS = 900_000;
