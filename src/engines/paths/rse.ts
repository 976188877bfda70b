import type { Term } from '../../logic/terms/builder.ts';
import { stateTerms } from '../../system/transys/control.ts';
import type { Claim, EngineContext } from '../methods/engine.ts';
import type { Location } from '../methods/frames/locations.ts';
import { isOn, numberOf, PATHS, RSE } from '../methods/options.ts';
import { Abstraction } from '../methods/paths/abstraction.ts';
import { ErrorCubes } from '../methods/paths/error-cubes.ts';
import type { InnerEdge, PathEdge } from '../methods/paths/graph.ts';
import { type PathKit, searchPaths } from '../methods/paths/kit.ts';
import { Letters } from '../methods/paths/letters.ts';
import { Precision, seedWithReturns } from '../methods/paths/precision.ts';
import { SafeSets } from '../methods/paths/safe-sets.ts';
import { PathTree, type TreeNode } from '../methods/paths/tree.ts';

/** Most nodes of a tree. */
const MOST_NODES = 20_000;

/**
 * Predicate abstraction with three kinds of interpolants ([MEI17]). R-interpolants are the predicates of
 * an infeasible path, as in `predabs`. S-interpolants are sets of states from which no run leads to an
 * error. They cut off all paths that reach them. E-interpolants are cubes of states that lead to an error.
 * A path that reaches one is tried as a run at once. The search is depth first, one path through a block
 * at a time, and weights choose the order ([MEI17] Sect. IV).
 *
 * The paper is corrected in three places. A query about a whole block marks it as safe (`SafeSets`).
 * Cubes are exact pre-images (`ErrorCubes`). A safe set covers only labels that imply it, since the
 * labels are the invariant.
 *
 * Options: `MAX_DEPTH`, `PATHS` and `RSE` in `options.ts`.
 */
export function rse(context: EngineContext): Claim {
  const options = { sources: PATHS.sources };
  return searchPaths(context, options, (kit) => new GuidedSearch(kit).run());
}

/** Result of the exploration of a node. Refined: the predicates changed, and the tree begins anew. */
type Visit = 'done' | 'refined' | Claim;

class GuidedSearch {
  readonly #kit: PathKit;
  readonly #precision: Precision;
  readonly #abstraction: Abstraction;
  readonly #letters: Letters;
  /** Null: the kind of interpolant, or the order, is switched off. */
  readonly #safe: SafeSets | null;
  readonly #cubes: ErrorCubes | null;
  readonly #weights: Weights | null;
  #explored = 0;
  #prunedBySafe = 0;
  #foundByCube = 0;

