/**
 * Arrays in linear memory, without bounds checks; the code that owns one knows its length. A fresh
 * array holds zeros. An allocation that fails traps, and the solver then answers `unknown` for good.
 */

/** An array of 32-bit integers. */
@unmanaged
export class Words {
  @inline
  @operator('[]')
  get(index: i32): i32 {
    return load<i32>(changetype<usize>(this) + ((index as usize) << 2));
  }
  @inline
  @operator('[]=')
  set(index: i32, word: i32): void {
    store<i32>(changetype<usize>(this) + ((index as usize) << 2), word);
  }
}

/** An array of 8-bit integers. */
@unmanaged
export class Bytes {
  @inline
  @operator('[]')
  get(index: i32): i32 {
    return load<i8>(changetype<usize>(this) + (index as usize));
  }
  @inline
  @operator('[]=')
  set(index: i32, byte: i32): void {
    store<i8>(changetype<usize>(this) + (index as usize), byte);
  }
}

/** An array of 64-bit floating-point numbers. */
@unmanaged
export class Doubles {
  @inline
  @operator('[]')
  get(index: i32): f64 {
    return load<f64>(changetype<usize>(this) + ((index as usize) << 3));
  }
  @inline
  @operator('[]=')
  set(index: i32, number: f64): void {
    store<f64>(changetype<usize>(this) + ((index as usize) << 3), number);
  }
}

/** Bytes in arrays now. */
export let allocated: f64 = 0;

/** Whether an allocation is in progress: a trap then means that memory ran out. */
export let isAllocating: bool = false;

function allocate(bytes: usize): usize {
  isAllocating = true;
  const place = heap.alloc(bytes);
  isAllocating = false;
  allocated += bytes as f64;
  memory.fill(place, 0, bytes);
  return place;
}

function release(place: usize, bytes: usize): void {
  if (place === 0) return;
  allocated -= bytes as f64;
  heap.free(place);
}

function longer(place: usize, bytes: usize, wanted: usize): usize {
  const larger = allocate(wanted);
  memory.copy(larger, place, bytes);
  release(place, bytes);
  return larger;
}

export function newWords(length: i32): Words {
  return changetype<Words>(allocate((length as usize) << 2));
}

export function freeWords(array: Words, length: i32): void {
  release(changetype<usize>(array), (length as usize) << 2);
}

/**
 * Replaces an array of `length` by one of `wanted` that begins with the same items. The first array
 * may be `NO_WORDS`, of length 0.
 */
export function longerWords(array: Words, length: i32, wanted: i32): Words {
  return changetype<Words>(longer(changetype<usize>(array), (length as usize) << 2, (wanted as usize) << 2));
}

export function longerBytes(array: Bytes, length: i32, wanted: i32): Bytes {
  return changetype<Bytes>(longer(changetype<usize>(array), length as usize, wanted as usize));
}

export function longerDoubles(array: Doubles, length: i32, wanted: i32): Doubles {
  return changetype<Doubles>(longer(changetype<usize>(array), (length as usize) << 3, (wanted as usize) << 3));
}

/** No array yet. */
export const NO_WORDS = changetype<Words>(0);
export const NO_BYTES = changetype<Bytes>(0);
export const NO_DOUBLES = changetype<Doubles>(0);

/** A growing array of 32-bit integers. `items` moves when it grows: read it again after a push. */
@unmanaged
export class Vector {
  items: Words = NO_WORDS;
  length: i32 = 0;
  private capacity: i32 = 0;

  @inline
  push(item: i32): void {
    if (this.length === this.capacity) this.reserve(this.length + 1);
    this.items[this.length++] = item;
  }

  @inline
  clear(): void {
    this.length = 0;
  }

  /** Frees the array. */
  free(): void {
    freeWords(this.items, this.capacity);
    this.items = NO_WORDS;
    this.capacity = 0;
    this.length = 0;
  }

  /** Makes room for `length` items. */
  reserve(length: i32): void {
    if (length <= this.capacity) return;
    const capacity = max(max(length, 2 * this.capacity), 64);
    this.items = longerWords(this.items, this.capacity, capacity);
    this.capacity = capacity;
  }
}
