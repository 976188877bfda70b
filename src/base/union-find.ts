/** Equivalence classes, each with one representative (union-find with path compression). */
export class UnionFind<T> {
  readonly #parent = new Map<T, T>();

  /** The representative of the member's class; a member that was never joined represents itself. */
  find(member: T): T {
    let root = member;
    for (let up = this.#parent.get(root); up !== undefined; up = this.#parent.get(root)) root = up;
    for (let at = member; at !== root; ) {
      const up = this.#parent.get(at) ?? root;
      this.#parent.set(at, root);
      at = up;
    }
    return root;
  }

  /** Joins two classes; the representative of b's class represents both from now on. */
  join(a: T, b: T): void {
    const [from, to] = [this.find(a), this.find(b)];
    if (from !== to) this.#parent.set(from, to);
  }
}
