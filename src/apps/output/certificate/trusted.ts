import { type Checked, checkFiles } from '../../../../checker/src/check.js';
import type { Proof, SafeVerdict, Verdict } from '../../../race/verdict.ts';
import { isWithoutSteps } from '../../../system/transys/control.ts';
import { proofFiles, proofTime, statedProof } from './folder.ts';

/**
 * The verdict, if it is no TRUE, or the stand-alone checker checks each obligation of its proof; else UNKNOWN.
 * `prove`: the proof of a TRUE that the checker is given. `milliseconds`: the time of the verification, within which proofs in clauses are searched again.
 */
export async function withCheckedProof(
  verdict: Verdict,
  milliseconds: number,
  prove: (verdict: SafeVerdict) => Promise<Proof>,
): Promise<Verdict> {
  if (verdict.kind !== 'safe') return verdict;
  const why = whyUnchecked(await prove(verdict), milliseconds);
  if (why === null) return verdict;
  const reason = { kind: 'incomplete', why: `the stand-alone checker does not check the proof: ${why}` } as const;
  return { kind: 'unknown', property: verdict.property, reason, safeUpTo: null, engines: [] };
}

function whyUnchecked(claimed: Proof, milliseconds: number): string | null {
  const stated = statedProof(claimed);
  if (isWithoutSteps(stated.system)) return 'the encoder has decided the program';
  const { files, missing, proof } = proofFiles(stated, proofTime(milliseconds));
  const manifest = {
    verdict: 'TRUE',
    ...(proof === null ? {} : { proof }),
    missing: [...missing],
    files: Object.fromEntries(files),
  };
  const unchecked: Checked[] = [];
  for (const one of checkFiles(manifest, (name) => files.get(name) ?? ''))
    if (one.result !== 'checked') unchecked.push(one);
  const [first] = unchecked;
  return first === undefined ? null : `obligation ${first.name}, ${first.why}`;
}
