
// The count of a condition has a bit for each thread that waits for it without a signal.
int pthread_cond_init(sync *condition, void *attributes) {
  __VERIFIER_atomic_begin();
  condition->count = 0;
  __VERIFIER_atomic_end();
  return 0;
}

// A thread that waits may wake up without a signal (POSIX), but need not.
int pthread_cond_wait(sync *condition, sync *m) {
  unsigned int own = 1u << pthread_self();
  __VERIFIER_atomic_begin();
  if (m->state != pthread_self()) __VERIFIER_thread_undefined();
  condition->count |= own;
  m->state = 0;
  __VERIFIER_atomic_end();
  for (;;) {
    __VERIFIER_atomic_begin();
    if ((condition->count & own) == 0 || __VERIFIER_thread_choice()) {
      condition->count &= ~own;
      __VERIFIER_atomic_end();
      break;
    }
    __VERIFIER_thread_waits();
  }
  return __await(&m->state, 0, 0, pthread_self());
}

// The thread waits for its mutex alone: its limit passes at some time.
int pthread_cond_timedwait(sync *condition, sync *m, const struct timespec *limit) {
  if (!__isTime(limit)) return 22;
  unsigned int own = 1u << pthread_self();
  __VERIFIER_atomic_begin();
  if (m->state != pthread_self()) __VERIFIER_thread_undefined();
  condition->count |= own;
  m->state = 0;
  __VERIFIER_atomic_end();
  int result = 0;
  __VERIFIER_atomic_begin();
  if ((condition->count & own) != 0 && __VERIFIER_thread_choice()) result = 110;
  condition->count &= ~own;
  __VERIFIER_atomic_end();
  __await(&m->state, 0, 0, pthread_self());
  return result;
}

int pthread_cond_clockwait(sync *condition, sync *m, int clock, const struct timespec *limit) {
  return pthread_cond_timedwait(condition, m, limit);
}

// Wakes one of the threads that wait, as the run decides.
int pthread_cond_signal(sync *condition) {
  __VERIFIER_atomic_begin();
  unsigned int rest = condition->count;
  unsigned int woken = rest & -rest;
  rest ^= woken;
  while (rest != 0 && __VERIFIER_thread_choice()) {
    woken = rest & -rest;
    rest ^= woken;
  }
  condition->count &= ~woken;
  __VERIFIER_atomic_end();
  return 0;
}

int pthread_cond_broadcast(sync *condition) {
  __VERIFIER_atomic_begin();
  condition->count = 0;
  __VERIFIER_atomic_end();
  return 0;
}

int cnd_init(sync *condition) {
  return pthread_cond_init(condition, 0);
}

int cnd_wait(sync *condition, sync *m) {
  return pthread_cond_wait(condition, m);
}

int cnd_timedwait(sync *condition, sync *m, const struct timespec *limit) {
  int result = pthread_cond_timedwait(condition, m, limit);
  return result == 0 ? 0 : result == 110 ? 4 : 2;
}

int cnd_signal(sync *condition) {
  return pthread_cond_signal(condition);
}

int cnd_broadcast(sync *condition) {
  return pthread_cond_broadcast(condition);
}
