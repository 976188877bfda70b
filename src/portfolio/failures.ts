import { ERRORS, type ErrorCode, messageOf } from '../base/errors.ts';
import type { EngineEnd } from './verdict.ts';

/** How an engine left the race whose thread failed with this error. */
export function crashOf(error: unknown): EngineEnd {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY' || code === 'E-LIMIT') return { kind: 'out-of-memory', bytes: process.memoryUsage.rss() };
  const own = typeof code === 'string' && Object.hasOwn(ERRORS, code) ? (code as ErrorCode) : null;
  return { kind: 'crashed', code: own, message: messageOf(error) };
}
