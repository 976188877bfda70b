import type { SanitisedKind } from './request.ts';
import { GATES } from './schedule.ts';

/** How a program is built and run so that sanitisers report faults of a kind. */
export interface Sanitising {
  /** Options for the compiler, without those of the linker. */
  readonly compiling: readonly string[];
  readonly linking: readonly string[];
  /** The environment of the run. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Options for the compiler that make the operation trap, in place of a report. They need no library.
   * Null: the faults cannot be seen so.
   */
  readonly trapping: readonly string[] | null;
}

/** Options of AddressSanitizer: red zones as large as it makes them, and no limit on large blocks. */
const ADDRESS = ['exitcode=86', 'redzone=512', 'max_redzone=2048', 'allocator_may_return_null=1', 'handle_abort=0'];
/** A live block counts as lost if no pointer counts. */
const NO_ROOTS = ['use_globals=0', 'use_stacks=0', 'use_registers=0', 'use_tls=0'];

/**
 * Undefined behaviour of other kinds has the meaning that Lemmata gives it, and is not looked for. The
 * program goes on behind reports of UBSan, and ends behind those of ASan.
 */
export function sanitisingOf(kind: SanitisedKind): Sanitising {
  switch (kind) {
    case 'overflow':
      // The least value divided by -1 is a fault of the division for GCC. -fwrapv would hide overflows.
      return undefinedBehaviour(['signed-integer-overflow', 'shift-base', 'integer-divide-by-zero'], ['-fno-wrapv']);
    case 'division':
      return undefinedBehaviour(['integer-divide-by-zero'], []);
    case 'shift':
      return undefinedBehaviour(['shift-exponent'], []);
    case 'conversion':
      return undefinedBehaviour(['float-cast-overflow'], []);
    case 'unreachable':
      return undefinedBehaviour(['unreachable'], []);
    case 'representation':
      return undefinedBehaviour(['bool'], []);
    case 'alignment':
      return undefinedBehaviour(['alignment'], []);
    case 'overlap':
      return memory([], [], ['detect_leaks=0']);
    case 'deref':
      return memory([], ['null', 'bounds', 'object-size'], ['detect_leaks=0', 'detect_stack_use_after_return=1']);
    case 'free':
      return memory([], [], ['detect_leaks=0']);
    case 'data-race':
      return {
        compiling: ['-g', '-fsanitize=thread'],
        linking: ['-fsanitize=thread', '-pthread', ...GATES],
        // The first report may be about another pair of accesses.
        environment: {
          TSAN_OPTIONS: 'exitcode=66:halt_on_error=0:atexit_sleep_ms=0:history_size=7',
          // Its runtime writes a file there to save some work, which the process may not do.
          TEST_TMPDIR: '/dev/null',
        },
        trapping: null,
      };
    case 'memtrack':
      return memory([], [], ['detect_leaks=1']);
    case 'memcleanup':
      return memory(NO_ROOTS, [], ['detect_leaks=1']);
  }
}

function undefinedBehaviour(checks: readonly string[], further: readonly string[]): Sanitising {
  const sanitise = `-fsanitize=${checks.join(',')}`;
  return {
    compiling: ['-g', sanitise, ...further],
    linking: [sanitise],
    environment: { UBSAN_OPTIONS: 'print_stacktrace=0:report_error_type=0' },
    trapping: [sanitise, '-fsanitize-undefined-trap-on-error', ...further],
  };
}

function memory(leaks: readonly string[], checks: readonly string[], options: readonly string[]): Sanitising {
  const sanitise = `-fsanitize=${['address', ...checks].join(',')}`;
  return {
    compiling: ['-g', '-fno-omit-frame-pointer', sanitise],
    linking: [sanitise],
    environment: {
      ASAN_OPTIONS: [...ADDRESS, ...options].join(':'),
      LSAN_OPTIONS: ['exitcode=86', ...leaks].join(':'),
    },
    trapping: null,
  };
}
