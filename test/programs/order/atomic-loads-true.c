// verdict: TRUE
// reason: each of the two reads leaves its value in a variable of its own operand
// order: open
static _Atomic unsigned head = 3, tail = 3;
extern void reach_error(void);
int main(void) {
  if (({ unsigned own; __atomic_load(&head, &own, 5); own; }) != ({ unsigned own; __atomic_load(&tail, &own, 5); own; }))
    reach_error();
  if (({ unsigned own; __atomic_load(&head, &own, 5); own; }) + ({ unsigned own; __atomic_load(&head, &own, 5); own; }) != 6)
    reach_error();
  return 0;
}
