import { resolve } from 'node:path';
import { CHECKS, isLeakKind } from '../../../program/cfa/checks/kinds.ts';
import type { Ended } from '../process/execution.ts';
import { limitText, type Opinion } from '../validate/step.ts';
import { ASSUMPTION_FAILED, LEFT_PATH, REACHED } from './harness.ts';
import { isAbout, isContested, readReports, reportText, type SanitiserReport } from './reports.ts';
import type { NativeEnd, NativeRequest, SanitisedKind } from './request.ts';

type Shown = Exclude<NativeEnd, { readonly kind: 'hidden' }>;

interface Circumstances {
  /** Whether the program got all inputs of the run. */
  readonly isComplete: boolean;
  /** Whether the fault ends the program by a trap, in place of a report. */
  readonly traps: boolean;
}

/** Returns what the end of a compiled program says about the claimed end of the run. */
export function judge(request: NativeRequest, end: Shown, ended: Ended, how: Circumstances): Opinion {
  if (end.kind === 'call') {
    if (ended.exitCode === REACHED) return { outcome: 'confirmed', detail: `the compiled program ${end.what}` };
    return otherEnd(ended, how);
  }
  if (how.traps) {
    if (ended.signal === 'SIGILL' || ended.signal === 'SIGFPE')
      return { outcome: 'confirmed', detail: `the compiled program stops at ${CHECKS[end.of].fault}` };
    return otherEnd(ended, how);
  }
  return judgeReports(request, end.of, ended, how);
}

function judgeReports(request: NativeRequest, kind: SanitisedKind, ended: Ended, how: Circumstances): Opinion {
  const { at, files } = request;
  const own = new Map([...files, ...(at === null ? [] : [at.file])].map((file) => [resolve(file), file]));
  const nameOf = (file: string): string | null => own.get(resolve(file)) ?? null;
  const reports = readReports(ended.stderr);
  const fitting = reports.filter((report) => isAbout(kind, report) && isOfProgram(kind, report, nameOf));
  const isThere = (report: SanitiserReport): boolean =>
    at === null || isLeakKind(kind) || report.isNullCall === true || namesLine(report, at.file, at.line);
  // Reports behind the first fault have no meaning.
  const first = fitting.find((report) => !isContested(report) || isThere(report));
  const said = first ?? reports[0];
  const detail = said === undefined ? '' : reportText(said, nameOf);
  if (first !== undefined && isThere(first)) return { outcome: 'confirmed', detail };
  if (ended.stderr.includes('LeakSanitizer has encountered a fatal error'))
    return { outcome: 'open', detail: 'LeakSanitizer cannot stop the program here' };
  // A statement may have several lines.
  if (first !== undefined) return { outcome: 'open', detail: `${detail}, not in line ${at?.line}` };
  // ThreadSanitizer keeps the last few accesses of each object alone, and the order of plain ones is open.
  if (kind === 'data-race' && limitText(ended) === null && ended.signal === null)
    return { outcome: 'open', detail: 'ThreadSanitizer reports no data race in the order of calls of the run' };
  const other = otherEnd(ended, { ...how, isComplete: how.isComplete && kind !== 'data-race' });
  return said === undefined ? other : { ...other, detail: `${other.detail}; ${detail}` };
}

/** Whether a report of a lost block is about one of the program, and not about one of the C library. */
function isOfProgram(
  kind: SanitisedKind,
  { places }: SanitiserReport,
  nameOf: (file: string) => string | null,
): boolean {
  return !isLeakKind(kind) || places.some(({ file }) => nameOf(file) !== null);
}

function namesLine({ places }: SanitiserReport, file: string, line: number): boolean {
  return places.some((place) => place.line === line && resolve(place.file) === resolve(file));
}

/** An end without what was expected: it refutes the run if the program got all of its inputs. */
function otherEnd(ended: Ended, { isComplete }: Circumstances): Opinion {
  const limit = limitText(ended);
  if (limit !== null) return { outcome: 'open', detail: limit };
  const { exitCode, signal } = ended;
  const how =
    exitCode === LEFT_PATH
      ? 'asks for other inputs'
      : exitCode === ASSUMPTION_FAILED
        ? 'breaks an assumption'
        : `ends with ${signal ?? exitCode}`;
  return { outcome: isComplete ? 'refuted' : 'open', detail: `the compiled program ${how}` };
}
