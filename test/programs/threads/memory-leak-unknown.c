// verdict: UNKNOWN
// reason: a thread makes a block beside others, and drops the pointer
// checks: memtrack
typedef unsigned long pthread_t;
typedef union { char bytes[40]; long align; } pthread_mutex_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
extern void *malloc(unsigned long);
static void *drop(void *none) { int *own = malloc(sizeof *own); return 0; }
int main(void) { pthread_t one; pthread_create(&one, 0, drop, 0); pthread_join(one, 0); return 0; }
