// verdict: TRUE
// reason: the elements of a vector that grew are walked over by comparing pointers
extern void *realloc(void *, unsigned long);
extern void exit(int);
extern void reach_error(void);

struct vector { int *data; unsigned count, room; };

static void push(struct vector *v, int value) {
  if (v->count == v->room) {
    unsigned room = v->room == 0 ? 1 : 2 * v->room;
    int *data = realloc(v->data, room * sizeof *data);
    if (data == 0) exit(1);
    v->data = data;
    v->room = room;
  }
  v->data[v->count++] = value;
}

int main(void) {
  struct vector v = {0};
  for (int i = 0; i < 4; i++) push(&v, i);
  int sum = 0;
  for (int *p = v.data; p != v.data + v.count; p++) sum += *p;
  if (sum != 6) reach_error();
  return 0;
}
