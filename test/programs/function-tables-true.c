// verdict: TRUE
// reason: each device calls the functions of its own table
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct device;
struct operations { int (*start)(struct device *); int (*stop)(struct device *); };
struct device { const struct operations *operations; int running; };
static int start_a(struct device *d) { d->running = 1; return 1; }
static int stop_a(struct device *d) { d->running = 0; return 1; }
static int start_b(struct device *d) { d->running = 2; return 2; }
static int stop_b(struct device *d) { if (d->running == 1) reach_error(); d->running = 0; return 2; }
static const struct operations table_a = { start_a, stop_a }, table_b = { .stop = stop_b, .start = start_b };
static struct device a, b;

int main(void) {
  a.operations = &table_a;
  b.operations = &table_b;
  while (__VERIFIER_nondet_int()) {
    if (a.operations->start(&a) != 1 || b.operations->start(&b) != 2) reach_error();
    if (a.operations->stop(&a) != 1 || b.operations->stop(&b) != 2) reach_error();
  }
  return 0;
}
