interface Wrap {
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly behind: string;
  /** The element of a witness that the words come from. */
  readonly source: number;
}

/** Words that were put into a text, with the place in the changed text. */
interface Inserted {
  readonly start: number;
  readonly end: number;
  readonly source: number;
}

/**
 * Words around ranges of a text. Ranges lie within each other or apart, so that each stays a whole:
 * of two equal ranges, the one that was added first is outside.
 */
export class Edits {
  readonly #wraps: Wrap[] = [];

  constructor(private readonly text: string) {}

  wrap(range: { readonly start: number; readonly end: number }, before: string, behind: string, source: number): void {
    this.#wraps.push({ start: range.start, end: range.end, before, behind, source });
  }

  /** The changed text, and its inserted words in the order of the text. */
  apply(): { readonly text: string; readonly inserted: readonly Inserted[] } {
    const parts = this.#wraps.flatMap((wrap, order) => [
      { ...wrap, at: wrap.start, words: wrap.before, opens: true, order },
      { ...wrap, at: wrap.end, words: wrap.behind, opens: false, order },
    ]);
    parts.sort((a, b) => {
      if (a.at !== b.at) return a.at - b.at;
      // Words of a range that ends here, unless it begins here too, come before those of one that begins.
      const [aCloses, bCloses] = [!a.opens && a.start < a.at, !b.opens && b.start < b.at];
      if (aCloses !== bCloses) return aCloses ? -1 : 1;
      if (aCloses) return b.start - a.start || b.order - a.order;
      return b.end - a.end || a.order - b.order || (a.opens ? -1 : 1);
    });
    let changed = '';
    let done = 0;
    const inserted: Inserted[] = [];
    for (const { at, words, source } of parts) {
      changed += this.text.slice(done, at);
      done = at;
      if (words === '') continue;
      inserted.push({ start: changed.length, end: changed.length + words.length, source });
      changed += words;
    }
    return { text: changed + this.text.slice(done), inserted };
  }
}
