// verdict: FALSE
// reason: an entry ends with its directory
// checks: deref
typedef struct __dirstream DIR;
struct dirent { unsigned long d_ino; long d_off; unsigned short d_reclen; unsigned char d_type; char d_name[256]; };
extern DIR *opendir(const char *);
extern struct dirent *readdir(DIR *);
extern int closedir(DIR *);

int main(void) {
  DIR *directory = opendir("/tmp");
  if (directory == (void *)0) return 1;
  struct dirent *entry = readdir(directory);
  closedir(directory);
  return entry == (void *)0 ? 0 : entry->d_type;
}
