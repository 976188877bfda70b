// verdict: UNKNOWN
// reason: realloc may move a block or leave it where it is
typedef unsigned long size_t;
extern void *malloc(size_t);
extern void *realloc(void *, size_t);
void reach_error(void) {}

int main(void) {
  char *p = malloc(16);
  size_t before = (size_t)p;
  p = realloc(p, 4096);
  if ((size_t)p == before) reach_error();
}
