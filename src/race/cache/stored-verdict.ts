import type { Term } from '../../logic/terms/builder.ts';
import { type JsonNode, jsonNodes, readJsonNodes } from '../../logic/terms/json-terms.ts';
import { thaw } from '../../logic/terms/share.ts';
import type { Sort } from '../../logic/terms/sort.ts';
import type { InputQueue } from '../../program/cfa/inputs.ts';
import { type Certificate, certificateTerms, type Universal, withTerms } from '../../system/transys/certificate.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import type { Proof } from '../verdict.ts';

/**
 * Raised when a field, an operator of formulas or the site of an input changes its meaning or is
 * removed.
 */
export const STORE_VERSION = 4;

/** An answer that was certified once. Its author is not trusted: it is certified again, or discarded. */
export type StoredVerdict =
  /** The certificate's terms are indices into `nodes`. */
  | {
      readonly version: typeof STORE_VERSION;
      readonly answer: 'safe';
      readonly engine: string;
      readonly certificate: Certificate;
      readonly nodes: readonly JsonNode[];
    }
  | {
      readonly version: typeof STORE_VERSION;
      readonly answer: 'unsafe';
      readonly engine: string;
      readonly inputs: readonly InputQueue[];
    };

/** Whether an answer may decide other checks than its own: a run, or a proof by facts that each step preserves. */
export function decidesOthers(kept: StoredVerdict): boolean {
  return kept.answer === 'unsafe' || (kept.certificate.kind === 'inductive' && kept.certificate.k === 0);
}

/** Most nodes of a stored proof. */
export const MOST_NODES = 100_000;

/** The stored form of a proof; null if it is too large, lists states, or consists of several parts. */
export function storedProof(engine: string, { certificate, system }: Proof): StoredVerdict | null {
  if (certificate.kind === 'parts' || certificate.kind === 'states') return null;
  const store = thaw(system.terms);
  const terms = certificateTerms(certificate);
  const { nodes, place } = jsonNodes(store, terms);
  if (nodes.length > MOST_NODES) return null;
  return {
    version: STORE_VERSION,
    answer: 'safe',
    engine,
    certificate: withTerms(certificate, terms.map(place)),
    nodes,
  };
}

/**
 * The certificate in terms of a system as compiled; null if it belongs to another system. It need not
 * hold in this system.
 */
export function certificateOf(
  kept: StoredVerdict & { readonly answer: 'safe' },
  system: TransitionSystem,
): Certificate | null {
  const { certificate, nodes } = kept;
  const { terms: store } = system;
  const known = variablesOf(system);
  const places = certificateTerms(certificate);
  if (places.some((place) => place >= nodes.length)) return null;
  // The variables of a universal invariant are not among the system's variables.
  const own = certificate.kind === 'universal' ? [...certificate.bound, ...recordedIn(certificate)] : [];
  const names = new Set(own.map((place) => nodes[place].name));
  try {
    const terms = readJsonNodes(store, nodes, (name, sort) => known.get(name) === sortText(sort) || names.has(name));
    return withTerms(
      certificate,
      places.map((place) => terms[place]),
    );
  } catch {
    return null;
  }
}

function recordedIn({ recorded = [] }: Universal): readonly Term[] {
  return recorded.map(({ variable }) => variable);
}

/** State variables and inputs by name: their sorts, as text. */
function variablesOf({ terms, stateVars, inputs }: TransitionSystem): ReadonlyMap<string, string> {
  return new Map([...stateVars, ...inputs].map(({ term }) => [terms.name(term), sortText(terms.sort(term))]));
}

function sortText(sort: Sort): string {
  return JSON.stringify(sort);
}
