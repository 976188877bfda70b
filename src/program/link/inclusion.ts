/**
 * Inclusion constraints between sets of small numbers, solved as they are added. `b` includes `a`, or
 * an action is executed for every member of `a`. A number of insertions bounds time and memory. Beyond
 * it nothing is known.
 */
export class Inclusion {
  readonly #members: Set<number>[] = [];
  /** Whether the set may have further members. */
  readonly #open: boolean[] = [];
  readonly #supersets: Set<number>[] = [];
  readonly #watchers: Watcher[][] = [];
  readonly #pending: (readonly [set: number, member: number | null])[] = [];
  #insertions = 0;

  constructor(private readonly limit: number) {}

  /** Whether the limit is reached: then no set is valid. */
  get exhausted(): boolean {
    return this.#insertions > this.limit;
  }

  giveUp(): void {
    this.#insertions = this.limit + 1;
  }

  newSet(): number {
    this.#members.push(new Set());
    this.#open.push(false);
    this.#supersets.push(new Set());
    this.#watchers.push([]);
    return this.#members.length - 1;
  }

  add(set: number, member: number): void {
    if (this.exhausted || this.#members[set].has(member)) return;
    this.#insertions++;
    this.#members[set].add(member);
    this.#pending.push([set, member]);
  }

  addAnything(set: number): void {
    if (this.#open[set]) return;
    this.#open[set] = true;
    this.#pending.push([set, null]);
  }

  include(subset: number, superset: number): void {
    if (subset === superset || this.#supersets[subset].has(superset)) return;
    this.#insertions++;
    this.#supersets[subset].add(superset);
    for (const member of this.#members[subset]) this.add(superset, member);
    if (this.#open[subset]) this.addAnything(superset);
  }

  forEach(set: number, watcher: Watcher): void {
    this.#watchers[set].push(watcher);
    for (const member of [...this.#members[set]]) watcher.member(member);
    if (this.#open[set]) watcher.anything();
  }

  solve(): void {
    for (let next = this.#pending.pop(); next !== undefined && !this.exhausted; next = this.#pending.pop()) {
      const [set, member] = next;
      for (const superset of this.#supersets[set]) {
        if (member === null) this.addAnything(superset);
        else this.add(superset, member);
      }
      for (const watcher of this.#watchers[set]) {
        if (member === null) watcher.anything();
        else watcher.member(member);
      }
    }
  }

  /** Returns the members; null if there may be others. */
  contents(set: number): ReadonlySet<number> | null {
    return this.exhausted || this.#open[set] ? null : this.#members[set];
  }
}

/** The receiver of a set's members as they are added. */
export interface Watcher {
  member(member: number): void;
  anything(): void;
}
