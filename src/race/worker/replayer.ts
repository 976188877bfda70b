import { replay } from '../../certify/replay/replay.ts';
import type { ReplayerApi } from '../messages/certification.ts';
import type { ServiceTask } from '../threads/service.ts';
import { answer, serve } from './serve.ts';
import { readProgram } from './stored-program.ts';

/** A thread that replays one claimed run in the interpreter. */
export function replayer(task: ServiceTask): Promise<void> {
  const api: ReplayerApi = {
    replay: ({ program, ...job }) => answer(() => replay({ ...job, program: readProgram(program) })),
  };
  return serve(task, api);
}
