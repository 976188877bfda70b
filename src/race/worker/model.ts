import { LemmataError } from '../../base/errors.ts';
import { aboutTarget } from '../../certify/proof/parts.ts';
import { chosenInputs } from '../../certify/replay/recurrent/choices.ts';
import { cycleInputs, traceInputs } from '../../certify/replay/trace-inputs.ts';
import type { ClaimedRun } from '../../engines/methods/engine.ts';
import type { EncodingDecisions } from '../../system/encode/index.ts';
import { approximationsOf } from '../../system/transys/doubts.ts';
import { restrict } from '../../system/transys/passes/parts.ts';
import { simplify } from '../../system/transys/passes/simplify.ts';
import type { ProgramPlaces } from '../../system/transys/program-places.ts';
import { recurrentBack } from '../../system/transys/recurrent.ts';
import { freezeSystem, type SharedSystem } from '../../system/transys/share.ts';
import { simulateTrace } from '../../system/transys/simulate.ts';
import type { SystemTrace, TransitionSystem } from '../../system/transys/system.ts';
import { ALL, type Target } from '../../system/transys/target.ts';
import { checkWayBack, traceBack } from '../../system/transys/way-back.ts';
import { certificateOf, type KeptAnswer } from '../cache/kept-answer.ts';
import type { Approximation, CertifierJob } from '../messages/certification.ts';
import type { RunBack } from '../messages/compilation.ts';
import type { Model, ModelOf } from '../messages/model.ts';
import type { Encoded } from './compile.ts';
import { factsOf } from './facts-of.ts';
import { replayHardware } from './hardware-replay.ts';

/** A model in the thread that compiled it. */
export interface CompiledModel extends ModelOf<TransitionSystem> {
  /** Null for hardware. */
  readonly places: ProgramPlaces | null;
  /** Null for hardware. */
  readonly encoding: EncodingDecisions | null;
}

/** The model of an encoded program or of hardware, for all its errors. */
export function modelOf(id: number, { property, system, places, encoding, program, lines }: Encoded): CompiledModel {
  const { system: reduced, back: wayBack } = simplify(system);
  const facts = factsOf(reduced, { hardware: places === null, lines, encoding });
  return { id, system, reduced, wayBack, target: ALL, property, program, facts, places, encoding };
}

/** The same model, with the part of its system on which engines work for a target. */
export function restrictedModel(id: number, model: CompiledModel, target: Target): CompiledModel {
  const { system, facts, encoding, places } = model;
  const { system: reduced, back: wayBack } = simplify(restrict(system, target));
  const ofPart = factsOf(reduced, { hardware: places === null, lines: facts.lines, encoding });
  return { ...model, id, reduced, wayBack, target, facts: ofPart };
}

/** The model in shared memory. Its systems have one store of terms. */
export function sharedModel({ places: _, encoding: __, ...model }: CompiledModel): Model {
  const { system, reduced, wayBack } = model;
  checkWayBack(system, reduced, wayBack);
  const { terms } = freezeSystem(system);
  const shared = ({ terms: ___, ...rest }: TransitionSystem): SharedSystem => ({ terms, system: rest });
  return { ...model, system: shared(system), reduced: shared(reduced) };
}

/** A stored certificate in terms of the system as compiled; null if it belongs to another system. */
export function recall(
  { system }: CompiledModel,
  kept: KeptAnswer & { readonly answer: 'safe' },
  target: Target,
): CertifierJob | null {
  const certificate = certificateOf(kept, system);
  return certificate === null ? null : { certificate, reduced: null, system: freezeSystem(system), target };
}

/** Leads a run of the engines' system back to inputs of the program; a run of a model is evaluated. */
export function runBack(
  { system, wayBack, places }: CompiledModel,
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
    approximations: approximationsNamed(system),
  };
}

/** The inputs of a run that stays in a closed set, those of the set again and again. */
function recurrentRunBack(
  system: TransitionSystem,
  { wayBack, places }: Pick<CompiledModel, 'wayBack' | 'places'>,
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
    approximations: approximationsNamed(system),
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

function approximationsNamed(system: TransitionSystem): readonly Approximation[] {
  return approximationsOf(system).map(({ construct, at }) => ({ construct, at }));
}
