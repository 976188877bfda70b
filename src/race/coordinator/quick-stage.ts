import { messageOf, unreachable } from '../../base/errors.ts';
import type { Target } from '../../system/transys/target.ts';
import type { VerifyEventBody } from '../events.ts';
import type { QuickAnswer } from '../messages/compilation.ts';
import type { Model } from '../messages/model.ts';
import type { QuickSetting } from '../options/portfolio-set.ts';
import type { EngineName, QuickEngine } from '../schedule/engine-names.ts';
import { EngineThread } from '../schedule/engine-thread.ts';
import { SharedStatus } from '../schedule/shared-status.ts';
import type { CompileThread } from '../threads/calling-thread.ts';
import type { EngineEnd } from '../verdict.ts';
import type { EngineResult, WholeResult } from './result.ts';

/** The id under which the quick stage takes part. */
export const QUICK_ID = 'quick';
/** The engine whose unfinished claims the stage leaves to the race. */
export const QUICK_ENGINE: EngineName = 'kind';

/** Time in ms by which the stage may exceed its budgets before the race starts without it. */
const PATIENCE_MILLISECONDS = 2000;

export type QuickResult =
  | { readonly kind: 'decided'; readonly by: QuickEngine; readonly result: Exclude<WholeResult, { kind: 'unknown' }> }
  /** A claim that the race must certify. */
  | { readonly kind: 'claim'; readonly thread: EngineThread }
  /** The record of the stage in the race's result; null: there was no such stage. */
  | { readonly kind: 'open'; readonly left: EngineResult | null };

/** The result of a quick stage that did not run. */
export const NOT_TRIED: QuickResult = { kind: 'open', left: null };

export interface QuickStageSetup {
  readonly compileThread: CompileThread;
  readonly setting: QuickSetting;
  readonly model: Model;
  readonly target: Target;
  /** Settles when the verification is interrupted. */
  readonly interrupted: Promise<unknown>;
  readonly emit: (event: VerifyEventBody) => void;
}

/** Has the compile thread try a small system. Whatever happens there, the race can continue after it. */
export async function runQuickStage({
  compileThread,
  setting,
  model,
  target,
  interrupted,
  emit,
}: QuickStageSetup): Promise<QuickResult> {
  emit({ kind: 'engine-started', engine: QUICK_ID, options: { ...setting } });
  const job = { target, ...setting };
  let timer: NodeJS.Timeout | null = null;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), 2 * setting.milliseconds + PATIENCE_MILLISECONDS);
  });
  const called = compileThread.call((remote) => remote.quick(model.id, job)).catch(failed);
  const answer = await Promise.race([called, late, interrupted.then(() => null)]);
  if (timer !== null) clearTimeout(timer);
  return conclude(answer ?? { kind: 'open', end: { kind: 'share-used' }, bound: null }, target, emit);
}

function failed(error: unknown): QuickAnswer {
  const message = messageOf(error);
  return { kind: 'open', end: { kind: 'crashed', code: null, message }, bound: null };
}

function conclude(answer: QuickAnswer, target: Target, emit: (event: VerifyEventBody) => void): QuickResult {
  const engine = QUICK_ID;
  switch (answer.kind) {
    case 'safe':
    case 'unsafe': {
      const { kind: claim, detail, milliseconds } = answer;
      emit({ kind: 'claim', engine, claim, detail, uses: [] });
      emit({ kind: 'certified', engine, claim, milliseconds });
      return {
        kind: 'decided',
        by: answer.by,
        result:
          answer.kind === 'safe'
            ? { kind: 'safe', engine, proof: answer.proof, restsOn: [] }
            : { kind: 'unsafe', engine, run: answer.run, replayMilliseconds: milliseconds },
      };
    }
    case 'claim': {
      emit({ kind: 'note', engine, text: `its claim goes to another checker: ${answer.why}` });
      return {
        kind: 'claim',
        thread: new EngineThread(
          engine,
          QUICK_ENGINE,
          target,
          new SharedStatus(),
          Promise.resolve(answer.claim),
          () => {},
        ),
      };
    }
    case 'refused': {
      const { claim, detail, why } = answer;
      emit({ kind: 'claim', engine, claim, detail, uses: [] });
      emit({ kind: 'refused', engine, claim, why });
      const end: EngineEnd = { kind: 'refused', why };
      emit({ kind: 'engine-ended', engine, end, bound: null });
      return { kind: 'open', left: { engine, end, bound: null } };
    }
    case 'open': {
      const { end, bound } = answer;
      if (bound !== null) emit({ kind: 'bound', engine, bound });
      emit({ kind: 'engine-ended', engine, end, bound });
      return { kind: 'open', left: { engine, end, bound } };
    }
    default:
      return unreachable(answer);
  }
}