  constructor(kit: PathKit) {
    const { context, terms, graph, queries, milliseconds } = kit;
    this.#kit = kit;
    this.#precision = new Precision(terms);
    seedWithReturns(context.system, graph, this.#precision);
    this.#abstraction = new Abstraction(terms, queries, milliseconds);
    this.#letters = new Letters(context.system, graph, queries, numberOf(context, RSE.letters));
    this.#safe = isOn(context, RSE.safe) ? new SafeSets(terms, graph, queries, milliseconds) : null;
    this.#cubes = isOn(context, RSE.unsafe)
      ? new ErrorCubes(terms, queries, stateTerms(context.system), milliseconds)
      : null;
    this.#weights = isOn(context, RSE.weights) ? new Weights() : null;
  }

  run(): Claim {
    for (;;) {
      const result = this.#explore();
      this.#report();
      if (result !== 'refined') return result;
    }
  }

  /** Explores the tree depth first. */
  #explore(): Claim | 'refined' {
    const kit = this.#kit;
    const tree = new PathTree(kit.terms, kit.graph);
    const stack: TreeNode[] = [tree.root];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (kit.context.stopped()) return kit.unknown({ kind: 'stopped' });
      kit.known.receive();
      if (kit.isTooDeep(node.depth)) return kit.incomplete(`a path of more than ${kit.maxDepth} steps was explored`);
      if (tree.size > MOST_NODES) return kit.incomplete(`the abstraction has more than ${MOST_NODES} states`);
      this.#explored += 1;
      const visit = this.#visit(tree, node, stack);
      if (visit !== 'done') return visit;
    }
    const labels = new Map(tree.labels());
    for (const location of kit.graph.locations) {
      const safe = this.#safe?.union(location) ?? kit.terms.false;
      labels.set(location, kit.terms.or(labels.get(location) ?? kit.terms.false, safe));
    }
    return kit.proof(labels);
  }

  #visit(tree: PathTree, node: TreeNode, stack: TreeNode[]): Visit {
    const { queries, terms } = this.#kit;
    const { location, label } = node;
    const path = tree.pathTo(node).map(({ edge }) => edge);
    if (this.#isSafe(node)) {
      // The invariant has the safe sets in its place.
      tree.close(node);
      return 'done';
    }
    const run = this.#reachesCube(node, path);
    if (run !== null) return run;
    const older = tree.at(location).filter((other) => other.isExpanded);
    if (
      queries.implies(
        location,
        label,
        older.map((other) => other.label),
      )
    ) {
      tree.close(node);
      return 'done';
    }
    for (const error of this.#letters.errorsFrom(location, label))
      if (!queries.excluded(location, [label, error.guard])) return this.#refine(path, error);
    const letters = this.#letters.from(location, label);
    // The search takes the last node first.
    for (const letter of (this.#weights?.ordered(letters) ?? letters).toReversed()) {
      const next = this.#abstraction.post(label, letter, this.#precision.at(letter.to));
      if (next !== terms.false) stack.push(tree.add(node, letter, next));
    }
    node.isExpanded = true;
    return 'done';
  }

  /** Whether all states of a node are in safe sets. */
  #isSafe(node: TreeNode): boolean {
    const { queries } = this.#kit;
    const sets = this.#safe?.at(node.location) ?? [];
    if (sets.length === 0 || !queries.implies(node.location, node.label, sets)) return false;
    this.#prunedBySafe += 1;
    return true;
  }

  /**
   * Learns that a path into an error leads through safe states. Interpolants become predicates, so that
   * a label there implies the safe set after a new beginning. Returns whether there are new ones.
   */
  #strengthen(path: readonly InnerEdge[]): boolean {
    const { paths, refiner, terms, milliseconds } = this.#kit;
    for (const [i, { to }] of path.entries()) {
      const sets = this.#safe?.at(to) ?? [];
      if (sets.length === 0) continue;
      const prefix = path.slice(0, i + 1);
      const outside = terms.not(terms.orAll([...sets]));
      if (!paths.separates(terms.true, prefix, outside, milliseconds)) continue;
      const labels = refiner.separate(terms.true, prefix, outside);
      if (labels !== null && this.#learn(prefix, labels)) return true;
    }
    return false;
  }

  /** The claim of a run through the node and along the path of a cube that its label meets; null: none. */
  #reachesCube({ location, label }: TreeNode, path: readonly InnerEdge[]): Claim | null {
    const { queries, paths, milliseconds } = this.#kit;
    for (const { cube, edges, error } of this.#cubes?.at(location) ?? []) {
      if (queries.check(location, [label, cube], milliseconds) !== 'sat') continue;
      const answer = paths.check([...path, ...edges, error], milliseconds);
      if (answer.kind !== 'run') continue;
      this.#foundByCube += 1;
      return this.#kit.run(answer.trace);
    }
    return null;
  }

  /** Learns from a path into an error: predicates, safe sets, cubes and weights. */
  #refine(path: readonly InnerEdge[], error: PathEdge): Visit {
    const kit = this.#kit;
    const result = kit.refine(path, error);
    if ('kind' in result) return result;
    this.#cubes?.learn(path, error);
    for (const sequence of result) {
      const isNew = this.#learn(path, sequence.labels);
      const isSafer = this.#learnSafe(path, sequence.labels);
      this.#weights?.update(
        path,
        (location) => (this.#safe?.at(location).length ?? 0) > 0,
        (location) => this.#letters.known(location),
      );
      if (!isNew && !isSafer) continue;
      kit.took(sequence);
      return 'refined';
    }
    if (this.#strengthen(path)) return 'refined';
    return kit.incomplete(`no new predicates exclude a path of ${path.length + 1} steps`);
  }

  /** Adds the atoms of a sequence as predicates, or the formulas as a whole; true if there are new ones. */
  #learn(path: readonly InnerEdge[], labels: readonly Term[]): boolean {
    const before = this.#precision.size;
    for (const form of ['atoms', 'whole'] as const) {
      for (const [i, { to }] of path.entries()) this.#precision.add(to, labels[i], form);
      if (this.#precision.size > before) return true;
    }
    return false;
  }

  /**
   * Adds safe sets along a path, from its end on. An interpolant of the sequence comes first. Otherwise
   * one is tried that keeps the next letter within the safe sets. True if there is a new set.
   */
  #learnSafe(path: readonly InnerEdge[], labels: readonly Term[]): boolean {
    const safe = this.#safe;
    if (safe === null) return false;
    const before = safe.count;
    for (let i = path.length - 1; i >= 0; i--) {
      if (safe.add(path[i].to, labels[i]) || i === path.length - 1) continue;
      const backward = this.#backward(path.slice(0, i + 1), path[i + 1]);
      if (backward !== null) safe.add(path[i].to, backward);
    }
    return safe.count > before;
  }

  /** An interpolant behind a path, from which a letter leads only into the safe sets of its target; null: none. */
  #backward(path: readonly InnerEdge[], { from, to, guard }: InnerEdge): Term | null {
    const { paths, refiner, terms, milliseconds } = this.#kit;
    if ((this.#safe?.at(to).length ?? 0) === 0) return null;
    const outside = terms.and(guard, terms.not(from.after(this.#safe!.union(to))));
    if (!paths.separates(terms.true, path, outside, milliseconds)) return null;
    return refiner.separate(terms.true, path, outside)?.at(-1) ?? null;
  }

  #report(): void {
    this.#kit.report({
      explored: this.#explored,
      predicates: this.#precision.size,
      letters: this.#letters.count,
      fullSets: this.#safe?.count ?? 0,
      cubes: this.#cubes?.count ?? 0,
      prunedBySafe: this.#prunedBySafe,
      foundByCube: this.#foundByCube,
    });
  }
}

