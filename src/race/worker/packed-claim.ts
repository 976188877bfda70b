import { counted } from '../../base/counted.ts';
import { LemmataError } from '../../base/errors.ts';
import type { Claim, ClaimedRun, EngineUnknown } from '../../engines/methods/engine.ts';
import { type PackedTerm, packTerm, unpackTerm } from '../../logic/terms/pack.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { type Certificate, certificateTerms, entriesOf, withTerms } from '../../system/transys/certificate.ts';
import { certificateBack, type WayBack } from '../../system/transys/way-back.ts';
import type { PackedCertificate, PackedClaim, PackedProof, UsedLemma } from '../messages/engines.ts';
import type { EngineEnd } from '../verdict.ts';

/**
 * An engine's claim as it crosses threads. `terms`: the store of its formulas; null for engines
 * without formulas. `support`: see `EngineLemmas`.
 */
export function packedClaim(
  claim: Claim,
  terms: TermStore | null,
  support: (uses?: readonly number[]) => readonly UsedLemma[] = () => [],
): PackedClaim {
  switch (claim.kind) {
    case 'unknown':
      return { kind: 'unknown', end: endOf(claim.reason) };
    case 'unsafe': {
      const { run } = claim;
      return { kind: 'unsafe', run, detail: describeRun(run) };
    }
    case 'safe':
    case 'partial':
      return packedProof(claim, terms, support);
  }
}

/** A proof as it crosses threads. The arguments are those of `packedClaim`. */
export function packedProof(
  claim: Claim & { kind: 'safe' | 'partial' },
  terms: TermStore | null,
  support: (uses?: readonly number[]) => readonly UsedLemma[],
): PackedProof {
  const certificate = packed(claim.certificate, terms);
  const uses = certificate.terms.length === 0 ? [] : support(claim.kind === 'safe' ? claim.uses : undefined);
  const detail = describeCertificate(claim.certificate);
  if (claim.kind === 'safe') return { kind: 'safe', certificate, detail, uses };
  const { open } = claim;
  return { kind: 'partial', certificate, open, detail: `${detail}, for all but ${open.length} checks`, uses };
}

function packed(certificate: Certificate, terms: TermStore | null): PackedCertificate {
  const formulas = certificateTerms(certificate).map((t) => {
    if (terms === null) throw new LemmataError('E-INTERNAL', 'an invariant without a store');
    return packTerm(terms, t);
  });
  return { certificate, terms: formulas };
}

/**
 * A packed certificate of the engines' system as one of the system as compiled. `terms`: the store of
 * the latter, in which the terms are made.
 */
export function unpackedCertificate(
  terms: TermStore,
  certificate: Certificate,
  { terms: packed, back }: { readonly terms: readonly PackedTerm[]; readonly back: WayBack },
): Certificate {
  const own = withTerms(
    certificate,
    packed.map((t) => unpackTerm(terms, t)),
  );
  return certificateBack(terms, back, own);
}

/** A certificate in a few words. */
export function describeCertificate(certificate: Certificate): string {
  switch (certificate.kind) {
    case 'runs': {
      const { bound, inputs } = certificate;
      if (inputs?.length === 0) return `the only run has ${bound} steps`;
      const what = `no run is longer than ${bound} steps`;
      if (inputs === undefined) return what;
      return `${what}, for any values of ${inputs.length === 1 ? 'an input' : `${inputs.length} inputs`}`;
    }
    case 'states': {
      const entries = certificate.blocks.reduce((sum, list) => sum + entriesOf(list), 0);
      return `${counted(entries, 'listed state')}, which no step leaves`;
    }
    case 'universal':
      return 'an inductive invariant about all elements';
    case 'ranking': {
      const length = certificate.measures[0]?.length ?? 0;
      return length === 1
        ? 'a measure that falls in each step'
        : `${length} measures, of which the first that changes falls`;
    }
    case 'inductive':
      return certificate.k === 0 ? 'an inductive invariant' : `${certificate.k}-inductive`;
  }
}

/** A run in a few words; blocks are the parts of a program between its loops. */
export function describeRun(run: ClaimedRun): string {
  if (run.kind === 'system') return `a run through ${counted(run.trace.steps.length, 'block')}`;
  if (run.kind === 'recurrent')
    return `a set of states that a run enters behind ${counted(run.stem.steps.length, 'block')} and does not leave`;
  const inputs = run.inputs.reduce((sum, { values }) => sum + values.length, 0);
  return `a run with ${counted(inputs, 'input')}`;
}

function endOf(reason: EngineUnknown): EngineEnd {
  switch (reason.kind) {
    case 'stopped':
      return { kind: 'stopped', aborted: false };
    case 'gap':
      return { kind: 'unsupported', construct: reason.gap.construct, at: reason.gap.at };
    case 'doubt': {
      const { construct, at, input } = reason.doubt;
      return input === null
        ? { kind: 'undefined-behaviour', what: construct, at }
        : { kind: 'unsupported', construct: `${construct} (approximated)`, at };
    }
    case 'incomplete':
      return { kind: 'incomplete', why: reason.why };
    case 'solver':
      return { kind: 'incomplete', why: `the solver gave no answer: ${reason.why}` };
  }
}
