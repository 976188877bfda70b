// verdict: TRUE
// reason: a record whose number is not below the limit is left out
// why-wrong: a file may have any numbers, and another file others
typedef struct _IO_FILE FILE;
typedef unsigned long size_t;
FILE *fopen(const char *, const char *);
int fgetc(FILE *);
size_t fread(void *, size_t, size_t, FILE *);
extern void reach_error(void);
struct record { char number, name; };
int main(void) {
  FILE *records = fopen("records", "rb"), *limits = fopen("limits", "r");
  if (records == 0 || limits == 0) return 1;
  struct record one;
  int limit = fgetc(limits);
  if (fread(&one, sizeof one, 1, records) != 1) return 1;
  if (one.number >= limit) return 1;
  if (one.number > limit) reach_error(); // wrong: if (one.number + 5 == limit) reach_error();
  return 0;
}