/**
 * Weights of letters, which order a depth-first search ([MEI17] Sect. IV-C). A weight estimates how many
 * letters are left behind the letter until a safe set of its target has all states. The largest comes
 * first, then letters without a weight, and letters into a finished location come last.
 */
class Weights {
  readonly #weights = new Map<number, number>();

  /** The letters in the order of the search. */
  ordered(letters: readonly InnerEdge[]): readonly InnerEdge[] {
    return letters.toSorted((a, b) => this.#rank(b) - this.#rank(a));
  }

  /**
   * Updates the weights along a path. `isFinished`: whether a location has a safe set. `lettersAt`: the
   * letters that leave a location.
   */
  update(
    path: readonly InnerEdge[],
    isFinished: (location: Location) => boolean,
    lettersAt: (location: Location) => readonly InnerEdge[],
  ): void {
    for (const [i, letter] of path.toReversed().entries()) {
      const letters = lettersAt(letter.to);
      if (isFinished(letter.to)) this.#weights.set(letter.id, 0);
      else if (i === 0) this.#weights.set(letter.id, Math.max(0, letters.length - 1));
      else
        this.#weights.set(
          letter.id,
          letters.reduce((sum, { id }) => sum + (this.#weights.get(id) ?? 1), 0),
        );
    }
  }

  /** Positive weights come before letters without one, and those before the weight 0. */
  #rank({ id }: InnerEdge): number {
    const weight = this.#weights.get(id);
    return weight === undefined ? 0.5 : weight;
  }
}
