// verdict: TRUE
// reason: an index that is not bounded reaches only members at offsets of its stride
typedef unsigned char uint8_t;
typedef unsigned int uint32_t;
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) {}
struct entry { uint32_t number, content; uint8_t newer, older; };
static struct { struct entry entry[8]; uint8_t count; uint32_t hits, misses; } cache;

int main(void) {
  for (int i = 0; i < 8; i++) cache.entry[i].newer = 255;
  while (__VERIFIER_nondet_bool()) {
    uint8_t at = __VERIFIER_nondet_uchar(), to = __VERIFIER_nondet_uchar();
    if (at >= 8) continue;
    if (cache.entry[at].newer != 255 && cache.entry[at].newer >= 8) reach_error();
    if (to < 8) cache.entry[at].newer = to;
    cache.entry[at].content = cache.entry[at].number * 3;
  }
  return 0;
}
