// verdict: TRUE
// reason: these functions access one object of the type that they declare, wherever it lies
// checks: deref, free
// approximate: fstat may write through its arguments, rand_r, rand_r may write through its arguments, sem_init may write through its arguments, sem_post may write through its arguments
extern void *malloc(unsigned long);
extern void free(void *);
struct stat { long words[18]; };
typedef union { char size[32]; long align; } sem_t;
extern int fstat(int, struct stat *);
extern int rand_r(unsigned *);
extern int sem_init(sem_t *, int, unsigned);
extern int sem_post(sem_t *);
int main(void) {
  struct stat *about = malloc(sizeof *about);
  if (fstat(0, about) != 0) {
    free(about);
    return 1;
  }
  unsigned seeds[2] = {1, 2}, *seed = seeds + 1;
  rand_r(seed);
  sem_t *many = malloc(3 * sizeof *many);
  for (int i = 0; i < 3; i++) sem_init(many + i, 0, 1);
  sem_post(many + 2);
  long first = about->words[0];
  free(about);
  free(many);
  return first > 5;
}
