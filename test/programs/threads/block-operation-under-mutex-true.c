// verdict: TRUE
// reason: a mutex keeps a block operation together
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void *memset(void *, int, unsigned long), *memcpy(void *, const void *, unsigned long);
unsigned long strlen(const char *);
typedef union { char size[40]; long align; } pthread_mutex_t;
int pthread_mutex_lock(pthread_mutex_t *), pthread_mutex_unlock(pthread_mutex_t *);
void reach_error(void) {}
static pthread_mutex_t m;
struct message {
  int a, b;
};
static struct message slot;
static void *user(void *p) {
  pthread_mutex_lock(&m);
  memset(&slot, 1, sizeof slot);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, user, 0);
  pthread_mutex_lock(&m);
  if (slot.a != slot.b) reach_error();
  pthread_mutex_unlock(&m);
  return 0;
}
