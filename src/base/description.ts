/** A hidden variable, or a part of it, for people. */
export interface Description {
  /** Its name in formulas: `place(thread 1)`, `value(s)`. */
  readonly name: string;
  /** Sentences about single values; absent: its values are numbers. */
  readonly words?: Words;
}

/** Sentences about the values of a variable. */
export interface Words {
  /** The subject of all sentences: `thread 1 (worker)`. */
  readonly subject: string;
  readonly values: readonly ValueWords[];
  /** Whether no run gives the variable another value. */
  readonly isClosed: boolean;
}

/** A sentence about one value. Several values may have the same sentence. */
export interface ValueWords {
  /** The value in decimal digits, read as the type of the variable has it. */
  readonly value: string;
  /** The verb of the sentence and of its negation: `is at` and `is not at`. */
  readonly says: string;
  readonly denies: string;
  /** The object of the verb, such as `line 12`; null if it needs none. */
  readonly object: string | null;
}

/** Descriptions of variables by id, and of their parts by the C text of the part: `.state`; empty for the whole. */
export type Descriptions = ReadonlyMap<number, ReadonlyMap<string, Description>>;
