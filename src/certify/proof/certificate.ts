import { workClock } from '../../base/clock.ts';
import type { Term } from '../../logic/terms/builder.ts';
import type { RefuterFactory } from '../../logic/terms/refuter.ts';
import type {
  Certificate,
  Inductive,
  Parts,
  Ranking,
  Universal,
  WholeCertificate,
} from '../../system/transys/certificate.ts';
import { validateSystem } from '../../system/transys/check.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import { checkAnswers, checkInductiveForm, checkRunsForm, checkUniversalForm } from './conditions/form.ts';
import { premisesAt, showConsecution, showInitiation, showNoBadAt, showStep } from './conditions/invariant.ts';
import { type CertificateCondition, type CertificateLimits, Prover, Refused } from './conditions/prover.ts';
import { checkRankingForm, showDecrease, showNoGap } from './conditions/ranking.ts';
import { withRecorded } from './conditions/recorded.ts';
import { allEndWithin, showNoBadWithin, showRuns } from './conditions/runs.ts';
import { checkStatesForm, showStepsListed } from './conditions/states.ts';
import { type Discharged, type DischargedCondition, type Evidence, evidenceOf, joinedEvidence } from './evidence.ts';
import { aboutTarget, beforeErrors, whyIncomplete } from './parts.ts';
import type { SharedCheck } from './shared-check.ts';

/**
 * Time in ms of the first turn of an obligation that other threads may try as well; later turns are
 * longer.
 */
const FIRST_TURN_MS = 3_000;
const GROWTH = 4;

export type CertificateCheck =
  /** `evidence`: who showed the obligations. */
  | { readonly accepted: true; readonly evidence: Evidence }
  /**
   * `decided` is false when the solver or the clock left a condition open: then the certificate may be
   * right.
   */
  | {
      readonly accepted: false;
      readonly condition: CertificateCondition;
      readonly why: string;
      readonly decided: boolean;
    };

/**
 * Checks in fresh solvers that a certificate proves that no run of the system ends in bad or in a gap.
 * If the question is termination, it must prove that every run ends, and none in a gap.
 * It shares nothing with the engines but terms and the system. Anything that the solver does not
 * decide is refused. The conditions are obligations one by one: for each block those about its steps.
 * Throws `E-INTERNAL` if the system violates the assumptions of the conditions.
 */
export function checkCertificate(
  system: TransitionSystem,
  certificate: WholeCertificate,
  solvers: RefuterFactory,
  limits: CertificateLimits = {},
): CertificateCheck {
  validateSystem(system);
  if (certificate.kind === 'parts') return checkParts(system, certificate, solvers, limits);
  try {
    const asked = certificate.kind === 'runs' ? beforeErrors(system) : withRecorded(system, certificate);
    const check = new Check(new Prover(asked, solvers, limits));
    return { accepted: true, evidence: check.run(certificate) };
  } catch (error) {
    if (error instanceof Refused)
      return { accepted: false, condition: error.condition, why: error.message, decided: error.decided };
    throw error;
  }
}

/** Checks a certificate for each part, one after the other. */
function checkParts(
  system: TransitionSystem,
  { parts }: Parts,
  solvers: RefuterFactory,
  { milliseconds = Number.POSITIVE_INFINITY, stopped }: CertificateLimits,
): CertificateCheck {
  if (system.question === 'termination')
    return {
      accepted: false,
      condition: 'form',
      why: 'a proof of parts says nothing about the ends of runs',
      decided: true,
    };
  const why = whyIncomplete(system, parts);
  if (why !== null) return { accepted: false, condition: 'form', why, decided: true };
  const end = workClock() + milliseconds;
  const evidence: Evidence[] = [];
  for (const { blocks, certificate } of parts) {
    const limits = { milliseconds: end - workClock(), ...(stopped === undefined ? {} : { stopped }) };
    const result = checkCertificate(aboutTarget(system, { kind: 'blocks', blocks }), certificate, solvers, limits);
    if (!result.accepted) return result;
    evidence.push(result.evidence);
  }
  return { accepted: true, evidence: joinedEvidence(evidence) };
}

/** Proves a condition, or its part about a block (null: all blocks); `show` throws {@link Refused}. */
interface Obligation {
  readonly condition: DischargedCondition;
  readonly block: number | null;
  show(): unknown;
}

const obligation = (condition: DischargedCondition, show: () => unknown, block: number | null = null): Obligation => ({
  condition,
  block,
  show,
});

/** An obligation as formulas: no values of their variables make all of them true. */
export interface StatedObligation {
  readonly condition: DischargedCondition;
  /** The block whose steps it is about; null: it is about no single block. */
  readonly block: number | null;
  readonly formulas: readonly Term[];
}

/**
 * The obligations of a certificate that rewriting does not show, as {@link checkCertificate} states them.
 * Throws {@link Refused} where the certificate has not the form that its kind requires.
 */
export function statedObligations(system: TransitionSystem, certificate: Certificate): readonly StatedObligation[] {
  let stated: (readonly Term[])[] = [];
  const recorder: RefuterFactory = {
    create: () => {
      const asserted: Term[] = [];
      return {
        assert: (t) => void asserted.push(t),
        check: (assumptions = []) => {
          stated.push([...asserted, ...assumptions]);
          return 'unsat';
        },
        reasonUnknown: () => '',
        dispose: () => {},
      };
    },
  };
  const check = new Check(new Prover(withRecorded(system, certificate), recorder, {}));
  return check.obligations(certificate).flatMap(({ condition, block, show }) => {
    stated = [];
    show();
    return stated.map((one) => ({ condition, block, formulas: one }));
  });
}

