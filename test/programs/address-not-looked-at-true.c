// verdict: TRUE
// reason: comparisons with null, within an object and of links between objects ask for no address
extern void reach_error(void);
struct node {
  struct node *next;
  int value;
} first, second;
int a[4];

int main(void) {
  first.next = &second;
  second.next = 0;
  int count = 0;
  for (struct node *at = &first; at != 0 && at->next != &first; at = at->next) count++;
  if (count != 2) reach_error();
  int *end = a + 4;
  for (int *at = a; at != end; at++) *at = 1;
  if (a[3] != 1) reach_error();
  return 0;
}
