import { unsupported } from '../outcome.ts';
import type { Native } from './native.ts';

/** Library functions whose effect on control or on other threads is not modelled. Calling one ends the run with a clear word. */
const NAMES = `
  setjmp _setjmp sigsetjmp __sigsetjmp longjmp _longjmp siglongjmp __builtin_setjmp __builtin_longjmp
  pthread_create pthread_join pthread_exit pthread_detach pthread_cancel pthread_cond_wait pthread_cond_timedwait pthread_barrier_wait
  thrd_create thrd_join thrd_exit fork vfork clone execl execlp execle execv execvp execve system popen wait waitpid
  raise kill alarm sigaction sigprocmask sigsuspend pause setitimer
  mmap munmap mprotect brk sbrk dlopen dlsym
  getcontext setcontext makecontext swapcontext
  __builtin_apply __builtin_apply_args __builtin_return __builtin_eh_return
`;

export const UNSUPPORTED_FUNCTIONS: Readonly<Record<string, Native>> = Object.fromEntries(
  NAMES.trim()
    .split(/\s+/)
    .map((name): [string, Native] => [name, () => unsupported(`a call of ${name}`)]),
);
