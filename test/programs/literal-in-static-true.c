// verdict: TRUE
// reason: compound literals in static initialisers are static objects, each its own
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
struct S { int *p; const char *n; struct S *next; };
static struct S *head = &(struct S){(int[]){1, 2, 3}, "a", &(struct S){(int[2]){7}, "b", 0}};
static struct S copy = (struct S){(int[1]){4}, "c", 0};
int *table[] = {(int[]){4, 5}, (int[3]){6}};
int main(void) {
  int x = __VERIFIER_nondet_int();
  table[0][1] = x;
  if (head->p[2] + head->next->p[0] + table[1][0] + table[1][2] + copy.p[0] != 20) reach_error();
  if (head->next->p[1] != 0 || head->next->n[0] != 'b' || table[0][0] != 4 || table[0][1] != x) reach_error();
  return 0;
}
