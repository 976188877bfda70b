import { LemmataError, messageOf } from '../../../base/errors.ts';
import { isAssertion } from '../../../program/cfa/assertion-names.ts';
import { type Property, unreachCall } from '../../../race/property.ts';
import { reasonText } from '../../output/report/unknown-reason.ts';
import { instrumented } from '../../output/witness/instrument.ts';
import type { StatedInvariant } from '../../output/witness/read-witness.ts';
import type { ChangedText } from '../../output/witness/text/changed-text.ts';
import { Copies } from './copies.ts';
import { type Finding, open, type ValidateTask } from './finding.ts';
import { placeOf } from './violation.ts';

/** The function that is called where an invariant of a program with checks does not hold. */
const VIOLATED = 'lemmata_violated';

/**
 * Checks an invariant set: each invariant is asserted at its place, and the program is verified with
 * them. Throws LemmataError `E-INPUT`, located in the witness, if an invariant is no expression there.
 */
export async function validateInvariants(
  task: ValidateTask,
  invariants: readonly StatedInvariant[],
  unchecked: readonly string[],
): Promise<Finding> {
  const { sources, property } = task;
  // Neither kind has an error function in the program.
  const apart = property.kind === 'checks' || property.kind === 'termination';
  const changed = apart
    ? instrumented(sources.files, invariants, VIOLATED, `extern void ${VIOLATED}(void);`)
    : instrumented(sources.files, invariants, violatingCall(property));
  if (changed.kind === 'not-checked') {
    const { at } = invariants[changed.invariant];
    if (changed.malformed) throw new LemmataError('E-INPUT', `not an invariant: ${changed.why}`, at);
    return open(`the invariant in line ${at.line} of the witness is not checked: ${changed.why}`);
  }
  if (unchecked.length > 0) return open(`not checked: ${unchecked.join(', ')}`);
  if (!apart) return verified(task, changed.texts, invariants);
  // The invariants are a question of their own then.
  const asserted = await verified({ ...task, property: unreachCall(VIOLATED) }, changed.texts, invariants);
  if (asserted.outcome !== 'confirmed') return asserted;
  const plain = instrumented(sources.files, [], VIOLATED);
  return plain.kind === 'instrumented' ? verified(task, plain.texts, invariants) : asserted;
}

async function verified(
  task: ValidateTask,
  texts: readonly ChangedText[],
  invariants: readonly StatedInvariant[],
): Promise<Finding> {
  const copies = new Copies(task, texts);
  try {
    return await proved(task, copies, invariants);
  } catch (error) {
    const place = placeOf(error);
    const source = place === null ? null : (copies.origin(place)?.source ?? null);
    if (source === null) throw error;
    const invariant = invariants[source];
    if (invariant.type === 'loop_transition_invariant')
      return open(`the invariant in line ${invariant.at.line} of the witness is not checked: ${messageOf(error)}`);
    const message = `not an invariant at its place: ${messageOf(error)}`;
    throw new LemmataError('E-INPUT', message, invariant.at, { cause: error });
  } finally {
    copies.dispose();
  }
}

async function proved(
  { property }: ValidateTask,
  copies: Copies,
  invariants: readonly StatedInvariant[],
): Promise<Finding> {
  const verdict = await copies.verdict();
  switch (verdict.kind) {
    case 'safe': {
      const count = `${invariants.length} invariant${invariants.length === 1 ? '' : 's'}`;
      return { outcome: 'confirmed', detail: `${count}, proved with the program by ${verdict.engine}` };
    }
    case 'unsafe': {
      if (property.kind === 'termination') return { outcome: 'refuted', detail: 'a run of the program has no end' };
      const origin = verdict.run.kind === 'program' ? copies.origin(verdict.run.error) : null;
      const source = origin?.source ?? null;
      return source === null
        ? { outcome: 'refuted', detail: 'a run violates an invariant or the property' }
        : {
            outcome: 'refuted',
            detail: `a run violates the invariant in line ${invariants[source].at.line} of the witness`,
          };
    }
    case 'unknown':
      return open(reasonText(verdict.reason));
    default:
      return verdict satisfies never;
  }
}

/**
 * Names a function without parameters whose call violates the property. If the program has no such
 * function, an error function serves, because the program need not declare it.
 */
function violatingCall({ errorFunctions }: Property): string {
  return errorFunctions.find((name) => !isAssertion(name)) ?? '__VERIFIER_error';
}
