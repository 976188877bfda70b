import { Halt, unsupported } from '../outcome.ts';
import type { Native, NativeCall, Natives } from './native.ts';
import { lastingText, stringText } from './text.ts';

/** Functions that have no effect on a run in a single thread, and small ones that fit nowhere else. */

const succeed: Native = () => 0;
const doNothing: Native = () => undefined;

/** The key of a lock in the state of a run. */
const lockKey = (call: NativeCall): string => `lock ${call.pointer(0)}`;

/**
 * A lock in a program that starts no threads. Another lock of one that the thread holds waits for ever,
 * fails, or counts, as its kind says. Such a run ends as unsupported.
 */
const lock: Native = (call) => {
  const { libraryState } = call.runtime;
  if (libraryState.has(lockKey(call))) unsupported(`${call.name} of a lock that the thread holds`);
  libraryState.set(lockKey(call), 1);
  return 0;
};

/** The lock is free, whether it was held or is made anew. */
const free: Native = (call) => {
  call.runtime.libraryState.delete(lockKey(call));
  return 0;
};

/** Signals that do nothing where the program does not ask for more: SIGCHLD, SIGCONT, SIGURG, SIGWINCH. */
const WITHOUT_EFFECT: ReadonlySet<number> = new Set([17, 18, 23, 28]);
/** Signals that stop the process: SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU. */
const STOPS: ReadonlySet<number> = new Set([19, 20, 21, 22]);

/** The number of a signal whose reaction a program may choose, or at least meet. @throws {Halt} */
function signalNumber(call: NativeCall): number {
  const number = call.int(0);
  const isFixed = call.name === 'signal' && (number === 9 || number === 19);
  if (number < 1 || number > 31 || isFixed) unsupported(`${call.name} of the signal ${number}`);
  return number;
}

export const MISCELLANEOUS_FUNCTIONS = {
  pthread_attr_init: succeed,
  pthread_attr_destroy: succeed,
  pthread_attr_setdetachstate: succeed,
  pthread_cond_init: succeed,
  pthread_cond_destroy: succeed,
  pthread_cond_signal: succeed,
  pthread_cond_broadcast: succeed,
  pthread_mutexattr_init: succeed,
  pthread_mutexattr_settype: succeed,
  pthread_mutexattr_destroy: succeed,
  pthread_mutex_lock: lock,
  pthread_mutex_trylock: lock,
  pthread_mutex_unlock: free,
  pthread_mutex_init: free,
  pthread_mutex_destroy: free,
  pthread_spin_lock: lock,
  pthread_spin_unlock: free,
  pthread_spin_init: free,
  pthread_spin_destroy: free,
  pthread_rwlock_rdlock: lock,
  pthread_rwlock_wrlock: lock,
  pthread_rwlock_unlock: free,
  pthread_rwlock_init: free,
  pthread_rwlock_destroy: free,
  sleep: succeed,
  usleep: succeed,
  nanosleep: succeed,
  sched_yield: succeed,
  sigemptyset: succeed,
  sigfillset: succeed,
  sigaddset: succeed,
  sigdelset: succeed,
  sync: doNothing,
  tzset: doNothing,
  pthread_self: () => 1,
  pthread_equal: (call) => (call.wide(0) === call.wide(1) ? 1 : 0),
  getpid: () => 4242,
  isatty: () => 0,
  // No environment variable asks for another locale than "C".
  setlocale: (call) => {
    const { runtime } = call;
    const category = call.int(0);
    const wanted = call.pointer(1) === 0 ? '' : stringText(runtime, call.pointer(1));
    if (category < 0 || category > 12 || !['', 'C', 'POSIX'].includes(wanted)) runtime.approximate.add('setlocale');
    return lastingText(runtime, 'locale', 'C');
  },
  signal: (call) => {
    const { libraryState } = call.runtime;
    const key = `signal ${signalNumber(call)}`;
    const before = libraryState.get(key) ?? 0;
    libraryState.set(key, Number(call.pointer(1)));
    return before;
  },
  raise: (call) => {
    const number = signalNumber(call);
    const reaction = call.runtime.libraryState.get(`signal ${number}`) ?? 0;
    if (reaction > 1) unsupported('raise of a signal with a handler');
    if (reaction === 1 || WITHOUT_EFFECT.has(number)) return 0;
    if (STOPS.has(number)) unsupported('raise of a signal that stops the process');
    throw new Halt({ kind: 'aborted', function: 'raise' });
  },
} satisfies Natives;
