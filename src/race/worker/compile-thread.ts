import { LemmataError, unreachable } from '../../base/errors.ts';
import type { EncodingDecisions } from '../../system/encode/index.ts';
import { printBtor2 } from '../../system/transys/btor2/print.ts';
import { printChc } from '../../system/transys/chc.ts';
import { printJson } from '../../system/transys/json.ts';
import { errorParts } from '../../system/transys/passes/parts.ts';
import { simplify } from '../../system/transys/passes/simplify.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import type { CompileAnswer, CompileThreadApi, ExportFormat, Scope } from '../messages/compilation.ts';
import type { ServiceTask } from '../threads/service.ts';
import { type Built, buildFiles, type Compiled, compileModel, encodeBuilt, openProgram } from './compile.ts';
import { factsOf } from './facts-of.ts';
import { type Kept, recall, runBack, sharedSystems } from './kept.ts';
import { joinedProof, Parts } from './parts.ts';
import { quickStage } from './quick.ts';
import { resume } from './resume.ts';
import { answer, serve } from './serve.ts';
import { shortReplay } from './short-replay.ts';
import { trials } from './trials.ts';

/** Runs a thread that serves {@link compileThreadApi}. */
export function compileThread(task: ServiceTask): Promise<void> {
  return serve(task, compileThreadApi());
}

/**
 * Compiles, may decide small systems at once, and leads claims about the simplified system back to the
 * system as compiled.
 */
export function compileThreadApi(): CompileThreadApi {
  let kept: Kept | null = null;
  let parts: Parts | null = null;
  let built: Built | null = null;
  let first: Prepared | null = null;
  const turnTo = (prepared: Prepared): CompileAnswer => {
    ({ kept } = prepared);
    parts = new Parts(kept, prepared.answer.parts);
    return prepared.answer;
  };
  const keep = (compiled: Compiled, hardware: boolean): CompileAnswer => {
    if (compiled.kind === 'rejected') return compiled;
    const prepared = prepare(compiled, hardware);
    first ??= prepared;
    return turnTo(prepared);
  };
  const ready = (): Kept => {
    if (kept === null) throw new LemmataError('E-INTERNAL', 'nothing is compiled yet');
    return kept;
  };
  const within = ({ part }: Scope): Kept => {
    if (part === null) return ready();
    if (parts === null) throw new LemmataError('E-INTERNAL', 'there are no parts');
    return parts.of(part);
  };
  return {
    compile: (job) =>
      answer(async () => {
        if (job.hardware) return keep(compileModel(job), true);
        const files = await buildFiles(job);
        if (files.kind === 'rejected') return files;
        built = files;
        first = null;
        return keep(encodeBuilt(files, files.property.errorFunctions), false);
      }),
    narrow: (open) =>
      answer(() => {
        if (built === null) throw new LemmataError('E-INTERNAL', 'nothing is built yet');
        if (first !== null && open.length === built.checks.length) return turnTo(first);
        return keep(encodeBuilt(built, open), false);
      }),
    open: (open) =>
      answer(() => {
        if (built === null) throw new LemmataError('E-INTERNAL', 'nothing is built yet');
        const program = openProgram(built, open);
        kept = { ...ready(), program, errorFunctions: open };
        return program;
      }),
    recall: (kept, property) => answer(() => recall(ready(), kept, property)),
    resume: (job) => answer(() => resume(ready(), job)),
    print: (format) => answer(() => printSystem(ready().reduced, ready().encoding, format)),
    part: (index) =>
      answer(() => {
        const part = within({ property: null, part: index });
        return { facts: factsOf(part.reduced, part), ...sharedSystems(part) };
      }),
    join: (proofs) => answer(() => joinedProof(ready(), parts?.asked ?? [], proofs)),
    quick: (quick) => answer(() => quickStage(within(quick), quick)),
    replay: (job) => answer(() => shortReplay(ready(), job)),
    trials: (job) => answer(() => trials(ready(), job)),
    runBack: (run, scope) => answer(() => runBack(within(scope), run, scope.property)),
  };
}

interface Prepared {
  readonly kept: Kept;
  readonly answer: CompileAnswer & { readonly kind: 'compiled' };
}

function prepare(compiled: Compiled & { readonly kind: 'compiled' }, hardware: boolean): Prepared {
  const { property, system, places, diagnostics, decisions, externals, assumptions } = compiled;
  const { encoding, outline, sources, program, lines } = compiled;
  const { system: reduced, back } = simplify(system);
  const { errorFunctions } = property;
  const kept = { system, reduced, back, places, asked: null, encoding, hardware, program, errorFunctions, lines };
  return {
    kept,
    answer: {
      kind: 'compiled',
      property,
      diagnostics,
      decisions,
      externals,
      assumptions,
      outline,
      sources,
      facts: factsOf(reduced, { hardware, lines, encoding }),
      ...sharedSystems(kept),
      program,
      properties: hardware ? (system.blocks[0]?.bads.map(({ name }) => name) ?? []) : [],
      parts: hardware || system.question === 'termination' ? [] : errorParts(system),
      checks: compiled.checks,
      takesInputs: compiled.takesInputs,
    },
  };
}

function printSystem(system: TransitionSystem, encoding: EncodingDecisions | null, format: ExportFormat): string {
  switch (format) {
    case 'btor2':
      return printBtor2(system);
    case 'chc':
      return printChc(system);
    case 'json':
      return printJson(system, { encoding });
    default:
      return unreachable(format);
  }
}
