import { receiveMessageOnPort } from 'node:worker_threads';
import { LemmataError } from '../../base/errors.ts';
import type { Claim, EngineContext, EngineUnknown } from '../../engines/engine.ts';
import { completeOptions, ENGINES, isSystemEngine } from '../../engines/registry.ts';
import type { LemmaPort } from '../../exchange/lemma.ts';
import { packTerm, unpackTerm } from '../../smt/pack.ts';
import type { SolverFactory } from '../../smt/solver.ts';
import { z3Factory } from '../../smt/z3/factory.ts';
import { loadZ3, type Z3 } from '../../smt/z3/load.ts';
import { openSystem } from '../../transys/share.ts';
import type { TransitionSystem } from '../../transys/system.ts';
import { Board } from '../board.ts';
import type { EngineAnswer, EngineJob, LemmaMessage, SeatApi } from '../messages.ts';
import type { ServiceTask } from '../service.ts';
import type { EngineEnd } from '../verdict.ts';
import { MemoryReporter } from './memory-reporter.ts';
import { oneProperty } from './one-property.ts';
import { ProgressReporter } from './progress-reporter.ts';
import { answer, serve } from './serve.ts';

/** A thread that loads a solver and then runs one engine. */
export function engine(task: ServiceTask): Promise<void> {
  let z3: Promise<Z3> | null = null;
  const api: { [K in keyof SeatApi]: (...args: Parameters<SeatApi[K]>) => Promise<unknown> } = {
    prepare: (module) =>
      answer(async () => {
        z3 = loadZ3(module);
        await z3;
      }),
    run: (job) =>
      answer(async () => {
        if (z3 === null) throw new LemmataError('E-INTERNAL', 'the engine has no solver');
        return runEngine(job, await z3);
      }),
  };
  return serve(task, api);
}

function runEngine(job: EngineJob, z3: Z3): EngineAnswer {
  const system = oneProperty(openSystem(job.system), job.property);
  const board = new Board(job.board);
  const memory = new MemoryReporter(board, () => z3.bytes());
  const progress = new ProgressReporter(board, job.progress);
  if (!isSystemEngine(job.engine)) throw new LemmataError('E-INTERNAL', `${job.engine} is no engine for transition systems`);
  const { options, unknown } = completeOptions(job.engine, job.options);
  if (unknown !== null) throw new LemmataError('E-USAGE', `the engine ${job.engine} has no option ${unknown}`);
  const solvers: SolverFactory = z3Factory(z3, job.seed);
  const context: EngineContext = {
    system,
    solvers,
    lemmas: lemmaPort(job, system),
    options,
    seed: job.seed,
    stopped: () => {
      memory.sample();
      return board.stopped;
    },
    bound: (bound) => progress.bound(bound),
    note: (text) => progress.note(text),
  };
  return toAnswer(ENGINES[job.engine].run(context), system);
}

function lemmaPort(job: EngineJob, system: TransitionSystem): LemmaPort {
  return {
    publish({ kind, bound, formula }) {
      const message: LemmaMessage = { from: job.id, kind, bound, formula: packTerm(system.terms, formula) };
      job.lemmas.postMessage(message);
    },
    receive() {
      const lemmas = [];
      for (let next = receiveMessageOnPort(job.lemmas); next !== undefined; next = receiveMessageOnPort(job.lemmas)) {
        const message: LemmaMessage = next.message;
        lemmas.push({ ...message, formula: unpackTerm(system.terms, message.formula) });
      }
      return lemmas;
    },
  };
}

function toAnswer(claim: Claim, system: TransitionSystem): EngineAnswer {
  switch (claim.kind) {
    case 'unknown':
      return { kind: 'unknown', end: endOf(claim.reason) };
    case 'unsafe':
      return {
        kind: 'unsafe',
        run: claim.run,
        detail: claim.run.kind === 'system' ? `a run of ${claim.run.trace.steps.length} steps` : 'a run',
      };
    case 'safe': {
      const { certificate } = claim;
      if (certificate.kind === 'exhaustive') {
        return {
          kind: 'safe',
          certificate: { certificate, invariant: null },
          detail: `all runs end within ${certificate.bound} steps`,
        };
      }
      const detail = certificate.k === 0 ? 'an inductive invariant' : `${certificate.k}-inductive`;
      return { kind: 'safe', certificate: { certificate, invariant: packTerm(system.terms, certificate.invariant) }, detail };
    }
  }
}

function endOf(reason: EngineUnknown): EngineEnd {
  switch (reason.kind) {
    case 'stopped':
      return { kind: 'stopped', aborted: false };
    case 'gap':
      return { kind: 'unsupported', construct: reason.gap.construct, at: reason.gap.at };
    case 'incomplete':
      return { kind: 'incomplete', why: reason.why };
    case 'solver':
      return { kind: 'incomplete', why: `the solver gave no answer: ${reason.why}` };
  }
}
