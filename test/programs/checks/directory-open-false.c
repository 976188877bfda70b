// verdict: FALSE
// reason: a directory stays open where its first entry has a long name
// checks: memtrack
typedef struct __dirstream DIR;
struct dirent { unsigned long d_ino; long d_off; unsigned short d_reclen; unsigned char d_type; char d_name[256]; };
extern DIR *opendir(const char *);
extern struct dirent *readdir(DIR *);
extern int closedir(DIR *);
extern unsigned long strlen(const char *);

int main(void) {
  DIR *directory = opendir("/tmp");
  if (directory == (void *)0) return 1;
  struct dirent *entry = readdir(directory);
  if (entry != (void *)0 && entry->d_reclen > 40) return 2;
  return closedir(directory);
}
