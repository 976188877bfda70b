import { LemmataError } from '../../base/errors.ts';
import { joinedEvidence } from '../../certify/proof/evidence.ts';
import { whyIncomplete } from '../../certify/proof/parts.ts';
import { packTerm, unpackTerm } from '../../logic/terms/pack.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { type Certificate, type CertifiedPart, certificateTerms, withTerms } from '../../system/transys/certificate.ts';
import { freezeSystem, thawSystem } from '../../system/transys/share.ts';
import type { TargetProof } from '../messages/compilation.ts';
import type { Proof } from '../verdict.ts';
import type { CompiledModel } from './model.ts';

/**
 * The certificate of a proof in terms of another store. Throws LemmataError `E-INTERNAL` if it is a
 * join itself.
 */
function inStore(target: TermStore, { certificate, system }: Proof): Certificate {
  if (certificate.kind === 'parts') throw new LemmataError('E-INTERNAL', 'a part has parts');
  const { terms } = thawSystem(system);
  return withTerms(
    certificate,
    certificateTerms(certificate).map((t) => unpackTerm(target, packTerm(terms, t))),
  );
}

/**
 * Joins checked proofs of all parts to one of the system as compiled. Throws LemmataError
 * `E-INTERNAL` if the parts leave an error out.
 */
export function joinedProof({ system }: CompiledModel, proofs: readonly TargetProof[]): Proof {
  const parts = proofs.map(({ target, proof }): CertifiedPart => {
    if (target.kind !== 'blocks') throw new LemmataError('E-INTERNAL', 'a part consists of blocks');
    return { blocks: target.blocks, certificate: inStore(system.terms, proof) };
  });
  const why = whyIncomplete(system, parts);
  if (why !== null) throw new LemmataError('E-INTERNAL', `the parts are not a proof: ${why}`);
  const evidence = joinedEvidence(proofs.map(({ proof }) => proof.evidence));
  return { certificate: { kind: 'parts', parts }, system: freezeSystem(system), evidence };
}
