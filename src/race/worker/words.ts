import { aboutTarget, inductiveOfStates, joinedParts } from '../../certify/proof/parts.ts';
import { FloatRemoval } from '../../logic/bits/float-removal.ts';
import { Unsupported } from '../../logic/bits/unsupported.ts';
import type { Term } from '../../logic/terms/builder.ts';
import type { FloatCircuits } from '../../logic/terms/float-circuits.ts';
import { hasFloats } from '../../logic/terms/lower-floats.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import {
  type Certificate,
  certificateTerms,
  type WholeCertificate,
  withTerms,
} from '../../system/transys/certificate.ts';
import { freezeSystem, thawSystem } from '../../system/transys/share.ts';
import type { InputVar, StateVar, TransitionSystem } from '../../system/transys/system.ts';
import { ALL } from '../../system/transys/target.ts';
import type { Proof } from '../verdict.ts';

/**
 * Returns a proof about words in place of floating-point numbers: their patterns of bits, and circuits in place of
 * operations. Each run of its system is one of the system with floats. Null: some operation has no circuit.
 */
export function proofInWords(proof: Proof, circuits: FloatCircuits): Proof | null {
  const system = aboutTarget(thawSystem(proof.system), proof.target);
  const lowering = new Lowering(system.terms, new FloatRemoval(system.terms, circuits));
  try {
    const certificate = lowering.whole(system, proof.certificate);
    const words = lowering.system(system);
    return { certificate, system: freezeSystem(words), target: ALL, evidence: proof.evidence };
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    return null;
  }
}

/** Removes floats from all parts of a proof that make obligations. */
class Lowering {
  readonly #term = (t: Term): Term => this.removal.apply(t);

  constructor(
    private readonly terms: TermStore,
    private readonly removal: FloatRemoval,
  ) {}

  /** The system without parts that only engines and replays read. */
  system(system: TransitionSystem): TransitionSystem {
    const { blocks, stateVars, inputs } = system;
    const term = this.#term;
    return {
      ...system,
      stateVars: stateVars.map((v) => this.#variable(v)),
      inputs: inputs.map((v) => ({ ...this.#variable(v), origin: null })),
      init: system.init.map(term),
      initConstraint: term(system.initConstraint),
      blocks: blocks.map((block) => ({
        ...block,
        feasible: term(block.feasible),
        bad: term(block.bad),
        bads: block.bads.map((bad) => ({ ...bad, term: term(bad.term) })),
        gap: term(block.gap),
        doubtful: term(block.doubtful),
        next: block.next.map(term),
      })),
      gaps: system.gaps.map((gap) => ({ ...gap, condition: term(gap.condition) })),
      doubts: [],
      facts: [],
      measures: [],
    };
  }

  /** The certificate as one of a kind that lists no values of floats. */
  whole(system: TransitionSystem, certificate: WholeCertificate): WholeCertificate {
    switch (certificate.kind) {
      case 'parts': {
        const joined = joinedParts(system, certificate);
        return joined === null ? certificate : this.#certificate(joined);
      }
      case 'states':
        return this.#certificate(inductiveOfStates(system, certificate));
      case 'inductive':
      case 'universal':
      case 'ranking':
      case 'runs':
        return this.#certificate(certificate);
    }
  }

  #certificate(certificate: Certificate): Certificate {
    return withTerms(
      certificate,
      certificateTerms(certificate).map((t) => (this.#isFloatVariable(t) ? this.removal.pattern(t) : this.#term(t))),
    );
  }

  #isFloatVariable(t: Term): boolean {
    return this.terms.op(t) === Op.VARIABLE && hasFloats(this.terms.sort(t));
  }

  /** A variable of the system, whose pattern has a name of its own. */
  #variable<Variable extends StateVar | InputVar>(v: Variable): Variable {
    const term = this.removal.pattern(v.term);
    return term === v.term ? v : { ...v, term, name: this.terms.name(term) };
  }
}
