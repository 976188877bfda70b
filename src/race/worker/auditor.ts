import { LemmataError } from '../../base/errors.ts';
import { bitFactory } from '../../logic/bits/index.ts';
import { createSatSolver } from '../../logic/sat/solver.ts';
import { unpackTerm } from '../../logic/terms/pack.ts';
import { loadZ3, Z3FloatCircuits } from '../../logic/z3/index.ts';
import { textsAtLoops } from '../../system/transys/c-text/at-block.ts';
import type { Lemma } from '../../system/transys/lemma.ts';
import { LIMITS } from '../../system/transys/lemma-limits.ts';
import { sampleStates } from '../../system/transys/sampling/sampler.ts';
import { thawSystem } from '../../system/transys/share.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import { LemmaAudit } from '../exchange/audit.ts';
import { AuditTime } from '../exchange/audit-time.ts';
import type { ReachedState } from '../exchange/reached.ts';
import type { AuditedLemma, AuditorApi, AuditorJob, LemmaMessage } from '../messages/engines.ts';
import type { ServiceTask } from '../threads/service.ts';
import { ownTime } from '../threads/thread-time.ts';
import { oneProperty } from './one-property.ts';
import { answer, serve } from './serve.ts';

/** Memory of one SAT solver in bytes. */
const SAT_MEMORY = 2 ** 28;

/** Runs a thread that checks lemmas before other engines receive them. */
export function auditor(task: ServiceTask): Promise<void> {
  let audit: { readonly of: LemmaAudit; readonly system: TransitionSystem; readonly texts: boolean } | null = null;
  const api: AuditorApi = {
    prepare: (job) =>
      answer(async () => {
        const system = oneProperty(thawSystem(job.system), job.property);
        audit = { of: await prepare(job, system), system, texts: job.texts };
        return null;
      }),
    examine: (messages) =>
      answer(() => {
        if (audit === null) throw new LemmataError('E-INTERNAL', 'the auditor has no system');
        return examine(audit, messages);
      }),
  };
  return serve(task, api);
}

async function prepare({ z3, megabytes, seed }: AuditorJob, system: TransitionSystem): Promise<LemmaAudit> {
  const { states, samplingMilliseconds, gates } = LIMITS.audit;
  const circuits = z3 === null ? null : new Z3FloatCircuits(await loadZ3(z3, { memoryMiB: megabytes }));
  const time = new AuditTime(ownTime());
  const stopped = (): boolean => time.isOver;
  const solvers = bitFactory(system.terms, {
    sat: () => createSatSolver({ memory: SAT_MEMORY }),
    circuits,
    gates,
    stopped,
  });
  const reached: ReachedState[] = [];
  const visit = (state: ReachedState['state'], steps: number): void => void reached.push({ state, steps });
  sampleStates(system, { seed, milliseconds: samplingMilliseconds, stopped: () => reached.length >= states, visit });
  return new LemmaAudit(system, solvers, reached, time);
}

function examine(
  { of: audit, system, texts }: { readonly of: LemmaAudit; readonly system: TransitionSystem; readonly texts: boolean },
  messages: readonly LemmaMessage[],
): readonly AuditedLemma[] {
  const lemmas = messages.map((message): Lemma => ({ ...message, formula: unpackTerm(system.terms, message.formula) }));
  const formulas = new Map(lemmas.map(({ id, formula }) => [id, formula]));
  return [...audit.examine(lemmas)].map(([id, finding]) => {
    const formula = formulas.get(id);
    return { id, finding, text: texts && formula !== undefined ? textsAtLoops(system, formula) : null };
  });
}
