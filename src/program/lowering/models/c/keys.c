// Storage that each thread has for itself, by keys. Lemmata puts their number for __KEYS__, and
// repeats a line with __EACH__ for each of them. Numbers of keys are not given again.
unsigned int __keys;
char __deleted[__KEYS__];
void (*__destructors[__KEYS__])(void *);
_Thread_local void *__values[__KEYS__];
_Thread_local char __calls[__KEYS__];

// pthread_key_create and tss_create, with the key as result.
unsigned int __makeKey(void (*destructor)(void *)) {
  __VERIFIER_atomic_begin();
  unsigned int key = __keys;
  if (key >= __KEYS__) __VERIFIER_thread_beyond();
  __keys = key + 1;
  __destructors[key] = destructor;
  __VERIFIER_atomic_end();
  return key;
}

// The use of a key that no thread has made, or that one has deleted, is undefined.
void __checkKey(unsigned int key) {
  __VERIFIER_atomic_begin();
  int isKey = key < __keys && !__deleted[key];
  __VERIFIER_atomic_end();
  if (!isKey) __VERIFIER_thread_beyond();
}

int pthread_key_delete(unsigned int key) {
  __checkKey(key);
  __VERIFIER_atomic_begin();
  __deleted[key] = 1;
  __destructors[key] = 0;
  __VERIFIER_atomic_end();
  return 0;
}

void *pthread_getspecific(unsigned int key) {
  __checkKey(key);
  return __values[key];
}

int pthread_setspecific(unsigned int key, void *value) {
  __checkKey(key);
  __values[key] = value;
  return 0;
}

void tss_delete(unsigned int key) {
  pthread_key_delete(key);
}

void *tss_get(unsigned int key) {
  return pthread_getspecific(key);
}

int tss_set(unsigned int key, void *value) {
  return pthread_setspecific(key, value);
}

// Calls the destructors of a thread that ends. The order is open. Destructors may set values again;
// whether a thread goes on after four rounds of them is open, too.
void __endOfKeys(void) {
  for (;;) {
    int key = -1;
    if (__values[__EACH__] != 0 && __destructors[__EACH__] != 0 && (key < 0 || __VERIFIER_thread_choice())) key = __EACH__;
    if (key < 0) return;
    if (__calls[key] >= 4) __VERIFIER_thread_beyond();
    __calls[key]++;
    void *value = __values[key];
    void (*destructor)(void *) = __destructors[key];
    __values[key] = 0;
    if (destructor != 0) destructor(value);
  }
}
