// verdict: FALSE
// reason: a directory may not open
// checks: deref
typedef struct __dirstream DIR;
struct dirent { unsigned long d_ino; long d_off; unsigned short d_reclen; unsigned char d_type; char d_name[256]; };
extern DIR *opendir(const char *);
extern struct dirent *readdir(DIR *);
extern int closedir(DIR *);

int main(void) {
  DIR *directory = opendir("/tmp");
  return readdir(directory) != (void *)0;
}
