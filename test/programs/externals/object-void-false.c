// verdict: FALSE
// reason: an object of an external function is seen as a record although its declaration does not say which
// externals: havoc
extern void reach_error(void);
struct item { short kind; int weight; };
void *make(unsigned long size);
int main(void) {
  struct item *p = make(sizeof *p);
  if (p && p->kind == 3 && p->weight == 70000) reach_error();
  return 0;
}
