// verdict: TRUE
// reason: pointers to what nobody defines are values only
// entry: f
extern void reach_error(void);
struct opaque;
void f(struct opaque *p) {
  struct opaque *q = p;
  if (p != q) reach_error();
}
