// verdict: UNKNOWN
// checks: argument
// reason: the stream of a command is read behind pclose; formulas do not know its address
typedef struct _IO_FILE FILE;
extern FILE *popen(const char *, const char *);
extern int pclose(FILE *), fgetc(FILE *);
int main(void) {
  FILE *command = popen("ls", "r");
  if (!command) return 0;
  pclose(command);
  return fgetc(command);
}
