import { unsupported } from '../outcome.ts';
import type { Native, NativeCall, Natives } from './native.ts';

/**
 * Locks of programs that start no threads. Another lock of one that the thread holds waits for ever,
 * fails, or counts, as its kind says. Such a run ends as unsupported.
 */

/** The key of a lock in the state of a run. */
const keyOf = (call: NativeCall): string => `lock ${call.pointer(0)}`;

const lock: Native = (call) => {
  const { libraryState } = call.runtime;
  if (libraryState.has(keyOf(call))) unsupported(`${call.name} of a lock that the thread holds`);
  libraryState.set(keyOf(call), 1);
  return 0;
};

/** The lock is free, whether it was held or is made anew. */
const free: Native = (call) => {
  call.runtime.libraryState.delete(keyOf(call));
  return 0;
};

export const LOCK_FUNCTIONS = {
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
} satisfies Natives;
