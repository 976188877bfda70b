/** The meaning that functions of pthread, and those of SV-COMP for atomic blocks, have for the scheduler. */
export type ThreadRole =
  /** Starts a thread. */
  | 'create'
  /** Waits for the end of a thread. */
  | 'join'
  /** Lets a thread end without a join. */
  | 'detach'
  /** Ends the calling thread. */
  | 'exit'
  /** Gives the name of the calling thread. */
  | 'self'
  /** Begins a block during which no other thread runs. */
  | 'begin'
  | 'end'
  /** Ends the block of a model in which a wait failed; the thread tries again later. */
  | 'wait'
  /** Gives 0 or 1, as an input of the run decides. */
  | 'choice'
  /** Makes a key of storage that each thread has for itself. */
  | 'key'
  /** A call that a model leaves without a meaning. */
  | 'beyond'
  /** A call that POSIX leaves undefined. */
  | 'undefined'
  /** Has no effect in runs of any schedule; gives 0. */
  | 'nothing'
  /** A model in C stands for the function. */
  | 'model';

const ROLES: ReadonlyMap<string, ThreadRole> = new Map<string, ThreadRole>([
  ['pthread_create', 'create'],
  ['pthread_join', 'join'],
  ['pthread_detach', 'detach'],
  ['pthread_exit', 'exit'],
  ['pthread_self', 'self'],
  ['thrd_create', 'create'],
  ['thrd_join', 'join'],
  ['thrd_detach', 'detach'],
  ['thrd_exit', 'exit'],
  ['thrd_current', 'self'],
  ['pthread_key_create', 'key'],
  ['tss_create', 'key'],
  ['__VERIFIER_atomic_begin', 'begin'],
  ['__VERIFIER_atomic_end', 'end'],
  ['__VERIFIER_thread_waits', 'wait'],
  ['__VERIFIER_thread_choice', 'choice'],
  ['__VERIFIER_thread_beyond', 'beyond'],
  ['__VERIFIER_thread_undefined', 'undefined'],
  ...[
    'pthread_mutex_destroy',
    'pthread_mutexattr_destroy',
    'pthread_cond_init',
    'pthread_cond_destroy',
    'pthread_cond_signal',
    'pthread_cond_broadcast',
    'pthread_condattr_init',
    'pthread_condattr_destroy',
    'pthread_rwlock_destroy',
    'pthread_attr_init',
    'pthread_attr_destroy',
    'pthread_attr_setdetachstate',
    'pthread_attr_setguardsize',
    'pthread_attr_setinheritsched',
    'pthread_attr_setscope',
    'pthread_attr_setstacksize',
    'pthread_barrierattr_destroy',
    'pthread_barrierattr_init',
    'pthread_barrierattr_setpshared',
    'pthread_condattr_setclock',
    'pthread_condattr_setpshared',
    'pthread_mutexattr_setpshared',
    'pthread_rwlockattr_destroy',
    'pthread_rwlockattr_init',
    'pthread_rwlockattr_setpshared',
    'pthread_setconcurrency',
    'pthread_barrier_destroy',
    'pthread_spin_destroy',
    'pthread_yield',
    'sched_yield',
    'sem_destroy',
    'thrd_sleep',
    'thrd_yield',
    'mtx_destroy',
    'cnd_init',
    'cnd_destroy',
    'cnd_signal',
    'cnd_broadcast',
  ].map((name): [string, ThreadRole] => [name, 'nothing']),
]);

/** Functions of threads that have a meaning only in programs that start threads. */
const OF_THREADS = /^(pthread_|thrd_|mtx_|cnd_|tss_|sem_|call_once$|sched_yield$|__VERIFIER_atomic_(begin|end)$)/;

/** Whether the name belongs to the functions that synchronise threads. */
export function isThreadFunction(name: string): boolean {
  return OF_THREADS.test(name);
}

/** Returns the role of a function without a body; null for functions that are no matter of threads. */
export function threadRole(name: string, modelled: ReadonlySet<string>): ThreadRole | null {
  return modelled.has(name) ? 'model' : (ROLES.get(name) ?? null);
}

/** Whether calls of the function, which has a body, run without interruption by other threads. */
export function isAtomicFunction(name: string): boolean {
  return name.startsWith('__VERIFIER_atomic_');
}
