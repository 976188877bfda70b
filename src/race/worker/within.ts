import { Script } from 'node:vm';

/** Calls a function, and gives it up if it takes longer than it may. */
export type Within = <T>(call: () => T) => T;

/** Sets no limit. */
export const unlimited: Within = (call) => call();

const CALLED = Symbol.for('lemmata.called');
const CALL = new Script(`globalThis[Symbol.for('lemmata.called')]()`);

/**
 * Has V8 itself end calls that take longer, whatever they do: a thread of its own watches the time. Where a call was
 * ended, it throws Node's error `ERR_SCRIPT_EXECUTION_TIMEOUT`, and what the call worked on is to be dropped.
 */
export function within(milliseconds: number): Within {
  return (call) => {
    Object.assign(globalThis, { [CALLED]: call });
    try {
      return CALL.runInThisContext({ timeout: milliseconds });
    } finally {
      Reflect.deleteProperty(globalThis, CALLED);
    }
  };
}
