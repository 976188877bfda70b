import type { Description, ValueWords, Words } from '../../../base/description.ts';
import { hasValue, type ValueSet, valuesIn } from './value-set.ts';

/** Two sentences, of which one is true. */
export interface Sentences {
  readonly holds: string;
  readonly fails: string;
}

/** A value that has words, as a bit-vector of the state variable. */
interface WordedValue {
  readonly bits: bigint;
  readonly words: ValueWords;
}

/** The description of one state variable, whose bits may be fewer than those of the object. */
export class StateDescription {
  readonly #known: readonly WordedValue[];

  /** `extension`: how the value follows from the bits. */
  constructor(
    private readonly words: Words,
    private readonly width: number,
    extension: 'sign' | 'zero',
  ) {
    this.#known = words.values.flatMap((each): readonly WordedValue[] => {
      const value = BigInt(each.value);
      const bits = BigInt.asUintN(width, value);
      const read = extension === 'sign' ? BigInt.asIntN(width, bits) : bits;
      return read === value ? [{ bits, words: each }] : [];
    });
  }

  /** All values that the variable takes; null if others than those with words may occur. */
  domain(): ValueSet | null {
    if (!this.words.isClosed) return null;
    return valuesIn(
      this.width,
      this.#known.map(({ bits }) => ({ low: bits, high: bits })),
    );
  }

  /**
   * That the variable is in a set, and that it is not, in words; null if words do not say it. A sentence is
   * weaker than that where values of one sentence are only partly in the set.
   */
  text(set: ValueSet): Sentences | null {
    const inside = this.#known.filter(({ bits }) => hasValue(set, bits));
    const outside = this.#known.filter((each) => !inside.includes(each));
    // A set with each value that has words says nothing to people.
    if (outside.length === 0) return { holds: '1', fails: '0' };
    const size = set.intervals.reduce((sum, { low, high }) => sum + high - low + 1n, 0n);
    const others = size - BigInt(inside.length);
    const all = (1n << BigInt(this.width)) - BigInt(this.#known.length);
    if (this.words.isClosed) return { holds: this.#shorter(inside, outside), fails: this.#shorter(outside, inside) };
    if (others === 0n) return { holds: this.#any(inside, outside), fails: this.#none(inside) };
    return others === all ? { holds: this.#none(outside), fails: this.#any(outside, inside) } : null;
  }

  #shorter(inside: readonly WordedValue[], outside: readonly WordedValue[]): string {
    const within = sentencesOf(inside);
    const without = outside.filter(({ words }) => !within.some((each) => sameSentence(each, words)));
    const texts = [this.#any(inside, outside), this.#none(without)];
    return texts[1].length < texts[0].length ? texts[1] : texts[0];
  }

  #any(inside: readonly WordedValue[], outside: readonly WordedValue[]): string {
    if (inside.length === 0) return '0';
    return outside.length === 0 ? '1' : this.#sentence(sentencesOf(inside), 'says', 'or');
  }

  #none(values: readonly WordedValue[]): string {
    return values.length === 0 ? '1' : this.#sentence(sentencesOf(values), 'denies', 'and');
  }

  /** Joins verbs by a word, and the objects of one verb by `or`. */
  #sentence(sentences: readonly ValueWords[], verb: 'says' | 'denies', word: 'and' | 'or'): string {
    const verbs = new Map<string, string[]>();
    for (const each of sentences) {
      const objects = verbs.get(each[verb]);
      if (objects === undefined) verbs.set(each[verb], each.object === null ? [] : [each.object]);
      else if (each.object !== null) objects.push(each.object);
    }
    const parts = [...verbs].map(([says, objects]) => (objects.length === 0 ? says : `${says} ${listed(objects)}`));
    const text = parts.length === 1 ? parts[0] : parts.join(`, ${word} `);
    return this.words.subject === '' ? text : `${this.words.subject} ${text}`;
  }
}

/** The words for a state variable; null if it has none. */
export function stateDescription(
  description: Description | undefined,
  width: number,
  extension: 'sign' | 'zero',
): StateDescription | null {
  return description?.words === undefined ? null : new StateDescription(description.words, width, extension);
}

function sameSentence(a: ValueWords, b: ValueWords): boolean {
  return a.says === b.says && a.object === b.object;
}

/** The sentences of some values, each once. */
function sentencesOf(known: readonly WordedValue[]): readonly ValueWords[] {
  const all = known.map(({ words }) => words);
  return all.filter((each, i) => all.findIndex((other) => sameSentence(each, other)) === i);
}

/** Objects with the word that all of them begin with said once: `line 3, 4 or 7`. */
function listed(objects: readonly string[]): string {
  const [first] = objects;
  const common = /^\w+ /.exec(first)?.[0] ?? '';
  const short = objects.map((each, i) => (i > 0 && each.startsWith(common) ? each.slice(common.length) : each));
  return short.length === 1 ? first : `${short.slice(0, -1).join(', ')} or ${short[short.length - 1]}`;
}
