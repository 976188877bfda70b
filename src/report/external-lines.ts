import { unreachable } from '../base/errors.ts';
import { changingFunctions } from '../certify/recorded-run.ts';
import type { ExternalFunction, ExternalReading } from '../cfa/externals.ts';
import type { UnknownReason, Verdict } from '../portfolio/verdict.ts';
import type { ReportLine } from './text.ts';

/** Reports the assumptions of a verdict about external functions. */
export function externalLines(verdict: Verdict, externals: readonly ExternalFunction[]): readonly ReportLine[] {
  const named = (...readings: readonly ExternalReading[]): string =>
    externals
      .filter(({ reading }) => readings.includes(reading))
      .map(({ name }) => name)
      .join(', ');
  const lines: ReportLine[] = [];
  const say = (what: string, names: string): void => {
    if (names !== '') lines.push({ style: 'dim', text: `${what}: ${names}.` });
  };
  if (verdict.kind === 'unknown') {
    if (isLimit(verdict.reason))
      say('Proofs must allow any change by these external functions (--externals pure: none)', named('agree', 'havoc'));
  } else if (verdict.kind === 'safe') {
    say('Assumed: these external functions change nothing', named('pure'));
    say('Holds whatever these external functions change', named('agree', 'havoc'));
  } else {
    const changing = verdict.run.kind === 'program' ? changingFunctions(verdict.run) : [];
    const idle = externals.filter(({ name }) => !changing.includes(name));
    say('External functions that change memory or call back in this run', changing.join(', '));
    say('External functions that change nothing in this run', idle.map(({ name }) => name).join(', '));
  }
  return lines;
}

/** Whether the race might have come further with fewer runs to prove something about. */
function isLimit(reason: UnknownReason): boolean {
  switch (reason.kind) {
    case 'time-limit':
      return reason.during !== 'compiling';
    case 'memory-limit':
    case 'incomplete':
      return true;
    case 'unsupported':
    case 'undefined-behaviour':
    case 'crashed':
    case 'stopped':
      return false;
    default:
      return unreachable(reason);
  }
}
