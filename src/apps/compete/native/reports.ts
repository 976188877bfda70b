import type { SourceLocation } from '../../../base/source.ts';
import type { SanitisedKind } from './request.ts';

/** A report of a sanitiser. */
export interface SanitiserReport {
  readonly by: 'UBSan' | 'ASan' | 'LSan' | 'TSan';
  /** The sanitiser's words: `signed integer overflow: ...`, `heap-buffer-overflow`, `Direct leak of 8 byte(s)`. */
  readonly what: string;
  /** Lines of the program that the report names, the innermost call first. */
  readonly places: readonly Pick<SourceLocation, 'file' | 'line'>[];
  /** Whether the program jumped to address 0. The stack of the report lacks the function of the call then. */
  readonly isNullCall?: boolean;
}

const UNDEFINED = /^(.+?):(\d+):\d+: runtime error: (.*)$/;
const ADDRESS = /ERROR: AddressSanitizer:? (attempting [\w-]+|[\w-]+)/;
const NULL_CALL = /ERROR: AddressSanitizer: SEGV on unknown address .*\(pc 0x0+ /;
const LEAK = /^((?:Direct|Indirect) leak of \d+ byte\(s\))/;
const THREADS = /^WARNING: ThreadSanitizer: ([\w -]+)/;
/** Begins the parts of a report of ThreadSanitizer behind the stacks of the two accesses. */
const BEHIND_ACCESSES = /^(SUMMARY| {2}(Location|Mutex|Thread|As if))/;
const THREAD_FRAME = /^\s+#\d+ .*? ((?:\/|\w|\.)\S*?):(\d+)(?::\d+)? \(/;
const FRAME = /^\s+#\d+ 0x[\da-f]+ (?:in .*? )?((?:\/|\w|\.).*?):(\d+)(?::\d+)?$/;

/** Reads the reports in the text that a sanitised program wrote to stderr, in their order. */
export function readReports(text: string): readonly SanitiserReport[] {
  const reports: SanitiserReport[] = [];
  /** Lines of the stack that belong to the last report; null: other stacks follow. */
  let stack: { file: string; line: number }[] | null = null;
  /** Lines of both accesses of the last race; null: the report is over. */
  let accesses: { file: string; line: number }[] | null = null;
  for (const line of text.split('\n')) {
    const race = THREADS.exec(line);
    if (race !== null) {
      accesses = [];
      reports.push({ by: 'TSan', what: race[1].replace(/ $/, ''), places: accesses });
      continue;
    }
    if (BEHIND_ACCESSES.test(line)) accesses = null;
    const inThread = THREAD_FRAME.exec(line);
    if (accesses !== null && inThread !== null) accesses.push({ file: inThread[1], line: Number(inThread[2]) });
    const undefinedBehaviour = UNDEFINED.exec(line);
    const address = ADDRESS.exec(line);
    const leak = LEAK.exec(line);
    const frame = FRAME.exec(line);
    if (undefinedBehaviour !== null) {
      const [, file = '', number, what = ''] = undefinedBehaviour;
      reports.push({ by: 'UBSan', what, places: [{ file, line: Number(number) }] });
    } else if (address !== null || leak !== null) {
      stack = [];
      const by = leak === null ? 'ASan' : 'LSan';
      const isNullCall = NULL_CALL.test(line);
      const what = isNullCall ? 'a call through a null pointer' : (address?.[1] ?? leak?.[1] ?? '');
      reports.push({ by, what, places: stack, ...(isNullCall ? { isNullCall } : {}) });
    } else if (frame !== null && stack !== null) {
      const [, file = '', number] = frame;
      stack.push({ file, line: Number(number) });
    } else if (line.trim() === '' && stack !== null && stack.length > 0) stack = null;
  }
  return reports;
}

/** Whether the report is about a fault of the kind. */
export function isAbout(kind: SanitisedKind, { by, what }: Pick<SanitiserReport, 'by' | 'what'>): boolean {
  const released = /^(attempting|bad-free|alloc-dealloc|double-free)/.test(what);
  switch (kind) {
    case 'overflow':
      return (
        by === 'UBSan' && /^(signed integer overflow|left shift of|negation of|division of .* cannot be)/.test(what)
      );
    case 'division':
      return by === 'UBSan' ? what.startsWith('division by zero') : what === 'FPE';
    case 'shift':
      return by === 'UBSan' && what.startsWith('shift exponent');
    case 'conversion':
      return by === 'UBSan' && what.includes('outside the range of representable values');
    case 'unreachable':
      return by === 'UBSan' && what.startsWith('execution reached an unreachable program point');
    case 'representation':
      return by === 'UBSan' && /^load of value .* is not a valid value for type/.test(what);
    case 'alignment':
      return by === 'UBSan' && what.includes('misaligned address');
    case 'overlap':
      return by === 'ASan' && what.includes('param-overlap');
    case 'deref':
      return by === 'UBSan' || (by === 'ASan' && !released);
    case 'free':
      return by === 'ASan' && released;
    case 'data-race':
      return by === 'TSan' && what.startsWith('data race');
    case 'memtrack':
    case 'memcleanup':
      return by === 'LSan';
  }
}

/** Whether the report is about a case that is no fault in all readings of SV-COMP's rules. */
export function isContested({ what }: Pick<SanitiserReport, 'what'>): boolean {
  return what.startsWith('left shift of negative value');
}

/**
 * Describes a report in a few words, with the line of the program. `nameOf`: the user's name of a file
 * of the program; null for other files.
 */
export function reportText(
  { by, what, places, isNullCall }: SanitiserReport,
  nameOf: (file: string) => string | null,
): string {
  if (isNullCall) return `${by} reports ${what}`;
  const [place] = places.flatMap(({ file, line }) => {
    const name = nameOf(file);
    return name === null ? [] : [`${name}:${line}`];
  });
  return `${by} reports ${what}${place === undefined ? '' : ` in ${place}`}`;
}
