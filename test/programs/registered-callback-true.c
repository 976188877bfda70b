// verdict: TRUE
// reason: what an undefined function may call does not matter where that cannot reach the error
extern void reach_error(void);
struct driver {
  int id;
  int (*probe)(int);
};
extern int register_driver(struct driver *driver);
static int probe(int x) { return x + 1; }
static struct driver mine = { 1, probe };
int main(void) {
  int x = 1;
  register_driver(&mine);
  if (x != 1) reach_error();
  return 0;
}
