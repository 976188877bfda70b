// verdict: UNKNOWN
// reason: an undefined function may call what it finds in a struct that it is given
extern void reach_error(void);
struct operations {
  int (*probe)(int);
};
struct driver {
  int id;
  const struct operations *operations;
};
extern int register_driver(struct driver *driver);
static int probe(int x) {
  if (x == 42) reach_error();
  return 0;
}
static const struct operations operations = { probe };
static struct driver mine = { 1, &operations };
int main(void) { return register_driver(&mine); }
