import type { EngineContext } from '../../engines/methods/engine.ts';
import { InductiveFacts } from '../../engines/methods/inductive/facts.ts';
import { bitFactory } from '../../logic/bits/index.ts';
import { createSatSolver } from '../../logic/sat/solver.ts';
import type { Certificate } from '../../system/transys/certificate.ts';
import { restrict } from '../../system/transys/passes/parts.ts';
import { freezeSystem, thawSystem } from '../../system/transys/share.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import type { Target } from '../../system/transys/target.ts';
import { candidatesFrom, termsIn } from '../cache/candidates.ts';
import { decidesOthers, type StoredVerdict } from '../cache/stored-verdict.ts';
import type { CertifierJob } from '../messages/certification.ts';
import type { ResumeJob } from '../messages/compilation.ts';
import type { LocalModel } from './model.ts';

/** Memory of one SAT solver in bytes for clauses, and time of one query in ms. */
const SAT_MEMORY = 2 ** 28;
const QUERY_MILLISECONDS = 200;

/**
 * Resumes the proof of an earlier version of the program. The parts of its invariant that can be
 * expressed in this system are candidates; those that are inductive together remain. Null if that
 * excludes no error. The result is a claim like any other, about the system as compiled; its labels are
 * those that the remaining parts exclude.
 */
export function resume(
  { system: compiled }: LocalModel,
  { kept, target, milliseconds }: ResumeJob,
): CertifierJob | null {
  // The copy separates the terms that are made here from those of other users.
  const frozen = freezeSystem(compiled);
  const system = thawSystem(frozen);
  const candidates = termsIn(system.terms, candidatesFrom(kept, frozen));
  if (candidates.length === 0 && depthOf(kept.certificate) === 0) return null;
  const deadline = performance.now() + milliseconds;
  const facts = new InductiveFacts(contextOf(restrict(system, target), deadline), QUERY_MILLISECONDS);
  facts.learn(candidates, { milliseconds });
  const claim = claimOf(facts, kept, target, milliseconds);
  return claim === null ? null : { ...claim, reduced: null, system: freezeSystem(system) };
}

function claimOf(
  facts: InductiveFacts,
  kept: StoredVerdict & { readonly answer: 'safe' },
  target: Target,
  milliseconds: number,
): Pick<CertifierJob, 'certificate' | 'target'> | null {
  if (target.kind === 'labels' && decidesOthers(kept)) {
    const open = facts.openChecks([], milliseconds, new Set(target.labels));
    const labels = target.labels.filter((name) => open?.has(name) === false);
    return labels.length === 0 ? null : { certificate: facts.certificateBut(open!), target: { ...target, labels } };
  }
  const certificate = facts.excludesBad() ? facts.certificate : deeper(facts, kept);
  return certificate === null ? null : { certificate, target };
}

/** Bad may be as inductive as before, relative to the facts: the checker decides. */
function deeper(
  facts: InductiveFacts,
  { certificate }: StoredVerdict & { readonly answer: 'safe' },
): Certificate | null {
  const k = depthOf(certificate);
  return k === 0 ? null : { kind: 'inductive', invariant: facts.invariant, k, instances: [] };
}

function depthOf(certificate: Certificate): number {
  return certificate.kind === 'inductive' ? certificate.k : 0;
}

/** A context for queries in the thread that compiles, up to a deadline. */
export function contextOf(system: TransitionSystem, deadline: number): EngineContext {
  const stopped = (): boolean => performance.now() >= deadline;
  const solvers = bitFactory(system.terms, { sat: () => createSatSolver({ memory: SAT_MEMORY }), stopped });
  return {
    system,
    solvers,
    checkers: solvers,
    lemmas: { publish: () => {}, receive: () => [] },
    options: {},
    seed: 0,
    otherEngines: [],
    stopped,
    bound: () => {},
    offer: () => {},
    prove: () => {},
    isOpen: () => true,
    openChecks: () => [],
    note: () => {},
  };
}
