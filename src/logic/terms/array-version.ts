/**
 * A persistent array for evaluation (Baker, Shallow Binding Makes Functional Arrays Fast, 1991). All
 * versions share one map, which belongs to the version used last; each other version records how it
 * differs. A chain of writes with reads in between costs constant time each.
 */
export class ArrayVersion<V> {
  #map: Map<bigint, V> | null;
  #next: ArrayVersion<V> | null = null;
  #index = 0n;
  #value: V | undefined = undefined;

  constructor(
    /** Element at every index that has no entry. */
    readonly fallback: V,
    entries: Map<bigint, V> | null,
  ) {
    this.#map = entries;
  }

  read(index: bigint): V {
    return this.entries().get(index) ?? this.fallback;
  }

  /** Another version with one element changed. */
  write(index: bigint, value: V): ArrayVersion<V> {
    const map = this.entries();
    const after = new ArrayVersion<V>(this.fallback, map);
    this.#become(after, index, map.get(index));
    map.set(index, value);
    return after;
  }

  /** Exceptions to the fallback. Only until another version is used. */
  entries(): Map<bigint, V> {
    if (this.#map !== null) return this.#map;
    const path: ArrayVersion<V>[] = [];
    let owner: ArrayVersion<V> = this;
    while (owner.#map === null) {
      path.push(owner);
      owner = owner.#next as ArrayVersion<V>;
    }
    const map = owner.#map;
    for (let i = path.length - 1; i >= 0; i--) {
      const version = path[i];
      owner.#become(version, version.#index, map.get(version.#index));
      if (version.#value === undefined) map.delete(version.#index);
      else map.set(version.#index, version.#value);
      version.#map = map;
      version.#next = null;
      owner = version;
    }
    return map;
  }

  /** Makes this version equal to `next` but for one element (`undefined`: no entry). */
  #become(next: ArrayVersion<V>, index: bigint, value: V | undefined): void {
    this.#map = null;
    this.#next = next;
    this.#index = index;
    this.#value = value;
  }
}
