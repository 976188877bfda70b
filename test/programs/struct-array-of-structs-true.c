// verdict: TRUE
// reason: an index that is not bounded reaches only members at offsets of its stride
typedef unsigned char uint8_t;
typedef unsigned int uint32_t;
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}
struct entry { uint32_t number, content; uint8_t newer, older; };
static struct { struct entry entry[8]; uint8_t count; uint32_t hits, misses; } cache;

int main(void) {
  struct entry *entry = cache.entry;
  uint8_t at = __VERIFIER_nondet_uchar(), to = __VERIFIER_nondet_uchar(), from = __VERIFIER_nondet_uchar();
  if (at > 8) return 0;
  (entry + at)->newer = to;
  if (cache.hits != 0 || cache.count != 0 || cache.misses != (at == 8 ? to : 0)) reach_error();
  if (from < 8 && cache.entry[from].newer != (from == at ? to : 0)) reach_error();
  return 0;
}
