import { linkProgram } from '../src/program/passes.ts';
import type { FollowerApi, FollowJob } from '../src/race/messages/certification.ts';
import type { ServiceTask } from '../src/race/threads/service.ts';
import { answer, serve } from '../src/race/worker/serve.ts';
import { readProgram } from '../src/race/worker/stored-program.ts';
import { onlyPath } from '../src/system/encode/path/only-path.ts';

/** Most edges of a path. An edge takes some 40 microseconds and up to a kilobyte. */
const MOST_EDGES = 1_000_000;

/**
 * Runs a thread that follows the only path of one program. It encodes the program edge by edge, where the
 * checker's `RunFollower` evaluates a system that was encoded before.
 */
export default function follower(task: ServiceTask): Promise<void> {
  const api: FollowerApi = { follow: (job) => answer(() => follow(job)) };
  return serve(task, api);
}

/**
 * Returns null if all runs end within the bound without an error; else the reason why that is not
 * proved.
 */
function follow({ program, errorFunctions, bound }: FollowJob): string | null {
  const linked = linkProgram(readProgram(program), { errorFunctions });
  if ('unsupported' in linked) return linked.unsupported;
  const end = onlyPath(linked, { edges: MOST_EDGES, isLate: () => false });
  if (end.kind === 'open') return end.why;
  if (end.kind === 'fails') return 'the path leads to the error';
  return end.steps <= bound + 1 ? null : `the path has ${end.steps} steps`;
}
