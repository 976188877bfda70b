// verdict: UNKNOWN
// reason: sem_wait accesses more than the rest of the block
// checks: deref
// approximate: sem_wait may write through its arguments
extern void *malloc(unsigned long);
typedef union { char size[32]; long align; } sem_t;
extern int sem_wait(sem_t *);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned long n = __VERIFIER_nondet_int() > 3 ? 32 : 40;
  char *block = malloc(n);
  return sem_wait((sem_t *)(block + 8));
}
