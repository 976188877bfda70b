// verdict: TRUE
// reason: the names in a table are compared with each other, and one is found among them
// why-wrong: a name that is found at another index
extern void reach_error(void);
int strcmp(const char *, const char *);
static const char *const names[40] = {
  "anchor", "apple", "arrow", "basket", "beacon", "bell", "bridge", "candle",
  "canoe", "castle", "cedar", "cliff", "cloud", "copper", "coral", "cradle",
  "dune", "eagle", "ember", "falcon", "fern", "forest", "garnet", "glacier",
  "harbour", "hazel", "island", "ivory", "jade", "juniper", "kettle", "lantern",
  "maple", "meadow", "nickel", "opal", "orchard", "pebble", "quartz", "river",
};

static int find(const char *name) {
  unsigned low = 0, high = 40;
  while (low < high) {
    unsigned middle = low + (high - low) / 2;
    int order = strcmp(name, names[middle]);
    if (order == 0) return (int)middle;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return -1;
}

int main(void) {
  for (unsigned i = 1; i < 40; i++)
    if (strcmp(names[i - 1], names[i]) >= 0) reach_error();
  if (find("cedar") != 10 || find("cedars") != -1) reach_error(); // wrong: if (find("cedar") != 11) reach_error();
  return 0;
}
