import { checkCertificate } from '../../certify/proof/certificate.ts';
import { aboutTarget } from '../../certify/proof/parts.ts';
import { plainRefuters } from '../../certify/proof/refuters/plain/refuter.ts';
import { createSatSolver } from '../../logic/sat/solver.ts';
import type { Inductive } from '../../system/transys/certificate.ts';
import { isAt, isWithoutSteps } from '../../system/transys/control.ts';
import { freezeSystem } from '../../system/transys/share.ts';
import type { Target } from '../../system/transys/target.ts';
import type { Proof } from '../verdict.ts';
import { systemWithNames } from './compile.ts';
import type { SourceProgram } from './source.ts';

/** Memory in bytes of the solver for clauses and proof, and the time limit of each attempt in ms. */
const SAT_MEMORY = 2 ** 28;
const MILLISECONDS = 3000;

/**
 * A proof for a program that rewriting has decided, so that its own system has no step. It is about a system in which
 * the values that expressions read have names. The proof says that the entry has neither an error nor a way to a
 * loop. Null: that is not so, or not shown in time.
 */
export function explicitProof(source: SourceProgram, errorFunctions: readonly string[], target: Target): Proof | null {
  for (const names of ['integers', 'scalars', 'literals'] as const) {
    const system = systemWithNames(source, errorFunctions, names);
    if (isWithoutSteps(system)) continue;
    const invariant = system.pc === null ? system.terms.true : isAt(system, 0);
    const certificate: Inductive = { kind: 'inductive', invariant, k: 0, instances: [] };
    const refuters = plainRefuters(system.terms, { sat: () => createSatSolver({ proof: true, memory: SAT_MEMORY }) });
    const result = checkCertificate(aboutTarget(system, target), certificate, refuters, { milliseconds: MILLISECONDS });
    if (result.accepted) return { certificate, system: freezeSystem(system), target, evidence: result.evidence };
  }
  return null;
}
