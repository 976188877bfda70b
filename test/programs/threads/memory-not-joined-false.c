// verdict: FALSE
// reason: the thread may fail before the program ends, on a path that no other thread notices
// checks: deref
typedef unsigned long pthread_t;
typedef union { char bytes[40]; long align; } pthread_mutex_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
static int table[4];
static void *fail(void *none) { int own = 4; table[own] = 1; return 0; }
int main(void) { pthread_t one; pthread_create(&one, 0, fail, 0); return 0; }
