import { readFileSync } from 'node:fs';
import { LemmataError, unreachable } from '../../base/errors.ts';
import type { EncodingDecisions } from '../../system/encode/index.ts';
import { printBtor2, stepModel } from '../../system/transys/btor2/print.ts';
import { printC } from '../../system/transys/c-program.ts';
import { printChc } from '../../system/transys/chc.ts';
import { printJson } from '../../system/transys/json.ts';
import { errorParts } from '../../system/transys/passes/parts.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import type { Target } from '../../system/transys/target.ts';
import type { CertifierAnswer, CertifierJob } from '../messages/certification.ts';
import type { CompileAnswer, CompileThreadApi, ExportFormat } from '../messages/compilation.ts';
import type { Model } from '../messages/model.ts';
import type { ServiceTask } from '../threads/service.ts';
import { countOwnWork } from '../threads/thread-time.ts';
import { breaks } from './breaking.ts';
import { checkClaim, plainClauses } from './check-claim.ts';
import { encodeSource, explicitProof, linkForRuns, NOTHING_TOLD, type ReportedModel, readHardware } from './compile.ts';
import { CompileWatch } from './compile-watch.ts';
import { joinedProof, type LocalModel, recall, restrictedModel, runBack, sharedModel } from './model.ts';
import { quickStage } from './quick.ts';
import { ownRefuters } from './refuters.ts';
import { resume } from './resume.ts';
import { answer, serve } from './serve.ts';
import { shortReplay } from './short-replay.ts';
import { type KnownTexts, readContracts, readSource, type SourceProgram } from './source.ts';
import { isStoredModel, readStoredModel, storedModel } from './stored-model.ts';
import { trials } from './trials.ts';
import { unlimited, type Within } from './within.ts';

/** Runs a thread that serves {@link compileThreadApi}. */
export function compileThread(task: ServiceTask): Promise<void> {
  return serve(task, compileThreadApi());
}

/**
 * Compiles, may decide small systems at once, and leads claims about the simplified system back to the
 * system as compiled. Models for checks are as large as the first one: only the last of them stays, and those that
 * are to be kept.
 * `within` limits what a command without a supervisor calls.
 */
export function compileThreadApi(within: Within = unlimited): CompileThreadApi {
  let source: SourceProgram | null = null;
  const models = new Map<number, LocalModel>();
  /** Kept from the list of contracts on, for questions about the same files; else files may have changed meanwhile. */
  let texts: KnownTexts | null = null;
  let count = 0;
  /** The models for some checks, by the names of these. */
  const narrowed = new Map<string, { readonly id: number; readonly isKept: boolean }>();
  const sourceProgram = (): SourceProgram => {
    if (source === null) throw new LemmataError('E-INTERNAL', 'no program is compiled yet');
    return source;
  };
  const known = (id: number): LocalModel => {
    const model = models.get(id);
    if (model === undefined) throw new LemmataError('E-INTERNAL', `there is no model ${id}`);
    return model;
  };
  const keep = (model: LocalModel): Model => {
    models.set(model.id, model);
    return sharedModel(model);
  };
  const compiled = ({ model, report }: ReportedModel): CompileAnswer => {
    const { system, places } = model;
    const isHardware = places === null;
    return {
      ...{ kind: 'compiled', ...report },
      model: keep(model),
      checks: source?.checks ?? [],
      hints: source?.hints.filter(({ hint }) => hint?.isGuess !== true) ?? [],
      ignores: source?.ignores ?? [],
      properties: isHardware ? system.blocks[0].bads.map(({ name }) => name) : [],
      parts:
        isHardware || system.question === 'termination' || model.candidates.length > 0
          ? []
          : errorParts(system).map((blocks): Target => ({ kind: 'blocks', blocks })),
    };
  };
  const loaded = (file: string): CompileAnswer => {
    const { model, checks } = readStoredModel(readFileSync(file), count++);
    const lists = { hints: [], ignores: [], properties: [], parts: [] };
    return { kind: 'compiled', ...NOTHING_TOLD, ...lists, model: keep(model), checks };
  };
  const modelFor = (checks: readonly string[], isKept = false): Model => {
    const asked = JSON.stringify(checks);
    const before = narrowed.get(asked);
    for (const [names, { id, isKept }] of narrowed) {
      if (isKept || names === asked) continue;
      narrowed.delete(names);
      models.delete(id);
    }
    const model = before === undefined ? encodeSource(count++, sourceProgram(), checks).model : known(before.id);
    narrowed.set(asked, { id: model.id, isKept: isKept || before?.isKept === true });
    return keep(model);
  };
  return {
    compile: (job, { status, patience }) =>
      answer(async () => {
        models.clear();
        narrowed.clear();
        source = null;
        const watch = new CompileWatch(status, patience);
        if (job.hardware) return compiled(readHardware(count++, job));
        if (isStoredModel(job.files[0])) return loaded(job.files[0]);
        const read = await readSource(job, within, texts ?? new Map());
        if (read.kind === 'rejected') return read;
        source = read;
        return within(() => compiled(encodeSource(count++, read, read.property.errorFunctions, watch)));
      }),
    restrict: (id, target) => answer(() => keep(restrictedModel(count++, known(id), target))),
    modelFor: (checks, isKept) => answer(() => modelFor(checks, isKept)),
    programFor: (checks) => answer(() => linkForRuns(sourceProgram(), checks)),
    join: (id, proofs) => answer(() => joinedProof(known(id), proofs)),
    recall: (id, kept, target) => answer(() => recall(known(id), kept, target)),
    certify: (job, milliseconds) => answer(() => within(() => certify(job, milliseconds))),
    resume: (id, job) => answer(() => resume(known(id), job)),
    store: (id) => answer(() => storedModel(known(id), sourceProgram().checks)),
    contracts: (job) => answer(() => readContracts(job, (texts = new Map()))),
    explicit: (job, errorFunctions, target) =>
      answer(async () => {
        const read = await readSource(job);
        return read.kind === 'rejected' ? null : explicitProof(read, errorFunctions, target);
      }),
    print: (id, format) => answer(() => printSystem(known(id).reduced, known(id).encoding, format)),
    breaks: (id, job) => answer(() => breaks(known(id), job)),
    quick: (id, job) => answer(() => within(() => quickStage(known(id), job))),
    replay: (id, job) => answer(() => shortReplay(known(id), job)),
    trials: (id, job) => answer(() => trials(known(id), job)),
    runBack: (id, run, target) => answer(() => runBack(known(id), run, target)),
  };
}

function certify(job: CertifierJob, milliseconds: number): CertifierAnswer {
  countOwnWork();
  return checkClaim(job, (terms) => ownRefuters(terms, plainClauses(terms)), { milliseconds });
}

function printSystem(system: TransitionSystem, encoding: EncodingDecisions | null, format: ExportFormat): string {
  switch (format) {
    case 'btor2':
      return printBtor2(system);
    case 'chc':
      return printChc(system);
    case 'c':
      return printC(stepModel(system));
    case 'json':
      return printJson(system, { encoding });
    default:
      return unreachable(format);
  }
}
