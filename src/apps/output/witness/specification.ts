import { LemmataError } from '../../../base/errors.ts';
import { ERROR_FUNCTIONS, isAssertion } from '../../../program/cfa/assertion-names.ts';
import { CHECK_KINDS, type CheckKind } from '../../../program/cfa/checks/kinds.ts';
import { checksProperty, formulaOf, type Property, parseProperty, plainPropertyOf } from '../../../race/property.ts';

/** Names that tools write in place of a formula, in small letters. */
const NAMED: Readonly<Record<string, string | undefined>> = {
  'unreach-call': 'G!call(reach_error())',
  'no-overflow': 'G!overflow',
  'no-data-race': 'G!data-race',
  'valid-memcleanup': 'Gvalid-memcleanup',
  termination: 'Fend',
};

/**
 * The formulas of a specification, without spaces: `G!call(reach_error())`. Tools write whole property
 * files, formulas alone, or names of properties, one or several. Null: the text is none of these.
 */
function formulasOf(specification: string): readonly string[] | null {
  const text = specification.replace(/\s+/g, '');
  const named = NAMED[text.toLowerCase()];
  if (named !== undefined) return [named];
  const checks = [...text.matchAll(/CHECK\(init\(main\(\)\),LTL\((.*?)\)\)(?=$|[,;]|CHECK)/g)];
  if (checks.length > 0) {
    const read = checks.map(([whole]) => whole).join('');
    return read.length === text.replace(/[,;](?=CHECK)/g, '').length ? checks.map(([, formula]) => formula) : null;
  }
  const bare = /^LTL\((.*)\)$/.exec(text)?.[1] ?? text;
  return /^(?:G!?|F)[\w()!-]+$/.test(bare) ? [bare] : null;
}

/**
 * The property that a witness is about. `stated` is the one of the command line; null: each known
 * property is accepted, and `further` names more error functions. An empty specification leaves it to the
 * command line. Null if the witness has another property.
 */
export function propertyOf(
  specification: string,
  stated: Property | null,
  further: readonly string[],
): Property | null {
  if (specification.trim() === '') return stated;
  const formulas = formulasOf(specification);
  if (formulas === null) return null;
  if (stated !== null) {
    const expected = new Set(formulasOf(stated.specification));
    return formulas.length === expected.size && formulas.every((formula) => expected.has(formula)) ? stated : null;
  }
  const functions = formulas.map((formula) => /^G!call\((\w+)\(\)\)$/.exec(formula)?.[1] ?? null);
  const known = functions.flatMap((name) =>
    name !== null && (isAssertion(name) || [...ERROR_FUNCTIONS, ...further].includes(name)) ? [name] : [],
  );
  if (known.length === formulas.length) return plainPropertyOf(known);
  if (functions.some((name) => name !== null)) return null;
  const kinds = formulas.flatMap((formula) => CHECK_KINDS.find((kind) => isOf(formula, kind)) ?? []);
  // Formulas of SV-COMP alone are read below, as those of property files.
  const isOwn = formulas.some((formula) => formula.startsWith('G!'));
  if (isOwn && kinds.length === formulas.length) return checksProperty(kinds);
  const checks = formulas.map((formula) => `CHECK(init(main()),LTL(${formula.replace(/^([GF])(?!!)/, '$1 ')}))`);
  try {
    return parseProperty(checks.join('\n'), 'specification');
  } catch (error) {
    if (error instanceof LemmataError) return null;
    throw error;
  }
}

/** Whether the formula says that no operation fails a check of the kind. */
function isOf(formula: string, kind: CheckKind): boolean {
  return formula === `G!${kind}` || formula === formulaOf(kind).replaceAll(' ', '');
}
