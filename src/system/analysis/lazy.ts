/** A value that is computed when it is first read. */
export class Lazy<T> {
  #make: (() => T) | null;
  #made: { readonly value: T } | null = null;

  constructor(make: () => T) {
    this.#make = make;
  }

  get value(): T {
    if (this.#made === null) {
      if (this.#make === null) throw new Error('a value that needs itself');
      const make = this.#make;
      this.#make = null;
      this.#made = { value: make() };
    }
    return this.#made.value;
  }
}
