// verdict: UNKNOWN
// reason: other threads may run in the midst of a block operation, which no model shows
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void *memset(void *, int, unsigned long), *memcpy(void *, const void *, unsigned long);
unsigned long strlen(const char *);
typedef union { char size[40]; long align; } pthread_mutex_t;
int pthread_mutex_lock(pthread_mutex_t *), pthread_mutex_unlock(pthread_mutex_t *);
void reach_error(void) {}
struct message {
  int a, b;
};
static struct message slot;
static void *user(void *p) {
  memset(&slot, 1, sizeof slot);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, user, 0);
  if (slot.a != slot.b) reach_error();
  return 0;
}
