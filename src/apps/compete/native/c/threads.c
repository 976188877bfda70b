// Lets the threads of a program make their calls of synchronising functions in the order of a run. Lemmata
// defines the order before: LEMMATA_TURNS has the thread of each call, and LEMMATA_STARTS the threads that
// calls of pthread_create start. This file is compiled without ThreadSanitizer, which therefore sees no
// order in these waits.

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
// The last elements are no calls and no threads.
static const int lemmata_turns[] = {LEMMATA_TURNS - 1};
static const int lemmata_starts[] = {LEMMATA_STARTS - 1};
// Most waits of a call for its turn; each takes LEMMATA_PAUSE microseconds.
#define LEMMATA_WAITS 20000
#define LEMMATA_PAUSE 100

static unsigned long lemmata_turn;
static unsigned long lemmata_created;
static _Thread_local int lemmata_self;

int usleep(unsigned);

// Waits until the thread's call is the next one, and returns whether the run has this call. Calls that
// the run does not have come behind all others. A call that waits for too long gives up the order.
QUIET static int lemmata_await(void) {
  for (int i = 0; i < LEMMATA_WAITS; i++) {
    unsigned long now = __atomic_load_n(&lemmata_turn, __ATOMIC_SEQ_CST);
    if (now >= COUNT(lemmata_turns) - 1) return 0;
    if (lemmata_turns[now] == lemmata_self) return 1;
    usleep(LEMMATA_PAUSE);
  }
  __atomic_store_n(&lemmata_turn, COUNT(lemmata_turns), __ATOMIC_SEQ_CST);
  return 0;
}

QUIET static void lemmata_done(int counts) {
  if (counts) __atomic_fetch_add(&lemmata_turn, 1, __ATOMIC_SEQ_CST);
}

// Defines the function that the program calls in place of the library's. The run names calls where
// they are complete (0), or where they begin (1).
#define GATED(name, begins, parameters, arguments) \
  int __real_##name parameters; \
  QUIET int __wrap_##name parameters { \
    int counts = lemmata_await(); \
    if (begins) lemmata_done(counts); \
    int lemmata_result = __real_##name arguments; \
    if (!begins) lemmata_done(counts); \
    return lemmata_result; \
  }

GATED(pthread_mutex_lock, 0, (void *m), (m))
GATED(pthread_mutex_trylock, 0, (void *m), (m))
GATED(pthread_mutex_unlock, 0, (void *m), (m))
GATED(pthread_spin_lock, 1, (void *l), (l))
GATED(pthread_spin_trylock, 0, (void *l), (l))
GATED(pthread_spin_unlock, 0, (void *l), (l))
GATED(pthread_rwlock_rdlock, 1, (void *l), (l))
GATED(pthread_rwlock_tryrdlock, 0, (void *l), (l))
GATED(pthread_rwlock_wrlock, 1, (void *l), (l))
GATED(pthread_rwlock_trywrlock, 0, (void *l), (l))
GATED(pthread_rwlock_unlock, 0, (void *l), (l))
GATED(pthread_cond_wait, 1, (void *c, void *m), (c, m))
GATED(pthread_cond_signal, 0, (void *c), (c))
GATED(pthread_cond_broadcast, 0, (void *c), (c))
GATED(pthread_barrier_wait, 1, (void *b), (b))
GATED(pthread_once, 1, (void *o, void (*function)(void)), (o, function))
GATED(pthread_join, 0, (unsigned long thread, void **result), (thread, result))
GATED(sem_post, 0, (void *s), (s))
GATED(sem_wait, 1, (void *s), (s))
GATED(sem_trywait, 0, (void *s), (s))

static struct lemmata_start {
  void *(*function)(void *);
  void *argument;
  int thread;
} lemmata_begun[64];

QUIET static void *lemmata_begin(void *given) {
  struct lemmata_start *start = given;
  lemmata_self = start->thread;
  return start->function(start->argument);
}

int __real_pthread_create(void *, const void *, void *(*)(void *), void *);

QUIET int __wrap_pthread_create(void *name, const void *attributes, void *(*function)(void *), void *argument) {
  int counts = lemmata_await();
  unsigned long number = __atomic_fetch_add(&lemmata_created, 1, __ATOMIC_SEQ_CST);
  if (number >= COUNT(lemmata_begun)) lemmata_exit(LEFT_PATH);
  int thread = number < COUNT(lemmata_starts) - 1 ? lemmata_starts[number] : -1;
  lemmata_begun[number] = (struct lemmata_start){function, argument, thread};
  int result = __real_pthread_create(name, attributes, lemmata_begin, &lemmata_begun[number]);
  lemmata_done(counts);
  return result;
}

// Atomic blocks are those of one mutex.
static long lemmata_block[16];

QUIET __attribute__((weak)) void __VERIFIER_atomic_begin(void) {
  __real_pthread_mutex_lock(lemmata_block);
}

QUIET __attribute__((weak)) void __VERIFIER_atomic_end(void) {
  __real_pthread_mutex_unlock(lemmata_block);
}
