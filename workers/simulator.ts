import { simulateEndless } from '../src/engines/runs/sim/endless.ts';
import { simulate } from '../src/engines/runs/sim/sim.ts';
import type { PackedClaim, SimulatorApi, SimulatorJob } from '../src/race/messages/engines.ts';
import { SharedStatus } from '../src/race/schedule/shared-status.ts';
import type { ServiceTask } from '../src/race/threads/service.ts';
import { MemoryReporter } from '../src/race/worker/memory-reporter.ts';
import { OwnSlices } from '../src/race/worker/own-slices.ts';
import { packedClaim } from '../src/race/worker/packed-claim.ts';
import { ProgressReporter } from '../src/race/worker/progress-reporter.ts';
import { answer, serve } from '../src/race/worker/serve.ts';
import { readProgram } from '../src/race/worker/stored-program.ts';

/** Runs a thread that simulates the program repeatedly. */
export default function simulator(task: ServiceTask): Promise<void> {
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
