// verdict: TRUE
// reason: a byte behind a pointer is no part of the pointer
// checks: sequence
struct buffer { char *next; unsigned length; };
static void put(struct buffer *b, char c) { *b->next++ = c; b->length++; }
int main(void) {
  char text[8];
  struct buffer own = {text, 0};
  put(&own, 'x');
  put(&own, 'y');
  return 0;
}
