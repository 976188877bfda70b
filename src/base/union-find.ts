/** Classes of what was joined, each with one of its members to stand for it (union-find with path compression). */
export class UnionFind<T> {
  readonly #parent = new Map<T, T>();

  /** The member that stands for the class; what was never joined stands for itself. */
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

  /** Makes one class of two, for which what stood for b's stands from now on. */
  join(a: T, b: T): void {
    const [from, to] = [this.find(a), this.find(b)];
    if (from !== to) this.#parent.set(from, to);
  }
}
