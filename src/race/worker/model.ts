import { LemmataError } from '../../base/errors.ts';
import { joinedEvidence } from '../../certify/proof/evidence.ts';
import { aboutTarget, whyIncomplete } from '../../certify/proof/parts.ts';
import type { HardwareRun, NamedValue } from '../../certify/replay/recorded-run.ts';
import { chosenInputs } from '../../certify/replay/recurrent/choices.ts';
import { cycleInputs, traceInputs } from '../../certify/replay/trace-inputs.ts';
import type { ClaimedRun } from '../../engines/methods/engine.ts';
import { packTerm, unpackTerm } from '../../logic/terms/pack.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import type { EncodingDecisions } from '../../system/encode/index.ts';
import { type Certificate, type CertifiedPart, certificateTerms, withTerms } from '../../system/transys/certificate.ts';
import { approximationsOf } from '../../system/transys/doubts.ts';
import { restrict } from '../../system/transys/passes/parts.ts';
import { simplify } from '../../system/transys/passes/simplify.ts';
import type { ProgramPlaces } from '../../system/transys/program-places.ts';
import { recurrentBack } from '../../system/transys/recurrent.ts';
import { freezeSystem, type SharedSystem, thawSystem } from '../../system/transys/share.ts';
import { simulateTrace } from '../../system/transys/simulate.ts';
import type { Doubt, SystemTrace, TraceValue, TransitionSystem } from '../../system/transys/system.ts';
import { ALL, type Target } from '../../system/transys/target.ts';
import { checkWayBack, traceBack } from '../../system/transys/way-back.ts';
import { certificateOf, type StoredVerdict } from '../cache/stored-verdict.ts';
import type { Approximation, CertifierJob, ReplayAnswer } from '../messages/certification.ts';
import type { RunBack, TargetProof } from '../messages/compilation.ts';
import type { Model, ModelOf } from '../messages/model.ts';
import type { Proof } from '../verdict.ts';
import { factsOf } from './facts-of.ts';

/** A model in the thread that compiled it. */
export interface LocalModel extends ModelOf<TransitionSystem> {
  /** Null for hardware. */
  readonly places: ProgramPlaces | null;
  /** Null for hardware. */
  readonly encoding: EncodingDecisions | null;
}

/** The model of a system, for all its errors. `lines`: number of lines of its source. */
export function modelOf(
  encoded: Omit<LocalModel, 'reduced' | 'wayBack' | 'target' | 'facts' | 'candidates'>,
  lines: number,
): LocalModel {
  const { system: reduced, back: wayBack } = simplify(encoded.system);
  const facts = factsOf(reduced, { hardware: encoded.places === null, lines, encoding: encoded.encoding });
  return { ...encoded, reduced, wayBack, target: ALL, facts, candidates: [] };
}

/** The same model, with the part of its system on which engines work for a target. */
export function restrictedModel(id: number, model: LocalModel, target: Target): LocalModel {
  const { system, facts, encoding, places } = model;
  const { system: reduced, back: wayBack } = simplify(restrict(system, target));
  const ofPart = factsOf(reduced, { hardware: places === null, lines: facts.lines, encoding });
  // Simplifying may take variables out of which candidates speak.
  return { ...model, id, reduced, wayBack, target, facts: ofPart, candidates: [] };
}

/** The model in shared memory. Its systems have one store of terms. */
export function sharedModel({ places: _, encoding: __, ...model }: LocalModel): Model {
  const { system, reduced, wayBack } = model;
  checkWayBack(system, reduced, wayBack);
  const { terms } = freezeSystem(system);
  const shared = ({ terms: ___, ...rest }: TransitionSystem): SharedSystem => ({ terms, system: rest });
  return { ...model, system: shared(system), reduced: shared(reduced) };
}

/** A stored certificate in terms of the system as compiled; null if it belongs to another system. */
export function recall(
  { system }: LocalModel,
  kept: StoredVerdict & { readonly answer: 'safe' },
  target: Target,
): CertifierJob | null {
  const certificate = certificateOf(kept, system);
  return certificate === null ? null : { certificate, reduced: null, system: freezeSystem(system), target };
}

