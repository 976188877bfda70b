/** Texts by names of hexadecimal digits, kept from one verification to the next. Nothing here throws: what cannot be kept is not there. */
export interface AnswerStore {
  get(name: string): Promise<string | null>;
  put(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** Longer texts are not kept, anywhere. */
export const MOST_CHARACTERS = 900_000;
