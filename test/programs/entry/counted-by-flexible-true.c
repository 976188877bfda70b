// verdict: TRUE
// entry: at
// checks: deref
struct packet {
  unsigned short length;
  unsigned char bytes[] __attribute__((__counted_by__(length)));
};
int at(const struct packet *packet, unsigned i) {
  return packet != 0 && i < packet->length ? packet->bytes[i] : 0;
}
