import type { Proof as CheckedProof } from '../../../../checker/src/obligations.js';
import { inductiveOfStates, joinedParts } from '../../../certify/proof/parts.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import { endedLatch } from '../../../system/transys/btor2/print.ts';
import { Btor2Writer } from '../../../system/transys/btor2/writer.ts';
import { entriesOf, type Inductive, type WholeCertificate } from '../../../system/transys/certificate.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';

/** Most listed states that become a formula. */
const MOST_STATES = 5000;

/** A proof in the form that stand-alone checkers read. */
export interface ProofText {
  /** The invariant as a text in BTOR2, over the states of the model. */
  readonly invariant: string;
  /** The statements to be checked about it. */
  readonly proof: CheckedProof;
}

/**
 * A certificate in the form that stand-alone checkers read, or why it has none. Throws LemmataError `E-INPUT` if BTOR2
 * cannot express it.
 */
export function proofText(system: TransitionSystem, certificate: WholeCertificate): ProofText | string {
  const { terms } = system;
  switch (certificate.kind) {
    case 'inductive':
      return inductiveText(system, certificate);
    case 'states': {
      const count = certificate.blocks.reduce((sum, list) => sum + entriesOf(list), 0);
      if (count > MOST_STATES) return `its ${count} listed states are more than ${MOST_STATES}`;
      return inductiveText(system, inductiveOfStates(system, certificate));
    }
    case 'parts': {
      const joined = joinedParts(system, certificate);
      return joined === null ? 'its parts have certificates of several kinds' : inductiveText(system, joined);
    }
    case 'runs':
      if (certificate.inputs !== undefined) return 'it lists runs one by one';
      // Behind the bound, the invariant is that all runs have ended.
      return inductiveText(
        system,
        { kind: 'inductive', invariant: terms.false, k: 0, instances: [] },
        certificate.bound + 1,
      );
    case 'universal':
    case 'ranking':
      return `certificates of the kind ${certificate.kind} have no such form yet`;
  }
}

function inductiveText(system: TransitionSystem, { invariant, k, instances }: Inductive, after = 0): ProofText {
  const { stateVars, inputs, pc, blocks } = system;
  const values = instances.map((instance) => ({
    inputs: instance.values.map(([input, value]): [string, string] => [inputs[input].name, value.toString()]),
  }));
  const cases = pc === null ? null : { state: stateVars[pc].name, values: blocks.length };
  return {
    invariant: invariantText(system, invariant),
    proof: { kind: 'inductive', after, k, cases, instances: values, bound: [] },
  };
}

/** The invariant of the model: what holds where a run goes on. */
function invariantText(system: TransitionSystem, invariant: Term): string {
  const { terms, stateVars } = system;
  const ended = endedLatch(system);
  const whole = ended === null ? invariant : terms.or(ended, invariant);
  const writer = new Btor2Writer(terms, 'proof_array_');
  const named = new Set(freeVariables(terms, [whole]));
  const states = [...stateVars.map(({ term }) => term), ...(ended === null ? [] : [ended])];
  for (const term of states) if (named.has(term)) writer.state(term, terms.name(term), null, false);
  writer.output(whole, 'invariant');
  return writer.text();
}
