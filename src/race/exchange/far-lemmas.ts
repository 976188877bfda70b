import type { Term } from '../../logic/terms/builder.ts';
import { type JsonNode, jsonNodes, readJsonNodes } from '../../logic/terms/json-terms.ts';
import { sharedVariable } from '../../logic/terms/share.ts';
import type { Sort } from '../../logic/terms/sort.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { dagSize } from '../../logic/terms/traverse.ts';
import { fingerprint } from '../../system/transys/fingerprint.ts';
import type { Lemma } from '../../system/transys/lemma.ts';
import { LIMITS } from '../../system/transys/lemma-limits.ts';
import type { SharedSystem } from '../../system/transys/share.ts';

/** An invariant on its way to other machines. */
export interface FarLemma {
  /** Id of its author on that machine. */
  readonly engine: string;
  /** Nodes of the formula, which is the last one. */
  readonly nodes: readonly JsonNode[];
}

/** The same race on other machines; the implementation decides how to reach them. Nothing here throws. */
export interface FarRace {
  publish(lemma: FarLemma): void;
  leave(): void;
}

export interface FarRaces {
  /**
   * `race`: 64 hexadecimal digits, equal for equal races on equal systems. `heard`: receives lemmas of
   * another machine, which may be wrong.
   */
  join(race: string, heard: (machine: string, lemmas: readonly FarLemma[]) => void): FarRace;
}

/** One property of a system whose race may also run elsewhere. */
export interface FarSetup {
  readonly races: FarRaces;
  readonly system: SharedSystem;
  /** See `EngineJob`. */
  readonly property: number | null;
}

/**
 * The lemma bus's end of an exchange with other machines. It publishes to them the invariants that
 * were confirmed here, with all lemmas that they rest on. Their lemmas are treated as an engine's:
 * checked before any engine here receives them.
 */
export class FarLemmas {
  readonly #race: FarRace;
  /** Sorts of the state variables, as text. */
  readonly #variables: ReadonlyMap<string, string>;
  /** Lemmas that the other machines know, or that came from them. */
  readonly #shared = new Set<number>();
  readonly #authors = new Set<string>();

  constructor(
    private readonly store: TermStore,
    { races, system, property }: FarSetup,
    /** An author elsewhere; null in place of a malformed formula. */
    heard: (author: string, invariants: readonly (Term | null)[]) => void,
  ) {
    const variables = system.system.stateVars.map(({ term }) => sharedVariable(system.terms, term));
    this.#variables = new Map(variables.map(({ name, sort }) => [name, sortText(sort)]));
    const race = `${fingerprint(system)}${property === null ? '' : `-${property}`}`;
    this.#race = races.join(race, (machine, lemmas) => {
      for (const engine of new Set(lemmas.map((one) => one.engine))) {
        const author = `${engine}@${machine}`;
        this.#authors.add(author);
        heard(
          author,
          lemmas.flatMap((one) => (one.engine === engine ? [this.#read(one.nodes)] : [])),
        );
      }
    });
  }

  /** Publishes a lemma that was delivered here. */
  delivered({ id, from, formula }: Lemma, restsOn: readonly number[]): void {
    if (!restsOn.every((other) => this.#shared.has(other))) return;
    const foreign = this.#authors.has(from);
    if (!foreign && dagSize(this.store, [formula]) > LIMITS.far.nodes) return;
    this.#shared.add(id);
    if (!foreign) this.#race.publish({ engine: from, nodes: jsonNodes(this.store, [formula]).nodes });
  }

  leave(): void {
    this.#race.leave();
  }

  #read(nodes: readonly JsonNode[]): Term | null {
    if (nodes.length === 0 || nodes.length > LIMITS.far.nodes) return null;
    try {
      const terms = readJsonNodes(this.store, nodes, (name, sort) => this.#variables.get(name) === sortText(sort));
      const formula = terms[terms.length - 1];
      return this.store.sort(formula).kind === 'bool' ? formula : null;
    } catch {
      return null;
    }
  }
}

function sortText(sort: Sort): string {
  return JSON.stringify(sort);
}
