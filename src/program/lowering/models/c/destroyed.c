
// The ends of objects on which threads synchronise. Lemmata drops these functions under a property of SV-COMP.
int pthread_mutex_destroy(sync *m) {
  __VERIFIER_atomic_begin();
  if (m->state != 0) __VERIFIER_thread_undefined();
  m->state = -2;
  __VERIFIER_atomic_end();
  return 0;
}

void mtx_destroy(sync *m) {
  pthread_mutex_destroy(m);
}

int pthread_rwlock_destroy(sync *l) {
  return pthread_mutex_destroy(l);
}

int pthread_spin_destroy(sync *l) {
  return pthread_mutex_destroy(l);
}

int sem_destroy(sync *s) {
  return __put(&s->state, -2);
}

int pthread_barrier_destroy(sync *b) {
  __VERIFIER_atomic_begin();
  b->count = 0;
  __VERIFIER_atomic_end();
  return 0;
}
