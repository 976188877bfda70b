import type { Term } from '../../logic/terms/builder.ts';
import { type JsonNode, jsonNodes, readJsonNodes } from '../../logic/terms/json-terms.ts';
import { type ConfirmedLemma, LEMMA_LIMITS } from '../../system/transys/lemma.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import type { Exchange, Receiver } from './exchange.ts';

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

/** The other machines as one receiver: they get the lemmas of engines here. Their own ones they have. */
export function farReceiver({ terms }: TransitionSystem, publish: (lemma: FarLemma) => void): Receiver {
  return {
    engine: null,
    subscription: { nodes: LEMMA_LIMITS.farNodes, reports: false },
    deliver: ({ from, formula }: ConfirmedLemma) => {
      if (!from.includes('@')) publish({ engine: from, nodes: jsonNodes(terms, [formula]).nodes });
    },
  };
}

/**
 * Publishes lemmas of another machine in the exchange here, where they are audited like an engine's.
 * Returns the authors of malformed formulas.
 */
export function publishFar(
  exchange: Exchange,
  system: TransitionSystem,
  machine: string,
  lemmas: readonly FarLemma[],
): readonly string[] {
  return [...new Set(lemmas.map(({ engine }) => engine))].flatMap((engine) => {
    const author = `${engine}@${machine}`;
    const formulas = lemmas.filter((one) => one.engine === engine).map(({ nodes }) => formulaOf(system, nodes));
    const wellFormed = formulas.filter((one) => one !== null);
    exchange.publish(author, wellFormed);
    return wellFormed.length < formulas.length ? [author] : [];
  });
}

/** Null: no formula over the state, or a large one. */
function formulaOf({ terms, stateVars }: TransitionSystem, nodes: readonly JsonNode[]): Term | null {
  if (nodes.length === 0 || nodes.length > LEMMA_LIMITS.farNodes) return null;
  const states = new Set(stateVars.map(({ term }) => term));
  try {
    const read = readJsonNodes(terms, nodes, (name, sort) => {
      const term = terms.find(name);
      return term !== null && states.has(term) && JSON.stringify(terms.sort(term)) === JSON.stringify(sort);
    });
    const formula = read[read.length - 1];
    return terms.sort(formula).kind === 'bool' ? formula : null;
  } catch {
    return null;
  }
}
