import { LemmataError } from '../../base/errors.ts';
import { chosenInputs } from '../../certify/replay/recurrent/choices.ts';
import { cycleInputs, traceInputs } from '../../certify/replay/trace-inputs.ts';
import type { ClaimedRun } from '../../engines/methods/engine.ts';
import type { EncodingDecisions } from '../../system/encode/index.ts';
import { approximationsOf } from '../../system/transys/doubts.ts';
import { partOf } from '../../system/transys/passes/parts.ts';
import { simplify } from '../../system/transys/passes/simplify.ts';
import type { ProgramPlaces } from '../../system/transys/program-places.ts';
import { recurrentBack } from '../../system/transys/recurrent.ts';
import { freezeSystem, type SharedSystem } from '../../system/transys/share.ts';
import { simulateTrace } from '../../system/transys/simulate.ts';
import type { SystemTrace, TransitionSystem } from '../../system/transys/system.ts';
import { checkWayBack, traceBack, type WayBack } from '../../system/transys/way-back.ts';
import { certificateOf, type KeptAnswer } from '../cache/kept-answer.ts';
import type { Approximation, CertifierJob } from '../messages/certification.ts';
import type { PartAnswer, RunBack } from '../messages/compilation.ts';
import { replayHardware } from './hardware-replay.ts';
import { oneProperty } from './one-property.ts';

/**
 * The result of compiling a program or a model, with the way back from the system on which the engines
 * work.
 */
export interface Kept {
  /** The system as compiled. */
  readonly system: TransitionSystem;
  /** The system on which the engines work. */
  readonly reduced: TransitionSystem;
  readonly back: WayBack;
  /** Null for hardware. */
  readonly places: ProgramPlaces | null;
  /** The blocks whose errors a part of the system covers; null: all. */
  readonly asked: readonly number[] | null;
  readonly encoding: EncodingDecisions | null;
  readonly hardware: boolean;
  /** The program in the form of the `CompileAnswer`. */
  readonly program: SharedArrayBuffer | null;
  readonly errorFunctions: readonly string[];
  /** The lines of the given files. */
  readonly lines: number;
}

/** Prepares a part: the same system as compiled, and the part of it on which the engines work. */
export function keptPart(kept: Kept, asked: readonly number[]): Kept {
  const { system: reduced, back } = simplify(partOf(kept.system, asked));
  return { ...kept, reduced, back, asked };
}

/** Both systems in shared memory, where they have one store of terms. */
export function sharedSystems({ system, reduced, back, asked }: Kept): Pick<PartAnswer, 'system' | 'original'> {
  checkWayBack(system, reduced, back);
  const { terms } = freezeSystem(system);
  const shared = ({ terms: _, ...rest }: TransitionSystem): SharedSystem => ({ terms, system: rest });
  return { system: shared(reduced), original: { system: shared(system), back, asked } };
}

/** A stored certificate in terms of the system as compiled; null if it belongs to another system. */
export function recall(
  { system }: Kept,
  kept: KeptAnswer & { readonly answer: 'safe' },
  property: number | null,
): CertifierJob | null {
  const certificate = certificateOf(kept, system);
  return certificate === null
    ? null
    : { certificate, reduced: null, system: freezeSystem(system), property, asked: null };
}

/** Leads a run of the engines' system back to inputs of the program; a run of a model is evaluated. */
export function runBack(
  { system, back, hardware, places }: Kept,
  run: ClaimedRun & { kind: 'system' | 'recurrent' },
  property: number | null,
): RunBack {
  if (run.kind === 'recurrent') return recurrentRunBack(system, { back, places }, run);
  const trace = traceBack(back, run.trace);
  if (hardware) return { kind: 'hardware', answer: replayHardware(oneProperty(system, property), trace) };
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
  { back, places }: Pick<Kept, 'back' | 'places'>,
  run: ClaimedRun & { kind: 'recurrent' },
): RunBack {
  const { stem, choices } = recurrentBack(system.terms, back, { ...run, set: system.terms.true });
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
