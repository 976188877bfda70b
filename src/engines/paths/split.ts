import type { Term } from '../../logic/terms/builder.ts';
import type { Claim, EngineContext } from '../methods/engine.ts';
import type { Location } from '../methods/frames/locations.ts';
import { PATHS } from '../methods/options.ts';
import { type PathKit, searchPaths } from '../methods/paths/kit.ts';
import type { PathSequence } from '../methods/paths/refine.ts';
import { SplitGraph, type SplitNode } from '../methods/paths/split-graph.ts';

/** Most nodes of the graph. */
const MOST_NODES = 2_000;

/**
 * Splitting of locations by interpolants (Ermis, Hoenicke, Podelski, VMCAI 2012; the tool Ultimate
 * Kojak). Each location begins as one node with the label true. The engine takes a shortest path into
 * an error. If it has no run, each node on it becomes two: one with the interpolant, and one with its
 * negation. An edge stays unless a query shows that no step leads along it. The program is safe once no
 * path leads to an error.
 *
 * Options: `MAX_DEPTH` and `PATHS` in `options.ts`.
 */
export function split(context: EngineContext): Claim {
  return searchPaths(context, PATHS, (kit) => new Splitting(kit).run());
}

class Splitting {
  readonly #kit: PathKit;
  readonly #graph: SplitGraph;

  constructor(kit: PathKit) {
    this.#kit = kit;
    this.#graph = new SplitGraph(kit.graph, kit.queries, kit.terms, kit.milliseconds);
  }

  run(): Claim {
    for (;;) {
      const claim = this.#step();
      this.#kit.report({ copies: this.#graph.size, removedEdges: this.#graph.removed });
      if (claim !== null) return claim;
    }
  }

  /** Looks at a shortest path into an error. Null: the graph has changed. */
  #step(): Claim | null {
    const kit = this.#kit;
    const graph = this.#graph;
    if (kit.context.stopped()) return kit.unknown({ kind: 'stopped' });
    if (graph.size > MOST_NODES) return kit.incomplete(`the graph has more than ${MOST_NODES} nodes`);
    kit.known.receive();
    const path = graph.shortestError();
    if (path === null) return kit.proof(this.#labels());
    kit.excludedBelow(path.length - 1);
    if (kit.isTooDeep(path.length - 1)) return kit.incomplete(`paths of up to ${kit.maxDepth} steps were excluded`);
    return this.#refine(path);
  }

  /** Splits the nodes of a path, the entry first. Null: an edge or a node of it is no longer there. */
  #refine(path: readonly SplitNode[]): Claim | null {
    const kit = this.#kit;
    const edges = path.slice(1).map((node, i) => path[i].successors.get(node)!);
    const error = kit.graph.error(path[path.length - 1].location)!;
    const result = kit.refine(edges, error);
    if ('kind' in result) return result;
    for (const sequence of result) if (this.#divide(path, sequence)) return null;
    if (this.#graph.recheck(path)) return null;
    return kit.incomplete(`no interpolants divide a path of ${path.length} steps`);
  }

  /** Splits the nodes by the labels of a sequence; false if no node has states on both sides. */
  #divide(path: readonly SplitNode[], sequence: PathSequence): boolean {
    // One node may be on the path more than once: its halves are split again.
    const halves = new Map<SplitNode, readonly SplitNode[]>();
    let changed = false;
    sequence.labels.forEach((label, place) => {
      const node = path[place + 1];
      const divided = (halves.get(node) ?? [node]).flatMap((half) => this.#graph.split(half, label));
      if (divided.length > (halves.get(node)?.length ?? 1)) changed = true;
      halves.set(node, divided);
    });
    if (!changed) return false;
    this.#kit.took(sequence);
    return true;
  }

  /** The disjunction of the labels that the entry reaches, by location. */
  #labels(): ReadonlyMap<Location, Term> {
    const { terms } = this.#kit;
    const labels = new Map<Location, Term[]>();
    for (const { location, label } of this.#graph.reachable()) {
      const known = labels.get(location);
      if (known === undefined) labels.set(location, [label]);
      else known.push(label);
    }
    return new Map([...labels].map(([location, all]) => [location, terms.orAll(all)]));
  }
}
