// verdict: FALSE
// reason: what is read into a record has any bytes
extern struct _IO_FILE *stdin;
extern unsigned long fread(void *, unsigned long, unsigned long, struct _IO_FILE *);
void reach_error(void) {}
struct header { int magic; char version; };
int main(void) {
  struct header h;
  if (fread(&h, sizeof h, 1, stdin) == 1 && h.magic == 0x464c457f && h.version == 3) reach_error();
  return 0;
}
