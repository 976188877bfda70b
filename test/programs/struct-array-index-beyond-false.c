// verdict: FALSE
// reason: an index behind an array of structures reaches a member that lies at the same offset of its stride
typedef unsigned char uint8_t;
typedef unsigned int uint32_t;
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}
struct entry { uint32_t number, content; uint8_t newer, older; };
static struct { struct entry entry[8]; uint8_t count; uint32_t hits, misses; } cache;

int main(void) {
  uint8_t at = __VERIFIER_nondet_uchar();
  struct entry *entry = cache.entry;
  cache.misses = 7;
  if (at <= 8 && (entry + at)->newer == 7) reach_error();
  return 0;
}
