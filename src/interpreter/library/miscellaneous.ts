import type { Native } from './native.ts';

/** Functions that have no effect on a run in a single thread, and small ones that fit nowhere else. */

const SUCCEEDS = `
  pthread_attr_init pthread_attr_destroy pthread_attr_setdetachstate pthread_cond_init pthread_cond_destroy
  pthread_cond_signal pthread_cond_broadcast pthread_mutexattr_init pthread_mutexattr_settype pthread_mutexattr_destroy
  sleep usleep nanosleep sched_yield sigemptyset sigfillset sigaddset sigdelset signal
`;
const DOES_NOTHING = 'sync tzset';

const names = (text: string): string[] => text.trim().split(/\s+/);

export const MISCELLANEOUS_FUNCTIONS: Readonly<Record<string, Native>> = {
  ...Object.fromEntries(names(SUCCEEDS).map((name): [string, Native] => [name, () => 0])),
  ...Object.fromEntries(names(DOES_NOTHING).map((name): [string, Native] => [name, () => undefined])),
  pthread_self: () => 1,
  pthread_equal: (call) => (call.wide(0) === call.wide(1) ? 1 : 0),
  getpid: () => 4242,
  isatty: () => 0,
};
