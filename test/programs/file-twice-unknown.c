// verdict: UNKNOWN
// reason: a file has the same content for each of its streams, which formulas do not say
typedef struct _IO_FILE FILE;
FILE *fopen(const char *, const char *);
int fgetc(FILE *);
extern void reach_error(void);
int main(void) {
  FILE *first = fopen("file", "r"), *second = fopen("file", "r");
  if (first != 0 && second != 0 && fgetc(first) != fgetc(second)) reach_error();
  return 0;
}
