import { LemmataError } from '../../base/errors.ts';
import { shownName } from '../../base/files.ts';
import type { Program } from '../../program/cfa/automaton.ts';
import { byPlace, type Check } from '../../program/cfa/checks/places.ts';
import { NOWHERE } from '../../program/cfa/make.ts';
import { endsTheRun } from '../../program/link/library.ts';
import type { PassedProgram } from '../../program/passes.ts';
import type { CompileJob } from '../messages/compilation.ts';
import { ERROR_FUNCTIONS, type Property, plainPropertyOf } from '../property.ts';

/**
 * Returns the property of a job with the functions of the program, and the checks that are decided one by
 * one. `pointed`: functions that mean a failing assertion and are called through pointers, which are
 * no places of checks. Throws LemmataError `E-INPUT` if a named function or every such function is missing.
 */
export function propertyOf(
  { program, assertions, checks: placed }: PassedProgram,
  { property: stated, eachCheck }: CompileJob,
  pointed: readonly string[],
): { readonly property: Property; readonly checks: readonly Check[] } {
  const property = propertyIn(program, assertions, stated);
  const named = (errorFunctions: readonly string[]): Property => ({ ...property, errorFunctions });
  if (property.kind !== 'checks' || !eachCheck)
    return { property: pointed.length === 0 ? property : named([...property.errorFunctions, ...pointed]), checks: [] };
  const further = pointed.map((name): Check => {
    const at = program.functions.find((fn) => fn?.name === name)?.at ?? NOWHERE;
    return { name, kind: 'assertion', at, function: name, contested: null };
  });
  const checks = [...placed, ...further].sort(byPlace);
  return { property: named(checks.map(({ name }) => name)), checks };
}

/** Returns the property with the error functions and assertion functions of the program. */
function propertyIn(program: Program, assertions: readonly string[], property: Property): Property {
  const file = shownName(program.files[0] ?? '');
  if (program.main === null) throw new LemmataError('E-INPUT', `${shownNames(program)}: ${withoutMain(program)}`);
  const names = new Set(program.functions.flatMap((fn) => (fn === null ? [] : [fn.name])));
  const present = property.errorFunctions.filter((name) => names.has(name));
  if (property.kind === 'checks' || property.kind === 'termination') return property;
  if (property.kind === 'stated') {
    if (present.length > 0) return property;
    throw new LemmataError(
      'E-INPUT',
      `${file}: the program has no function ${property.errorFunctions[0]}, which the property names`,
    );
  }
  const missing = property.errorFunctions.find(
    (name) => !names.has(name) && !ERROR_FUNCTIONS.includes(name) && !endsTheRun(name),
  );
  if (missing !== undefined)
    throw new LemmataError('E-INPUT', `${file}: the program has no function ${missing}, which must not be called`);
  const all = [...new Set([...present, ...assertions])];
  if (all.length > 0) return plainPropertyOf(all);
  throw new LemmataError('E-INPUT', `${file}: ${NOTHING_TO_VERIFY}`);
}

const NOTHING_TO_VERIFY =
  'there is nothing to verify, since the program has no assert and no reach_error: say what holds by assert(condition) of <assert.h>, name a function that must not be called (--error-function NAME, or --property FILE), or look for overflows, wrong accesses and other faults with lemmata check';

/** Most names of functions that a message lists. */
const SHOWN_FUNCTIONS = 5;

/** Says that there is no `main`, and where a verification may begin instead. */
function withoutMain({ functions }: Program): string {
  const names = functions.flatMap((fn) =>
    fn?.defined === true && fn.origin === 'program' && !fn.name.startsWith('$') ? [fn.name] : [],
  );
  if (names.length === 0) return 'there is no function main';
  const shown = names.slice(0, SHOWN_FUNCTIONS).join(', ');
  const others = names.length > SHOWN_FUNCTIONS ? ', ...' : '';
  return `there is no function main; --entry NAME begins at another function (${shown}${others}), with any arguments`;
}

function shownNames({ files }: Program): string {
  return files.map((file) => shownName(file)).join(', ');
}
