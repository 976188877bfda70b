import { simulateEndless } from '../../engines/runs/sim/endless.ts';
import { simulate } from '../../engines/runs/sim/sim.ts';
import type { PackedClaim, SimulatorApi, SimulatorJob } from '../messages/engines.ts';
import { SharedStatus } from '../schedule/shared-status.ts';
import type { ServiceTask } from '../threads/service.ts';
import { MemoryReporter } from './memory-reporter.ts';
import { OwnSlices } from './own-slices.ts';
import { packedClaim } from './packed-claim.ts';
import { ProgressReporter } from './progress-reporter.ts';
import { answer, serve } from './serve.ts';
import { readProgram } from './stored-program.ts';

/** Runs a thread that simulates the program repeatedly. */
export function simulator(task: ServiceTask): Promise<void> {
  const api: SimulatorApi = {
    run: (job) => answer(() => run(job)).finally(() => job.progress.close()),
  };
  return serve(task, api);
}

function run({
  program,
  question,
  errorFunctions,
  options,
  seed,
  status: shared,
  progress: port,
}: SimulatorJob): PackedClaim {
  const status = new SharedStatus(shared);
  const memory = new MemoryReporter(status, () => 0);
  const progress = new ProgressReporter(status, port);
  const slices = new OwnSlices(status, (used) => {
    memory.report();
    progress.spent(used);
  });
  const claim = (question === 'termination' ? simulateEndless : simulate)({
    program: readProgram(program),
    errorFunctions,
    options,
    seed,
    stopped: () => {
      memory.sample();
      slices.poll();
      return status.stopped;
    },
    note: (text) => progress.note(text),
  });
  return packedClaim(claim, null);
}
