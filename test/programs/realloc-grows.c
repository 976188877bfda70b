// verdict: TRUE
// reason: realloc keeps what a block holds, and of a null pointer it makes a block
// why-wrong: realloc keeps what a block holds, and of a null pointer it makes a block
typedef unsigned long size_t;
extern void *malloc(size_t);
extern void *calloc(size_t, size_t);
extern void *realloc(void *, size_t);
extern void abort(void);
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *numbers = 0;
  int count = 0, room = 0;
  while (count < 5) {
    if (count == room) {
      room = 2 * room + 1;
      numbers = realloc(numbers, room * sizeof *numbers);
    }
    numbers[count] = count * count;
    count++;
  }
  if (numbers[0] != 0 || numbers[3] != 9 || numbers[4] != 16) reach_error(); // wrong: if (numbers[0] != 0 || numbers[3] == 9 || numbers[4] != 16) reach_error();
}
