import { ERRORS, type ErrorCode, messageOf } from '../../base/errors.ts';
import type { ReplayAnswer } from '../messages/certification.ts';
import type { EngineEnd } from '../verdict.ts';

/** Says why a run was not reproduced. */
export function describeRefusal(answer: Exclude<ReplayAnswer, { kind: 'reproduced' }>): string {
  switch (answer.kind) {
    case 'undefined-behaviour':
      return `undefined behaviour: ${answer.what}`;
    case 'unsupported':
      return answer.construct;
    case 'incomplete':
    case 'refused':
      return answer.why;
  }
}

/** How an engine leaves the race if its thread fails with this error. */
export function crashOf(error: unknown): EngineEnd {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY' || code === 'E-LIMIT')
    return { kind: 'out-of-memory', bytes: process.memoryUsage.rss() };
  const own = typeof code === 'string' && Object.hasOwn(ERRORS, code) ? (code as ErrorCode) : null;
  return { kind: 'crashed', code: own, message: messageOf(error) };
}
