import { unreachable } from '../../../base/errors.ts';
import { formatLocation, type SourceLocation } from '../../../base/source.ts';
import { changingFunctions } from '../../../certify/replay/recorded-run.ts';
import { isAssertion } from '../../../program/cfa/assertion-names.ts';
import type { Assumption } from '../../../program/cfa/assumptions.ts';
import { type Entry, elements, entryText } from '../../../program/cfa/entry-options.ts';
import type { ExternalFunction, ExternalReading } from '../../../program/cfa/externals.ts';
import type { UnknownReason, Verdict } from '../../../race/verdict.ts';

/** Facts about a program that restrict the meaning of its verdict. */
export interface ProgramAssumptions {
  /** External functions of the program with their readings. */
  readonly externals?: readonly ExternalFunction[];
  /** Function that the program began at; null for `main`. */
  readonly entry?: Entry | null;
  readonly assumptions?: readonly Assumption[];
}

/** An assumption as a sentence, with the place that it is about. `--json` writes it. */
export interface StatedAssumption {
  readonly kind: 'entry' | 'external' | Assumption['kind'];
  readonly text: string;
  readonly at?: SourceLocation;
}

/** Returns what the verdict takes for granted, one sentence for each assumption. */
export function statedAssumptions(verdict: Verdict, program: ProgramAssumptions): readonly StatedAssumption[] {
  const { externals = [], entry = null, assumptions = [] } = program;
  const begins: readonly StatedAssumption[] =
    entry === null || verdict.kind === 'unknown' ? [] : [{ kind: 'entry', text: entryText(entry) }];
  return [
    ...begins,
    ...externalTexts(verdict, externals).map((text) => ({ kind: 'external', text }) as const),
    ...assumptions.flatMap((assumption) => {
      const text = textOf(verdict, assumption);
      if (text === null) return [];
      const at = 'at' in assumption ? assumption.at : null;
      return [{ kind: assumption.kind, text, ...(at === null ? {} : { at }) }];
    }),
  ];
}

/** Null if the assumption does not concern a verdict of this kind. */
function textOf(verdict: Verdict, assumption: Assumption): string | null {
  switch (assumption.kind) {
    case 'allocation':
      return verdict.kind === 'safe'
        ? `Assumed: ${listed(assumption.functions)} never ${assumption.functions.length === 1 ? 'runs' : 'run'} out of memory (--malloc-may-fail drops this).`
        : null;
    case 'uncalled':
      return verdict.kind === 'safe'
        ? `The program never calls ${listed([...new Set(assumption.functions.map(plainName))], 'or')}, so that no run can violate the property (lemmata check looks for other faults).`
        : null;
    case 'unchecked': {
      const { at, count } = assumption;
      const others = count === 1 ? '' : ` and ${count - 1} more`;
      const name = plainName(assumption.function);
      return `Not checked: ${name} at ${formatLocation(at)}${others}, because the property asks about something else.`;
    }
    case 'vacuous':
      return verdict.kind === 'safe'
        ? `No run passes ${assumption.function} at ${formatLocation(assumption.at)}: TRUE says nothing about what comes after it.`
        : null;
    case 'entry-object':
      return verdict.kind === 'unknown'
        ? null
        : `Assumed: ${assumption.pointer} leads to ${elements(assumption.count)}, as the program says.`;
    case 'interrupt':
    case 'volatile':
    case 'device':
      return verdict.kind === 'unknown' ? null : assumption.text;
    case 'byte-order':
      return verdict.kind === 'unknown'
        ? null
        : 'Assumed: the machine is big-endian, so that the first byte of an object is its most significant one.';
    case 'threads':
      return verdict.kind === 'unknown'
        ? null
        : 'Assumed: memory is sequentially consistent, so that all threads see writes in one order.';
    case 'order':
      return verdict.kind === 'unsafe'
        ? `C leaves the order open of ${assumption.what} at ${formatLocation(assumption.at)}: this run takes one of the orders, and others may not fail.`
        : null;
    case 'approximation': {
      const { construct, at } = assumption;
      if (verdict.kind !== 'safe') return null;
      const where = at === null ? '' : ` at ${formatLocation(at)}`;
      // The proof does not say that there is such a read.
      if (construct === 'read outside an object') return `Holds even if a read leaves its object${where}.`;
      return `Holds for any result of: ${construct}${where}.`;
    }
    default:
      return unreachable(assumption);
  }
}

function plainName(name: string): string {
  return isAssertion(name) ? 'assert' : name;
}

function listed(names: readonly string[], word = 'and'): string {
  if (names.length <= 1) return names[0] ?? '';
  return `${names.slice(0, -1).join(', ')} ${word} ${names[names.length - 1]}`;
}

/** The assumptions about external functions. */
function externalTexts(verdict: Verdict, externals: readonly ExternalFunction[]): readonly string[] {
  const named = (...readings: readonly ExternalReading[]): string =>
    externals
      .filter(({ reading }) => readings.includes(reading))
      .map(({ name }) => name)
      .join(', ');
  const texts: string[] = [];
  const say = (what: string, names: string): void => {
    if (names !== '') texts.push(`${what}: ${names}.`);
  };
  if (verdict.kind === 'unknown') {
    if (isLimit(verdict.reason))
      say('Proofs must allow any change by these external functions (--externals pure: none)', named('agree', 'havoc'));
  } else if (verdict.kind === 'safe') {
    say('Assumed: these functions without a body return any value and change nothing', named('pure'));
    say('Holds whatever these functions without a body return and change', named('agree', 'havoc'));
    const truthful = externals.filter(({ truths }) => truths === true).map(({ name }) => name);
    say('Assumed: these functions leave 0 or 1 in each _Bool', truthful.join(', '));
  } else {
    const changing = verdict.run.kind === 'program' ? changingFunctions(verdict.run) : [];
    const idle = externals.filter(({ name }) => !changing.includes(name));
    say('Functions without a body that change memory or call back in this run', changing.join(', '));
    say(
      'Functions without a body that return a value and change nothing in this run',
      idle.map(({ name }) => name).join(', '),
    );
  }
  return texts;
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
