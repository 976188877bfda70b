// verdict: TRUE
// reason: structs go into and out of functions by value
// why-wrong: structs go into and out of functions by value
extern void abort(void);
void reach_error(void) {}
struct P { int x; long y; };
struct P swap(struct P p) { long t = p.x; p.x = (int)p.y; p.y = t; return p; }

int main(void) {
  struct P p = {1, 2};
  struct P q = swap(p); // wrong: p = swap(swap(p));
  if (p.x != 1 || q.x != 2 || q.y != 1) reach_error(); // wrong: if (p.x == 1) reach_error();
  return 0;
}
