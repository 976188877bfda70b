// verdict: TRUE
// checks: deref, argument
// reason: lines of a file fit their array
// why-wrong: the file may have a line of four characters
typedef struct _IO_FILE FILE;
FILE *fopen(const char *, const char *);
char *fgets(char *, int, FILE *);
int fclose(FILE *);
char *strcpy(char *, const char *);
int main(void) {
  FILE *file = fopen("lines", "r");
  if (file == 0) return 1;
  char line[5], copy[5]; // wrong: char line[5], copy[4];
  while (fgets(line, sizeof line, file) != 0) strcpy(copy, line);
  fclose(file);
  return 0;
}
