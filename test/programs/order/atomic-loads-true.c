// verdict: TRUE
// reason: each of the two reads leaves its value in a variable of its own operand
static _Atomic unsigned head = 3, tail = 3;
extern void reach_error(void);
#define LOAD(p) ({ __typeof__(*(p) + 0u) own; __atomic_load(p, &own, 5); own; })
int main(void) {
  if (LOAD(&head) != LOAD(&tail) || LOAD(&head) + LOAD(&head) != 6) reach_error();
  return 0;
}
