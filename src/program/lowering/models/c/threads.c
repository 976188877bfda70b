// Synchronisation of threads. Each function works on the first bytes of the object that its first
// argument points to.
// A thread that has to wait tries again when it is chosen the next time.

// The layout of a mutex in the GNU C library; in LP64 the last two members are swapped.
struct sync {
  int state;
  unsigned int count;
  int owner;
  int kind;
  unsigned int users;
};
typedef struct sync sync;

// The number of the running thread, from 1.
int pthread_self(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
// Ends an atomic block in which the thread cannot go on.
void __VERIFIER_thread_waits(void);
// 0 or 1, as the run decides.
int __VERIFIER_thread_choice(void);
// The call has no meaning here, or none in POSIX.
void __VERIFIER_thread_beyond(void);
// POSIX leaves the call undefined. Lemmata drops lines with a call of it under a property of SV-COMP.
void __VERIFIER_thread_undefined(void);
// The address of the thread's own `errno`.
int *__errno_location(void);

// Writes a result to an object of the program.
void __give(int *to, int value) {
  *to = value;
}

// The state of a mutex is the number of its owner; 0: free. An object that is destroyed has the state -2. One that
// was never made may have any, so that its use is undefined.
int pthread_mutex_lock(sync *m) {
  for (;;) {
    __VERIFIER_atomic_begin();
    if (m->state < 0) __VERIFIER_thread_undefined();
    if (m->state == 0) {
      m->state = pthread_self();
      __VERIFIER_atomic_end();
      return 0;
    }
    if (m->kind != 0 && m->state == pthread_self()) {
      if (m->kind == 1) {
        m->count++;
        __VERIFIER_atomic_end();
        return 0;
      }
      if (m->kind == 2) {
        __VERIFIER_atomic_end();
        return 35;
      }
    }
    __VERIFIER_thread_waits();
  }
}

// Whether an attempt fails though it might succeed. Real failures order no accesses of threads either, so
// that a search for data races may let any attempt fail. Races behind such failures are left open.
// Lemmata drops lines with this function from other models.
int __unordered;
int __refuses(void) {
  if (!__VERIFIER_thread_choice()) return 0;
  __VERIFIER_atomic_begin();
  __unordered = 1;
  __VERIFIER_atomic_end();
  return 1;
}

int pthread_mutex_trylock(sync *m) {
  if (__refuses()) return 16;
  __VERIFIER_atomic_begin();
  if (m->state < 0) __VERIFIER_thread_undefined();
  if (m->state == 0) {
    m->state = pthread_self();
    __VERIFIER_atomic_end();
    return 0;
  }
  if (m->kind == 1 && m->state == pthread_self()) {
    m->count++;
    __VERIFIER_atomic_end();
    return 0;
  }
  __VERIFIER_atomic_end();
  return 16;
}

int pthread_mutex_unlock(sync *m) {
  __VERIFIER_atomic_begin();
  if (m->state < 0 || (m->kind != 1 && m->kind != 2 && m->state != pthread_self())) __VERIFIER_thread_undefined();
  if (m->kind == 1 || m->kind == 2) {
    if (m->state != pthread_self()) {
      __VERIFIER_atomic_end();
      return 1;
    }
    if (m->count > 0) {
      m->count--;
      __VERIFIER_atomic_end();
      return 0;
    }
  }
  m->state = 0;
  __VERIFIER_atomic_end();
  return 0;
}

// Some time limit of a wait. POSIX gives EINVAL for one that is no time, if the thread would wait.
struct timespec {
  long seconds;
  long nanoseconds;
};

int __isTime(const struct timespec *limit) {
  return limit->nanoseconds >= 0 && limit->nanoseconds < 1000000000;
}

// An attempt with a time limit: the scheduler decides how late it comes, and so whether it fails.
int __timed(int failed, const struct timespec *limit) {
  if (failed != 16) return failed;
  return __isTime(limit) ? 110 : 22;
}

int pthread_mutex_timedlock(sync *m, const struct timespec *limit) {
  if (__refuses()) return __isTime(limit) ? 110 : 22;
  __VERIFIER_atomic_begin();
  if (m->state < 0) __VERIFIER_thread_undefined();
  if (m->state == 0) {
    m->state = pthread_self();
    __VERIFIER_atomic_end();
    return 0;
  }
  if (m->kind != 0 && m->state == pthread_self()) {
    if (m->kind == 1) {
      m->count++;
      __VERIFIER_atomic_end();
      return 0;
    }
    if (m->kind == 2) {
      __VERIFIER_atomic_end();
      return 35;
    }
  }
  __VERIFIER_atomic_end();
  return __isTime(limit) ? 110 : 22;
}

int pthread_mutex_clocklock(sync *m, int clock, const struct timespec *limit) {
  return pthread_mutex_timedlock(m, limit);
}

int pthread_mutexattr_init(sync *attributes) {
  attributes->state = 0;
  return 0;
}

int pthread_mutexattr_settype(sync *attributes, int kind) {
  attributes->state = kind;
  return 0;
}

int pthread_mutexattr_gettype(const sync *attributes, int *kind) {
  __give(kind, attributes->state);
  return 0;
}

int pthread_mutex_init(sync *m, sync *attributes) {
  __VERIFIER_atomic_begin();
  m->state = 0;
  m->count = 0;
  m->kind = attributes == 0 ? 0 : attributes->state;
  __VERIFIER_atomic_end();
  return 0;
}

// Whether the value lies within bounds; if so, it changes by an amount. 16: it does not.
int __attempt(int *value, int least, int most, int change) {
  int result = 16;
  if (__refuses()) return result;
  __VERIFIER_atomic_begin();
  if (*value < -1) __VERIFIER_thread_undefined();
  if (*value >= least && *value <= most) {
    *value += change;
    result = 0;
  }
  __VERIFIER_atomic_end();
  return result;
}

// Waits until the value lies within bounds, and changes it by an amount.
int __await(int *value, int least, int most, int change) {
  for (;;) {
    __VERIFIER_atomic_begin();
    if (*value < -1) __VERIFIER_thread_undefined();
    if (*value >= least && *value <= most) {
      *value += change;
      __VERIFIER_atomic_end();
      return 0;
    }
    __VERIFIER_thread_waits();
  }
}

// Sets the value.
int __put(int *value, int next) {
  __VERIFIER_atomic_begin();
  *value = next;
  __VERIFIER_atomic_end();
  return 0;
}

// The state of a lock for readers and writers: -1 while it is written, else the number of readers.
int pthread_rwlock_init(sync *l, void *attributes) {
  return __put(&l->state, 0);
}

int pthread_rwlock_rdlock(sync *l) {
  return __await(&l->state, 0, 2147483646, 1);
}

int pthread_rwlock_tryrdlock(sync *l) {
  return __attempt(&l->state, 0, 2147483646, 1);
}

int pthread_rwlock_wrlock(sync *l) {
  return __await(&l->state, 0, 0, -1);
}

int pthread_rwlock_trywrlock(sync *l) {
  return __attempt(&l->state, 0, 0, -1);
}

int pthread_rwlock_timedrdlock(sync *l, const struct timespec *limit) {
  return __timed(pthread_rwlock_tryrdlock(l), limit);
}

int pthread_rwlock_clockrdlock(sync *l, int clock, const struct timespec *limit) {
  return pthread_rwlock_timedrdlock(l, limit);
}

int pthread_rwlock_timedwrlock(sync *l, const struct timespec *limit) {
  return __timed(pthread_rwlock_trywrlock(l), limit);
}

int pthread_rwlock_clockwrlock(sync *l, int clock, const struct timespec *limit) {
  return pthread_rwlock_timedwrlock(l, limit);
}

int pthread_rwlock_unlock(sync *l) {
  __VERIFIER_atomic_begin();
  if (l->state == 0) __VERIFIER_thread_beyond();
  if (l->state < -1) __VERIFIER_thread_undefined();
  if (l->state < 0) l->state = 0;
  else l->state--;
  __VERIFIER_atomic_end();
  return 0;
}

// The state of a spin lock: 1 while it is held.
int pthread_spin_init(sync *l, int shared) {
  return __put(&l->state, 0);
}

int pthread_spin_lock(sync *l) {
  return __await(&l->state, 0, 0, 1);
}

int pthread_spin_trylock(sync *l) {
  return __attempt(&l->state, 0, 0, 1);
}

int pthread_spin_unlock(sync *l) {
  return __put(&l->state, 0);
}

// The state of a semaphore is its value.
int sem_init(sync *s, int shared, unsigned int value) {
  return __put(&s->state, (int)value);
}

int sem_post(sync *s) {
  __VERIFIER_atomic_begin();
  if (s->state < 0) __VERIFIER_thread_undefined();
  s->state++;
  __VERIFIER_atomic_end();
  return 0;
}

int sem_wait(sync *s) {
  return __await(&s->state, 1, 2147483647, -1);
}

// 11: EAGAIN.
int sem_trywait(sync *s) {
  if (__attempt(&s->state, 1, 2147483647, -1) == 0) return 0;
  *__errno_location() = 11;
  return -1;
}

int sem_timedwait(sync *s, const struct timespec *limit) {
  int result = __timed(__attempt(&s->state, 1, 2147483647, -1), limit);
  if (result == 0) return 0;
  *__errno_location() = result;
  return -1;
}

int sem_clockwait(sync *s, int clock, const struct timespec *limit) {
  return sem_timedwait(s, limit);
}

int sem_getvalue(sync *s, int *value) {
  if (__refuses()) __VERIFIER_thread_beyond();
  __give(value, s->state);
  return 0;
}

// The state of a barrier is the number of threads that have arrived; `owner` counts its uses.
int pthread_barrier_init(sync *b, void *attributes, unsigned int count) {
  __VERIFIER_atomic_begin();
  b->state = 0;
  b->count = count;
  b->owner = 0;
  __VERIFIER_atomic_end();
  return 0;
}

int pthread_barrier_wait(sync *b) {
  __VERIFIER_atomic_begin();
  if (b->count == 0) __VERIFIER_thread_undefined();
  int use = b->owner;
  b->state++;
  if ((unsigned int)b->state == b->count) {
    b->state = 0;
    b->owner = use + 1;
    __VERIFIER_atomic_end();
    return -1;
  }
  __VERIFIER_atomic_end();
  return __await(&b->owner, use + 1, 2147483647, 0);
}

// The state of a control of pthread_once: 0, 1 while its function runs, 2 afterwards.
int pthread_once(sync *control, void (*function)(void)) {
  __VERIFIER_atomic_begin();
  if (control->state == 0) {
    control->state = 1;
    __VERIFIER_atomic_end();
    function();
    __VERIFIER_atomic_begin();
    control->state = 2;
    __VERIFIER_atomic_end();
    return 0;
  }
  __VERIFIER_atomic_end();
  return __await(&control->state, 2, 2, 0);
}

int pthread_equal(unsigned long x, unsigned long y) {
  return x == y;
}

// C11: threads.h. 0: thrd_success, 1: thrd_busy. The lowest bit of a kind says that a mutex is recursive.
int mtx_init(sync *m, int kind) {
  __VERIFIER_atomic_begin();
  m->state = 0;
  m->count = 0;
  m->kind = kind & 1;
  __VERIFIER_atomic_end();
  return 0;
}

int mtx_lock(sync *m) {
  return pthread_mutex_lock(m);
}

int mtx_trylock(sync *m) {
  return pthread_mutex_trylock(m) != 0;
}

// 4: thrd_timedout.
int mtx_timedlock(sync *m, const struct timespec *limit) {
  int result = pthread_mutex_timedlock(m, limit);
  return result == 0 ? 0 : result == 110 ? 4 : 2;
}

int mtx_unlock(sync *m) {
  return pthread_mutex_unlock(m);
}

void call_once(sync *control, void (*function)(void)) {
  pthread_once(control, function);
}

int thrd_equal(unsigned long x, unsigned long y) {
  return x == y;
}
