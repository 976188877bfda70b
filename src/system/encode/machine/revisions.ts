import type { SourceLocation } from '../../../base/source.ts';
import type { Wanted } from '../../shapes/fit.ts';
import type { MemoryObject } from '../objects/object.ts';
import type { CountedLoop } from '../plan/counted-loops.ts';
import type { Decided, Misfit } from '../plan/decided.ts';
import { type HeapPlan, joinPlans, revisedFor } from '../plan/heap-plan.ts';
import type { Plan } from '../plan/plan.ts';

/**
 * The decisions that turn out wrong in a round. The round ends early then, and the next one begins
 * with {@link Revisions.decided}. Each revision makes an object more general, so that rounds end. An
 * object becomes bytes once. A block's type is guessed once and then joined with others. Families of blocks are joined once.
 * Lifetimes of an object are told apart once.
 */
export class Revisions {
  readonly #raw = new Map<string, Misfit>();
  /** Plans of allocations that this round was the first to meet. */
  readonly #first = new Map<string, HeapPlan>();
  readonly #heap = new Map<string, HeapPlan>();
  readonly #families: Map<number, number>;
  readonly #outlived = new Set<string>();
  readonly #models: Set<number>;
  readonly #open: Set<number>;

  constructor(private readonly plan: Plan) {
    this.#families = new Map(plan.decided.families);
    this.#models = new Set(plan.decided.models);
    this.#open = new Set(plan.decided.open);
  }

  /** Whether another round must follow. */
  get any(): boolean {
    const joins = this.#families.size > this.plan.decided.families.size;
    return this.#raw.size > 0 || this.#heap.size > 0 || this.#outlived.size > 0 || joins;
  }

  /** The decisions with which the next round begins. */
  get decided(): Decided {
    const { raw, heap, outlived } = this.plan.decided;
    return {
      raw: new Map([...raw, ...this.#raw]),
      heap: new Map([...heap, ...this.#heap]),
      families: this.#families,
      outlived: new Set([...outlived, ...this.#outlived]),
      models: this.#models,
      open: this.#open,
    };
  }

  /**
   * Records that an object is accessed through another type than its own. An allocation's objects have
   * a guessed type until then: it may become the type that the pointer is declared to lead to (`root`).
   * It may also become a struct that extends to the end of its block. All other objects become bytes.
   */
  doesNotFit({ key }: MemoryObject, { type, root }: Pick<Wanted, 'type' | 'root'>, at: SourceLocation): void {
    if (this.plan.decided.raw.has(key)) return;
    const plan = this.planOf(key);
    const better = plan === undefined ? null : revisedFor(this.plan.shapes, plan, root);
    if (better !== null) {
      if (!this.#heap.has(key)) this.#heap.set(key, better);
    } else if (!this.#raw.has(key)) this.#raw.set(key, { type, at });
  }

  /**
   * Returns the representation of an allocation's objects in this round; undefined if no call asked for
   * it.
   */
  planOf(key: string): HeapPlan | undefined {
    return this.plan.decided.heap.get(key) ?? this.#first.get(key);
  }

  /** Returns the representation of an allocation's objects, when one of its calls asks for `wanted`. */
  heapPlan(key: string, wanted: HeapPlan): HeapPlan {
    const known = this.planOf(key);
    if (known === undefined) {
      this.#first.set(key, wanted);
      return wanted;
    }
    const both = joinPlans(this.plan.shapes, known, wanted);
    if (both !== null) this.#heap.set(key, both);
    return known;
  }

  /** The linked edge of the allocation that gives its name to the family of those that the given edge makes. */
  familyOf(edge: number): number {
    return this.plan.decided.families.get(edge) ?? edge;
  }

  /** Records that two allocations make blocks of one family. */
  joinFamilies(one: number, other: number): void {
    const [into, from] = [Math.min(one, other), Math.max(one, other)];
    for (const [edge, family] of this.#families) if (family === from) this.#families.set(edge, into);
    this.#families.set(from, into);
  }

  /** Records that an automatic object is accessed while pointers to an earlier lifetime of it may exist. */
  outlives({ key }: MemoryObject): void {
    this.#outlived.add(key);
  }

  /** Whether the library call at that linked location executes the library's model in C. */
  takesModel(location: number): boolean {
    return this.#models.has(location);
  }

  /** Records that the library call executes its model, from now on and in all later rounds. */
  takeModel(location: number): void {
    this.#models.add(location);
  }

  /** The loop that a block unwinds when it gets to that cut point; undefined if it ends there. */
  unwoundAt(cut: number): CountedLoop | undefined {
    return this.#open.has(cut) ? undefined : this.plan.counted.get(cut);
  }

  /** Records that no constants decide the turns of the loop: blocks end at its head, now and in all later rounds. */
  endBlocksAt(cut: number): void {
    this.#open.add(cut);
  }
}
