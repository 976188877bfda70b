import type { Proof } from '../portfolio/verdict.ts';
import { loopInvariants } from '../report/loop-invariants.ts';
import { witnessLocation } from './location.ts';
import type { Sources } from './sources.ts';

const LOOP_KEYWORDS = ['for', 'while', 'do'];

/**
 * The loop invariants of a proof, each at the first character of its loop. Only conjuncts that C can
 * express are written: leaving one out makes the invariant weaker, not wrong. Exhaustive proofs have
 * none.
 */
export function invariantSet(proof: Proof, sources: Sources): readonly object[] {
  return loopInvariants(proof).flatMap(({ at, keyword, expression }) =>
    at === null ||
    expression === null ||
    expression === '1' ||
    !LOOP_KEYWORDS.includes(keyword) ||
    !sources.hasWord(at, keyword)
      ? []
      : [
          {
            invariant: {
              type: 'loop_invariant',
              location: witnessLocation(at),
              value: expression,
              format: 'c_expression',
            },
          },
        ],
  );
}