class Check {
  #ended: boolean | null = null;

  constructor(private readonly prover: Prover) {}

  /** Proves all obligations, and returns who showed them. */
  run(certificate: Certificate): Evidence {
    const obligations = this.obligations(certificate);
    const { shared } = this.prover.limits;
    let shown: readonly Discharged[];
    if (shared === undefined) shown = obligations.map(({ show }) => this.prover.account(show));
    else {
      this.#together(obligations, shared);
      shown = obligations.map((_, i) => shared.shown(i));
    }
    return joinedEvidence(obligations.map(({ condition }, i) => evidenceOf(condition, shown[i])));
  }

  /** The list depends on system and certificate alone: all checkers have the same one. */
  obligations(certificate: Certificate): readonly Obligation[] {
    const { prover } = this;
    checkAnswers(prover.system, certificate);
    switch (certificate.kind) {
      case 'runs':
        checkRunsForm(prover.system, certificate);
        return [obligation('exhaustion', () => showRuns(prover, certificate))];
      case 'states': {
        const lists = checkStatesForm(prover.system, certificate);
        return prover.system.blocks.map(({ id }) =>
          obligation('consecution', () => showStepsListed(prover, lists, id), id),
        );
      }
      case 'inductive':
        return this.#inductive(certificate);
      case 'universal':
        return this.#universal(certificate);
      case 'ranking':
        return this.#ranking(certificate);
    }
  }

  /**
   * Tries unproved obligations, in growing turns, until all are proved or more time would not help the
   * rest.
   */
  #together(obligations: readonly Obligation[], shared: SharedCheck): void {
    const { prover } = this;
    /** Milliseconds of turns in vain. */
    const spent = new Float64Array(obligations.length);
    for (let turn = FIRST_TURN_MS; ; turn *= GROWTH) {
      let open: Refused | null = null;
      let isLate = false;
      for (const i of shared.open(obligations.length)) {
        if (shared.isShown(i)) continue;
        // The last obligation may take all the remaining time.
        const isLast = shared.open(obligations.length).length === 1;
        prover.beginTurn(isLast ? null : turn);
        const begun = workClock();
        try {
          const { by, milliseconds } = prover.account(obligations[i].show);
          shared.markShown(i, { by, milliseconds: spent[i] + milliseconds });
        } catch (error) {
          spent[i] += workClock() - begun;
          if (!(error instanceof Refused) || error.decided) throw error;
          open = error;
          isLate ||= prover.isLate;
        }
      }
      if (open === null || shared.open(obligations.length).length === 0) return;
      if (!isLate || prover.isOver) throw open;
    }
  }

  /**
   * Whether all runs end within k steps; then claims about longer runs are trivial. The result is
   * computed once.
   */
  #allEnded(k: number): boolean {
    const { prover } = this;
    const { shared } = prover.limits;
    const follow = (): boolean => k > 0 && allEndWithin(prover, k);
    this.#ended ??=
      shared === undefined ? follow() : shared.once(shared.whole, follow, () => void prover.timeLeft('base'));
    if (this.#ended) prover.credit('runs');
    return this.#ended;
  }

  #inductive(certificate: Inductive): readonly Obligation[] {
    const { prover } = this;
    const { invariant, k } = certificate;
    checkInductiveForm(prover.system, certificate);
    const steps = [
      obligation('initiation', () => showInitiation(prover, invariant)),
      ...prover.system.blocks.map(({ id }) =>
        obligation('consecution', () => showConsecution(prover, invariant, id, [invariant]), id),
      ),
    ];
    if (k === 0 && certificate.instances.length === 0)
      return [
        ...steps,
        ...prover.system.blocks.map(({ id }) => obligation('safety', () => showNoBadAt(prover, [invariant], id), id)),
      ];
    return [
      ...steps,
      ...(k > 0 ? [obligation('base', () => this.#allEnded(k) || showNoBadWithin(prover, k - 1, 'base'))] : []),
      obligation('safety', () => this.#allEnded(k) || showStep(prover, certificate)),
    ];
  }

  #ranking(certificate: Ranking): readonly Obligation[] {
    const { prover } = this;
    const { invariant } = certificate;
    checkRankingForm(prover.system, certificate);
    return [
      obligation('initiation', () => showInitiation(prover, invariant)),
      ...prover.system.blocks.flatMap(({ id, successors }) => [
        obligation('consecution', () => showConsecution(prover, invariant, id, [invariant]), id),
        obligation(
          'decrease',
          () => {
            showNoGap(prover, invariant, id);
            for (const to of successors) showDecrease(prover, certificate, id, to);
          },
          id,
        ),
      ]),
    ];
  }

  /**
   * A bound variable of the conclusion has any value, because a variable stands in its place. The
   * premises are the invariant for the same value and for the instances. All conditions are about single
   * steps: from there on, ∀ b. L(s, b) is an invariant like any other.
   */
  #universal(certificate: Universal): readonly Obligation[] {
    const { prover } = this;
    const { system } = prover;
    const { invariant } = certificate;
    checkUniversalForm(system, certificate);
    return [
      obligation('initiation', () => showInitiation(prover, invariant)),
      ...system.blocks.flatMap(({ id }) => [
        obligation(
          'consecution',
          () => showConsecution(prover, invariant, id, premisesAt(system, certificate, id)),
          id,
        ),
        obligation('safety', () => showNoBadAt(prover, premisesAt(system, certificate, id), id), id),
      ]),
    ];
  }
}
