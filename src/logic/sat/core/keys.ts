import { freeWords, NO_WORDS, newWords, Words } from './memory';

/** A growing array of 64-bit keys, to be sorted or split by rank. */
@unmanaged
export class Keys {
  private words: Words = NO_WORDS;
  private capacity: i32 = 0;
  length: i32 = 0;

  @inline
  get(at: i32): u64 {
    return load<u64>(changetype<usize>(this.words) + ((at as usize) << 3));
  }

  @inline
  private set(at: i32, key: u64): void {
    store<u64>(changetype<usize>(this.words) + ((at as usize) << 3), key);
  }

  /** Empties the array and makes room for `room` keys. */
  start(room: i32): void {
    this.free();
    this.words = newWords(2 * max(1, room));
    this.capacity = max(1, room);
  }

  free(): void {
    freeWords(this.words, 2 * this.capacity);
    this.words = NO_WORDS;
    this.capacity = 0;
    this.length = 0;
  }

  /** Appends a key; there must be room. */
  @inline
  push(key: u64): void {
    this.set(this.length++, key);
  }

  /**
   * Orders the keys so that the `smallest` first ones are the smallest (Hoare 1961). All keys must
   * differ.
   */
  select(smallest: i32): void {
    let low = 0;
    let high = this.length - 1;
    while (low < high) {
      const pivot = this.get((low + high) >> 1);
      let i = low;
      let j = high;
      while (i <= j) {
        while (this.get(i) < pivot) i++;
        while (this.get(j) > pivot) j--;
        if (i > j) break;
        this.swap(i++, j--);
      }
      if (smallest <= j) high = j;
      else if (smallest >= i) low = i;
      else return;
    }
  }

  /** Sorts, smallest first (heapsort: Williams 1964). */
  sort(): void {
    for (let at = (this.length >> 1) - 1; at >= 0; at--) this.sink(at, this.length);
    for (let end = this.length - 1; end > 0; end--) {
      this.swap(0, end);
      this.sink(0, end);
    }
  }

  private sink(from: i32, end: i32): void {
    const key = this.get(from);
    let at = from;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= end) break;
      if (below + 1 < end && this.get(below + 1) > this.get(below)) below++;
      if (this.get(below) <= key) break;
      this.set(at, this.get(below));
      at = below;
    }
    this.set(at, key);
  }

  private swap(a: i32, b: i32): void {
    const key = this.get(a);
    this.set(a, this.get(b));
    this.set(b, key);
  }
}
