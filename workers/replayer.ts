import { replay } from '../src/certify/replay/replay.ts';
import type { ReplayerApi } from '../src/race/messages/certification.ts';
import type { ServiceTask } from '../src/race/threads/service.ts';
import { answer, serve } from '../src/race/worker/serve.ts';
import { readProgram } from '../src/race/worker/stored-program.ts';

/** A thread that replays one claimed run in the interpreter. */
export default function replayer(task: ServiceTask): Promise<void> {
  const api: ReplayerApi = {
    replay: ({ program, ...job }) => answer(() => replay({ ...job, program: readProgram(program) })),
  };
  return serve(task, api);
}