/** Leads a run of the engines' system back to inputs of the program; a run of a model is evaluated. */
export function runBack(
  { system, wayBack, places }: LocalModel,
  run: ClaimedRun & { kind: 'system' | 'recurrent' },
  target: Target,
): RunBack {
  if (run.kind === 'recurrent') return recurrentRunBack(system, { wayBack, places }, run);
  const trace = traceBack(wayBack, run.trace);
  if (places === null) return { kind: 'hardware', answer: replayHardware(aboutTarget(system, target), trace) };
  return {
    kind: 'program',
    ...(run.cycle === undefined
      ? { inputs: traceInputs(system, trace).inputs }
      : cycleInputs(system, trace, run.cycle)),
    approximations: approximationsNamed(system, trace),
  };
}

/** The inputs of a run that stays in a closed set, those of the set again and again. */
function recurrentRunBack(
  system: TransitionSystem,
  { wayBack, places }: Pick<LocalModel, 'wayBack' | 'places'>,
  run: ClaimedRun & { kind: 'recurrent' },
): RunBack {
  const { stem, choices } = recurrentBack(system.terms, wayBack, { ...run, set: system.terms.true });
  const { inputs, end } = traceInputs(system, stem);
  const head = places?.blocks[blockBehind(system, stem) ?? -1] ?? null;
  if (end.kind !== 'open' || head === null)
    throw new LemmataError('E-INTERNAL', 'no place of the program shows where a run enters a closed set');
  return {
    kind: 'program',
    inputs,
    cycle: chosenInputs(system, choices),
    head: { function: head.function, location: head.location },
    approximations: approximationsNamed(system, stem),
  };
}

/** The block at which a run is after all its steps; null if it ended before. */
function blockBehind(system: TransitionSystem, stem: SystemTrace): number | null {
  let block: number | null = null;
  simulateTrace(
    system,
    { ...stem, steps: [...stem.steps, new Map()] },
    {
      observe: (step, state) => {
        if (step === stem.steps.length) block = system.pc === null ? 0 : Number(state[system.pc]);
      },
    },
  );
  return block;
}

/** The values without a formula that the run rests on, or all of them where no condition tells. */
function approximationsNamed(system: TransitionSystem, trace: SystemTrace): readonly Approximation[] {
  const all = approximationsOf(system);
  if (all.length === 0) return all;
  const met = new Set<Doubt>();
  simulateTrace(system, trace, { doubt: (doubt) => met.add(doubt) });
  const used = all.filter((doubt) => met.has(doubt));
  return (used.length > 0 ? used : all).map(({ construct, at }) => ({ construct, at }));
}

/** Runs a trace on the hardware model as read, by evaluation; it must end in the bad property. */
export function replayHardware(system: TransitionSystem, trace: SystemTrace): ReplayAnswer {
  const end = simulateTrace(system, trace);
  if (end.kind !== 'bad') return { kind: 'refused', why: `the run ends otherwise (${end.kind})` };
  const named = (values: ReadonlyMap<number, TraceValue>, phase: 'init' | 'step'): NamedValue[] =>
    system.inputs.flatMap(({ name, phase: own }, index) => {
      const value = values.get(index);
      return own !== phase || value === undefined ? [] : [{ name, value: valueText(value) }];
    });
  const steps = trace.steps.slice(0, end.step + 1);
  const run: HardwareRun = {
    kind: 'hardware',
    property: end.property ?? 'bad',
    initial: named(trace.init, 'init'),
    steps: steps.map((values) => named(values, 'step')),
    trace: { init: trace.init, steps },
  };
  return { kind: 'reproduced', run };
}

function valueText(value: TraceValue): string {
  if (typeof value === 'bigint') return value.toString();
  const entries = value.entries.slice(0, 8).map(([index, element]) => `[${index}] = ${valueText(element)}`);
  return `{${[...entries, `others ${valueText(value.default)}`].join(', ')}}`;
}

/**
 * The certificate of a proof in terms of another store. Throws LemmataError `E-INTERNAL` if it is a
 * join itself.
 */
export function certificateIn(target: TermStore, { certificate, system }: Proof): Certificate {
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
export function joinedProof({ system }: LocalModel, proofs: readonly TargetProof[]): Proof {
  const parts = proofs.map(({ target, proof }): CertifiedPart => {
    if (target.kind !== 'blocks') throw new LemmataError('E-INTERNAL', 'a part consists of blocks');
    return { blocks: target.blocks, certificate: certificateIn(system.terms, proof) };
  });
  const why = whyIncomplete(system, parts);
  if (why !== null) throw new LemmataError('E-INTERNAL', `the parts are not a proof: ${why}`);
  const evidence = joinedEvidence(proofs.map(({ proof }) => proof.evidence));
  return { certificate: { kind: 'parts', parts }, system: freezeSystem(system), target: ALL, evidence };
}
