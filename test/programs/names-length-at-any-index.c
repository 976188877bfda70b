// verdict: TRUE
// reason: the lengths of the names in a table are known at any index
// why-wrong: the name at one index
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
unsigned long strlen(const char *);
static const char *const names[40] = {
  "anchor", "apple", "arrow", "basket", "beacon", "bell", "bridge", "candle",
  "canoe", "castle", "cedar", "cliff", "cloud", "copper", "coral", "cradle",
  "dune", "eagle", "ember", "falcon", "fern", "forest", "garnet", "glacier",
  "harbour", "hazel", "island", "ivory", "jade", "juniper", "kettle", "lantern",
  "maple", "meadow", "nickel", "opal", "orchard", "pebble", "quartz", "",
};
int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 40, from = __VERIFIER_nondet_uint();
  if (strlen(names[i]) > 7) reach_error(); // wrong: if (strlen(names[i]) > 6) reach_error();
  if (i < 39 && strlen(names[i]) < 4) reach_error();
  if (from > strlen(names[i])) return 0;
  if (strlen(names[i] + from) + from != strlen(names[i])) reach_error();
  return 0;
}
