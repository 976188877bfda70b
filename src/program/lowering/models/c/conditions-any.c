// A thread that waits for a condition may wake up at any time (POSIX).
int pthread_cond_wait(sync *condition, sync *m) {
  __VERIFIER_atomic_begin();
  if (m->state != pthread_self()) __VERIFIER_thread_undefined();
  m->state = 0;
  __VERIFIER_atomic_end();
  return __await(&m->state, 0, 0, pthread_self());
}

int cnd_wait(sync *condition, sync *m) {
  return pthread_cond_wait(condition, m);
}

int pthread_cond_timedwait(sync *condition, sync *m, const struct timespec *limit) {
  if (!__isTime(limit)) return 22;
  pthread_cond_wait(condition, m);
  return __VERIFIER_thread_choice() ? 110 : 0;
}

int pthread_cond_clockwait(sync *condition, sync *m, int clock, const struct timespec *limit) {
  return pthread_cond_timedwait(condition, m, limit);
}

int cnd_timedwait(sync *condition, sync *m, const struct timespec *limit) {
  int result = pthread_cond_timedwait(condition, m, limit);
  return result == 0 ? 0 : result == 110 ? 4 : 2;
}
