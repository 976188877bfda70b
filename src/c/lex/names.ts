import type { Binding, TagBinding } from '../parse/bindings.ts';
import type { Standard } from '../source/standard.ts';
import { type Keyword, keywords, keywordsOfC23 } from './tokens.ts';

/** An interned identifier or keyword of one file. Equal spelling means the same object. */
export interface Name {
  readonly text: string;
  readonly kind: Keyword | 'identifier';
  /**
   * The current binding of the name in the ordinary name space, which obeys scopes. `scopes.ts`
   * maintains it and the tag.
   */
  ordinary: Binding | null;
  tag: TagBinding | null;
  /** Next name in the same bucket of the table. */
  readonly next: Name | null;
}

/** A hash table from spellings in a source text to names. A look-up makes no substring. */
export class NameTable {
  #buckets: (Name | null)[] = new Array(1024).fill(null);
  #count = 0;

  readonly #keywords: ReadonlyMap<string, Keyword>;

  constructor(standard: Standard) {
    this.#keywords = standard === 'c23' ? keywordsOfC23 : keywords;
    for (const word of this.#keywords.keys()) this.named(word);
  }

  /**
   * Returns the name spelled `text.slice(start, end)`. `hash` is {@link hashStep} folded over its
   * characters from 0.
   */
  intern(text: string, start: number, end: number, hash: number): Name {
    const bucket = (hash ^ (hash >>> 15)) & (this.#buckets.length - 1);
    const length = end - start;
    for (let name = this.#buckets[bucket]!; name !== null; name = name.next!) {
      const spelling = name.text;
      if (spelling.length !== length) continue;
      let i = 0;
      while (i < length && spelling.charCodeAt(i) === text.charCodeAt(start + i)) i++;
      if (i === length) return name;
    }
    return this.#add(text.slice(start, end), bucket);
  }

  /** Returns the name with this spelling. */
  named(text: string): Name {
    return this.intern(text, 0, text.length, hashOf(text));
  }

  #add(text: string, bucket: number): Name {
    const name: Name = {
      text,
      kind: this.#keywords.get(text) ?? 'identifier',
      ordinary: null,
      tag: null,
      next: this.#buckets[bucket]!,
    };
    this.#buckets[bucket] = name;
    if (++this.#count > this.#buckets.length) this.#grow();
    return name;
  }

  #grow(): void {
    const old = this.#buckets;
    this.#buckets = new Array(old.length * 4).fill(null);
    for (const head of old) {
      for (let name = head; name !== null; ) {
        const rest: Name | null = name.next;
        const hash = hashOf(name.text);
        const bucket = (hash ^ (hash >>> 15)) & (this.#buckets.length - 1);
        (name as { next: Name | null }).next = this.#buckets[bucket]!;
        this.#buckets[bucket] = name;
        name = rest;
      }
    }
  }
}

/** Adds one character to the hash of a spelling. */
export function hashStep(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}

function hashOf(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = hashStep(hash, text.charCodeAt(i));
  return hash;
}
