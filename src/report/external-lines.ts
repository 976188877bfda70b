import { changingFunctions } from '../certify/recorded-run.ts';
import type { ExternalFunction, ExternalReading } from '../cfa/externals.ts';
import type { Verdict } from '../portfolio/verdict.ts';
import type { ReportLine } from './text.ts';

/** Reports the assumptions of a verdict about external functions. */
export function externalLines(verdict: Verdict, externals: readonly ExternalFunction[]): readonly ReportLine[] {
  if (verdict.kind === 'unknown') return [];
  const named = (...readings: readonly ExternalReading[]): string =>
    externals
      .filter(({ reading }) => readings.includes(reading))
      .map(({ name }) => name)
      .join(', ');
  const lines: ReportLine[] = [];
  const say = (what: string, names: string): void => {
    if (names !== '') lines.push({ style: 'dim', text: `${what}: ${names}.` });
  };
  if (verdict.kind === 'safe') {
    say('Assumed of external functions, that they change nothing', named('pure'));
    say('Holds whatever these external functions change', named('agree', 'havoc'));
  } else {
    const changing = verdict.run.kind === 'program' ? changingFunctions(verdict.run) : [];
    const idle = externals.filter(({ name }) => !changing.includes(name));
    say('External functions, which change memory in this run', changing.join(', '));
    say('External functions, which change nothing in this run', idle.map(({ name }) => name).join(', '));
  }
  return lines;
}
