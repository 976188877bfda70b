import type { Proof as CheckedProof } from '../../../../checker/src/obligations.js';
import { withRecorded } from '../../../certify/proof/conditions/recorded.ts';
import { awayFromErrors, inductiveOfStates, joinedParts } from '../../../certify/proof/parts.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import { endedLatch } from '../../../system/transys/btor2/print.ts';
import { Btor2Writer } from '../../../system/transys/btor2/writer.ts';
import { entriesOf, type Inductive, type Ranking, type WholeCertificate } from '../../../system/transys/certificate.ts';
import { isAt } from '../../../system/transys/control.ts';
import { mergeBlocks } from '../../../system/transys/merge.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import type { ModelProof } from './witness-circuit.ts';

/** Most listed states that become a formula. */
const MOST_STATES = 5000;

/** A proof in the form that stand-alone checkers read. */
export interface ProofText {
  /** The invariant as a text in BTOR2, over the states of the model. */
  readonly invariant: string;
  /** The statements to be checked about it. */
  readonly proof: CheckedProof;
  /** The proof over the states of the model; null: it has variables of its own, or is about ends of runs. */
  readonly ofModel: ModelProof | null;
}

/**
 * A certificate in the form that stand-alone checkers read, or why it has none. Throws LemmataError `E-INPUT` if BTOR2
 * cannot express it.
 */
export function proofText(system: TransitionSystem, certificate: WholeCertificate): ProofText | string {
  switch (certificate.kind) {
    case 'inductive':
    case 'universal':
    case 'ranking':
      return new ProofWriter(system, certificate).text();
    case 'states': {
      const count = certificate.blocks.reduce((sum, list) => sum + entriesOf(list), 0);
      if (count > MOST_STATES) return `its ${count} listed states are more than ${MOST_STATES}`;
      return new ProofWriter(system, inductiveOfStates(system, certificate)).text();
    }
    case 'parts': {
      const joined = joinedParts(system, certificate);
      return joined === null ? 'its parts have certificates of several kinds' : new ProofWriter(system, joined).text();
    }
    case 'runs': {
      // Behind the bound, the invariant is that runs have ended, or can come to no error any more.
      const ended: Inductive = { kind: 'inductive', invariant: awayFromErrors(system), k: 0, instances: [] };
      return new ProofWriter(system, ended, certificate.bound + 1).text();
    }
  }
}

type Provable = Extract<WholeCertificate, { kind: 'inductive' | 'universal' | 'ranking' }>;

/** Writes the text of one proof. */
class ProofWriter {
  readonly #writer: Btor2Writer;
  /** The system with the variables that the proof records. */
  readonly #recording: TransitionSystem;
  readonly #ended: Term | null;

  /** `after`: the number of steps after which the invariant holds. */
  constructor(
    private readonly system: TransitionSystem,
    private readonly certificate: Provable,
    private readonly after = 0,
  ) {
    this.#writer = new Btor2Writer(system.terms, { constants: 'proof_array_' });
    this.#recording = withRecorded(system, certificate);
    this.#ended = endedLatch(system);
  }

  text(): ProofText {
    const { system, certificate, after } = this;
    const { terms, stateVars, inputs, pc, blocks } = system;
    const { invariant } = certificate;
    const whole = this.#ended === null ? invariant : terms.or(this.#ended, invariant);
    const measures = certificate.kind === 'ranking' ? this.#measures(certificate) : [];
    const uses = certificate.kind === 'universal' ? certificate.instances : [];
    this.#declare([whole, ...measures, ...uses.flatMap(({ values }) => values.map(([, value]) => value))]);
    this.#writer.output(whole, 'invariant');
    measures.forEach((measure, i) => {
      this.#writer.output(measure, `measure_${i}`);
    });
    const bound = certificate.kind === 'universal' ? certificate.bound : [];
    const names = bound.map((t) => terms.name(t));
    const instances = certificate.kind === 'inductive' ? certificate.instances : [];
    const proof: CheckedProof = {
      kind: 'inductive',
      after,
      k: certificate.kind === 'inductive' ? certificate.k : 0,
      cases: pc === null ? null : { state: stateVars[pc].name, values: blocks.length },
      instances: instances.map(({ values }) => ({
        inputs: values.map(([input, value]): [string, string] => [inputs[input].name, value.toString()]),
      })),
      bound: names,
      uses: uses.map(({ block, values }, i) => ({
        case: block,
        values: values.map(([b, value], j): [string, string] => {
          this.#writer.output(value, `use_${i}_${j}`);
          return [names[b], `use_${i}_${j}`];
        }),
      })),
      measures:
        certificate.kind === 'ranking' && this.#ended !== null
          ? { ended: terms.name(this.#ended), outputs: measures.map((_, i) => `measure_${i}`) }
          : null,
    };
    return { invariant: this.#writer.text(), proof, ofModel: this.#ofModel(whole) };
  }

  #ofModel(invariant: Term): ModelProof | null {
    const { certificate, after, system } = this;
    if (certificate.kind !== 'inductive') return null;
    const { terms, inputs } = system;
    const instances = certificate.instances.map(({ values }) =>
      values.map(([input, value]): [Term, Term] => {
        const { term } = inputs[input];
        const isTruth = terms.sort(term).kind === 'bool';
        return [term, isTruth ? terms.bool(value !== 0n) : terms.bv(terms.width(term), value)];
      }),
    );
    return { invariant, after, k: certificate.k, instances };
  }

  /** The measure of the block at which the control is, word by word. */
  #measures({ measures }: Ranking): readonly Term[] {
    const { system } = this;
    const [first, ...rest] = measures;
    return first.map((word, position) =>
      rest.reduce((sum, tuple, i) => system.terms.ite(isAt(system, i + 1), tuple[position], sum), word),
    );
  }

  /** Declares the variables of the terms, and gives recorded ones their values. */
  #declare(roots: readonly Term[]): void {
    const { system, certificate } = this;
    const { terms, stateVars, inputs } = system;
    const own = this.#recording.stateVars.slice(stateVars.length);
    const next = own.length === 0 ? [] : mergeBlocks(this.#recording).next.slice(stateVars.length);
    const init = this.#recording.init.slice(stateVars.length);
    const named = new Set(freeVariables(terms, [...roots, ...next, ...init]));
    const states = [
      ...inputs.filter(({ phase }) => phase === 'init').map(({ term }) => term),
      ...stateVars.map(({ term }) => term),
      ...(this.#ended === null ? [] : [this.#ended]),
    ];
    for (const term of states) if (named.has(term)) this.#writer.state(term, terms.name(term), null);
    const free = [
      ...inputs.filter(({ phase }) => phase === 'step').map(({ term }) => term),
      ...(certificate.kind === 'universal' ? certificate.bound : []),
    ];
    const isBound = new Set(certificate.kind === 'universal' ? certificate.bound : []);
    for (const term of free) if (named.has(term) || isBound.has(term)) this.#writer.input(term, terms.name(term));
    own.forEach(({ term }, i) => {
      this.#writer.state(term, terms.name(term), init[i]);
    });
    own.forEach(({ term }, i) => {
      this.#writer.next(term, next[i]);
    });
  }
}
