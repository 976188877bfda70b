// A thread that waits for a condition may wake up at any time (POSIX).
int pthread_cond_wait(sync *condition, sync *m) {
  __put(&m->state, 0);
  return __await(&m->state, 0, 0, pthread_self());
}

int cnd_wait(sync *condition, sync *m) {
  return pthread_cond_wait(condition, m);
}
