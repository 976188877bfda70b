// verdict: TRUE
// reason: the names in a table are read at any index
// why-wrong: the name at one index
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int strcmp(const char *, const char *);
unsigned long strlen(const char *);
static const char *const names[40] = {
  "anchor", "apple", "arrow", "basket", "beacon", "bell", "bridge", "candle",
  "canoe", "castle", "cedar", "cliff", "cloud", "copper", "coral", "cradle",
  "dune", "eagle", "ember", "falcon", "fern", "forest", "garnet", "glacier",
  "harbour", "hazel", "island", "ivory", "jade", "juniper", "kettle", "lantern",
  "maple", "meadow", "nickel", "opal", "orchard", "pebble", "quartz", "river",
};
int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 40, k = __VERIFIER_nondet_uint();
  const char *name = names[i];
  if (name[0] < 'a' || name[0] > 'r' || strlen(name) < 4 || strlen(name) > 8) reach_error();
  if (k <= strlen(name) && (name[k] == 0) != (k == strlen(name))) reach_error();
  if (strcmp(name, "marble") == 0) reach_error(); // wrong: if (strcmp(name, "maple") == 0) reach_error();
  return 0;
}
