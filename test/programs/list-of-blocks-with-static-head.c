// verdict: TRUE
// reason: links lead to a head by itself and to heads inside of blocks, at another offset there
// why-wrong: the list is walked after its last device was unlinked, and one more is expected
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct link { struct link *next, *previous; };
struct device { int id; struct link link; char state; };
static struct link devices = { &devices, &devices };
static void insert(struct link *new, struct link *head) {
  new->next = head->next;
  new->previous = head;
  head->next->previous = new;
  head->next = new;
}
static void unlink_from_list(struct link *link) {
  link->previous->next = link->next;
  link->next->previous = link->previous;
}
static struct device *device_of(struct link *link) {
  return (struct device *)((char *)link - (unsigned long)&((struct device *)0)->link);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3) return 0;
  for (int i = 0; i < n; i++) {
    struct device *device = malloc(sizeof *device);
    if (!device) return 0;
    device->id = i;
    device->state = 'a' + i;
    insert(&device->link, &devices);
  }
  int left = n;
  for (struct link *l = devices.next; l != &devices; l = l->next) {
    left--;
    if (device_of(l)->id != left || device_of(l)->state != 'a' + left) reach_error();
  }
  if (left != 0) reach_error();
  if (n > 0) {
    struct device *first = device_of(devices.next);
    unlink_from_list(&first->link);
    free(first);
    left = 1;
  }
  for (struct link *l = devices.next; l != &devices; l = l->next) left++;
  if (left != n) reach_error(); // wrong: if (left != n + 1) reach_error();
  return 0;
}
