import { LemmataError } from '../../base/errors.ts';
import { whyIncomplete } from '../../certify/parts.ts';
import type { Certificate, CertifiedPart } from '../../transys/certificate.ts';
import { freezeSystem } from '../../transys/share.ts';
import type { Proof } from '../verdict.ts';
import { type Kept, keptPart } from './kept.ts';

/** The parts of a compiled system. Each is prepared when it is first needed. */
export class Parts {
  readonly #made = new Map<number, Kept>();

  constructor(
    private readonly whole: Kept,
    /** Blocks whose errors each part covers. */
    readonly asked: readonly (readonly number[])[],
  ) {}

  of(index: number): Kept {
    let part = this.#made.get(index);
    if (part === undefined) {
      const asked = this.asked[index];
      if (asked === undefined) throw new LemmataError('E-INTERNAL', `there is no part ${index}`);
      this.#made.set(index, (part = keptPart(this.whole, asked)));
    }
    return part;
  }
}

/**
 * Joins checked certificates of all parts to a proof of the system as compiled. Throws LemmataError
 * `E-INTERNAL` if the parts leave an error out.
 */
export function joinedProof({ system }: Kept, asked: readonly (readonly number[])[], certificates: readonly Certificate[]): Proof {
  const parts = certificates.map((certificate, i): CertifiedPart => ({ asked: asked[i] ?? [], certificate }));
  const why = whyIncomplete(system, parts);
  if (why !== null) throw new LemmataError('E-INTERNAL', `the parts are no proof: ${why}`);
  return { certificate: { kind: 'parts', parts }, system: freezeSystem(system) };
}
