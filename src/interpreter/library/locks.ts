import { unsupported } from '../outcome.ts';
import type { Native, NativeCall } from './native.ts';

/**
 * Locks of programs that start no threads. Another lock of one that the thread holds waits for ever,
 * fails, or counts, as its kind says. Such a run ends as unsupported.
 */

/** The key of a lock in the state of a run. */
const keyOf = (call: NativeCall): string => `lock ${call.pointer(0)}`;

const lock = (name: string): [string, Native] => [
  name,
  (call) => {
    const { libraryState } = call.runtime;
    if (libraryState.has(keyOf(call))) unsupported(`${name} of a lock that the thread holds`);
    libraryState.set(keyOf(call), 1);
    return 0;
  },
];

/** The lock is free, whether it was held or is made anew. */
const free = (name: string): [string, Native] => [
  name,
  (call) => {
    call.runtime.libraryState.delete(keyOf(call));
    return 0;
  },
];

export const LOCK_FUNCTIONS: Readonly<Record<string, Native>> = Object.fromEntries([
  ...['pthread_mutex_lock', 'pthread_mutex_trylock', 'pthread_spin_lock'].map(lock),
  ...['pthread_rwlock_rdlock', 'pthread_rwlock_wrlock'].map(lock),
  ...['pthread_mutex_unlock', 'pthread_spin_unlock', 'pthread_rwlock_unlock'].map(free),
  ...['pthread_mutex_init', 'pthread_spin_init', 'pthread_rwlock_init'].map(free),
  ...['pthread_mutex_destroy', 'pthread_spin_destroy', 'pthread_rwlock_destroy'].map(free),
]);
