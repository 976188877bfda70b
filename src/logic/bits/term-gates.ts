import type { Term } from '../terms/builder.ts';
import type { FloatCircuits } from '../terms/float-circuits.ts';
import { Products } from '../terms/products.ts';
import type { TermStore } from '../terms/store.ts';
import type { Edge } from './aig.ts';
import { Blaster } from './blast.ts';
import { FloatRemoval } from './float-removal.ts';

export interface TermGatesOptions {
  /** Most gates, see {@link Aig}; beyond, `E-LIMIT` is thrown. */
  readonly gates?: number;
  /** Without them, terms with floats are {@link Unsupported}. */
  readonly circuits?: FloatCircuits | null;
}

/** A Boolean term as a gate. */
export interface TermGate {
  readonly edge: Edge;
  /** The term that was translated: an equivalent one without floats. */
  readonly lowered: Term;
}

/**
 * The gates of one store's terms, floats included. Solvers or parts of a problem that share them
 * translate each term once.
 */
export class TermGates {
  readonly blaster: Blaster;
  readonly floats: FloatRemoval;
  readonly products: Products;

  constructor(store: TermStore, options: TermGatesOptions = {}) {
    this.blaster = new Blaster(store, options.gates);
    this.floats = new FloatRemoval(store, options.circuits ?? null);
    this.products = new Products(store);
  }

  /** Throws as {@link Blaster.translate} and {@link FloatRemoval.apply} do. */
  of(t: Term, stop: () => void): TermGate {
    const lowered = this.floats.apply(t);
    this.blaster.translate(lowered, stop);
    return { edge: this.blaster.edge(lowered), lowered };
  }
}
