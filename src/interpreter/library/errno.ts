/** Messages of glibc for the error numbers of Linux that C programs print most. */
const MESSAGES: Readonly<Record<number, string>> = {
  0: 'Success',
  1: 'Operation not permitted',
  2: 'No such file or directory',
  3: 'No such process',
  4: 'Interrupted system call',
  5: 'Input/output error',
  7: 'Argument list too long',
  9: 'Bad file descriptor',
  11: 'Resource temporarily unavailable',
  12: 'Cannot allocate memory',
  13: 'Permission denied',
  14: 'Bad address',
  16: 'Device or resource busy',
  17: 'File exists',
  20: 'Not a directory',
  21: 'Is a directory',
  22: 'Invalid argument',
  24: 'Too many open files',
  28: 'No space left on device',
  32: 'Broken pipe',
  33: 'Numerical argument out of domain',
  34: 'Numerical result out of range',
  38: 'Function not implemented',
};

/** Returns glibc's message for an error number. */
export function errnoText(code: number): string {
  return MESSAGES[code] ?? `Unknown error ${code}`;
}
