import { LemmataError } from '../../base/errors.ts';
import { traceInputs } from '../../certify/trace-inputs.ts';
import type { EncodingDecisions } from '../../encode/index.ts';
import type { ClaimedRun } from '../../engines/engine.ts';
import { NO_TERM } from '../../smt/builder.ts';
import { unpackTerm } from '../../smt/pack.ts';
import { approximationsOf } from '../../transys/doubts.ts';
import type { WayBack } from '../../transys/passes/pass.ts';
import { simplify } from '../../transys/passes/simplify.ts';
import { freezeSystem } from '../../transys/share.ts';
import type { TransitionSystem } from '../../transys/system.ts';
import type { CertifierJob, CompileAnswer, CompileJob, KeeperApi, PackedCertificate, RunBack } from '../messages.ts';
import type { ServiceTask } from '../service.ts';
import { compileModel, compileProgram } from './compile.ts';
import { factsOf } from './facts-of.ts';
import { replayHardware } from './hardware-replay.ts';
import { oneProperty } from './one-property.ts';
import { printSystem } from './print-system.ts';
import { answer, serve } from './serve.ts';

/** A thread that compiles, and then leads claims about the simplified system back to the system as compiled. */
export function keeper(task: ServiceTask): Promise<void> {
  let kept: Kept | null = null;
  const ready = (): Kept => {
    if (kept === null) throw new LemmataError('E-INTERNAL', 'nothing is compiled yet');
    return kept;
  };
  const api: KeeperApi = {
    compile: (job) =>
      answer(async () => {
        const result = await compile(job);
        kept = result.kept;
        return result.answer;
      }),
    print: (format) => answer(() => printSystem(ready().reduced, ready().encoding, format)),
    certificateBack: (certificate, property) => answer(() => certificateBack(ready(), certificate, property)),
    runBack: (run, property) => answer(() => runBack(ready(), run, property)),
  };
  return serve(task, api);
}

interface Kept {
  /** As compiled. */
  readonly system: TransitionSystem;
  /** What the engines work on. */
  readonly reduced: TransitionSystem;
  readonly back: WayBack;
  readonly encoding: EncodingDecisions | null;
  readonly hardware: boolean;
}

async function compile(job: CompileJob): Promise<{ readonly kept: Kept | null; readonly answer: CompileAnswer }> {
  const compiled = job.hardware ? compileModel(job) : await compileProgram(job);
  if (compiled.kind === 'rejected') return { kept: null, answer: compiled };
  const { system, diagnostics, decisions, encoding, program } = compiled;
  const { system: reduced, back } = simplify(system);
  return {
    kept: { system, reduced, back, encoding, hardware: job.hardware },
    answer: {
      kind: 'compiled',
      diagnostics,
      decisions,
      facts: factsOf(reduced, job.hardware),
      system: freezeSystem(reduced),
      program,
      properties: job.hardware ? (system.blocks[0]?.bads.map(({ name }) => name) ?? []) : [],
    },
  };
}

function certificateBack(
  { system, back }: Kept,
  { certificate, invariant }: PackedCertificate,
  property: number | null,
): CertifierJob {
  const own =
    certificate.kind === 'exhaustive'
      ? certificate
      : { ...certificate, invariant: invariant === null ? NO_TERM : unpackTerm(system.terms, invariant) };
  // The way back makes terms in the system's store, so it comes before freezing.
  const original = back.certificate(own);
  return { certificate: original, system: freezeSystem(system), property };
}

function runBack({ system, back, hardware }: Kept, run: ClaimedRun & { kind: 'system' }, property: number | null): RunBack {
  const trace = back.trace(run.trace);
  if (hardware) return { kind: 'hardware', answer: replayHardware(oneProperty(system, property), trace) };
  const { inputs } = traceInputs(system, trace);
  return { kind: 'program', inputs, approximations: approximationsOf(system).map(({ construct, at }) => ({ construct, at })) };
}
