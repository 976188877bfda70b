import { writeFileSync } from 'node:fs';
import { builtinTable, UNSUPPORTED_BUILTINS } from '../src/c/builtins/builtin-table.ts';
import type { Precondition, Treatment } from '../src/c/builtins/library/row.ts';
import { libraryTable } from '../src/c/builtins/library/table.ts';
import { threadRole } from '../src/program/threads/functions.ts';
import { threadModel } from '../src/program/threads/model.ts';

/**
 * Writes docs/library.md from the tables of library functions and builtins: `node scripts/run.mjs
 * scripts/library-page.ts --write`. A test compares the page with the tables.
 */
const FILE = 'docs/library.md';

/** Functions that the weaving of threads knows, by their roles or by models in C. */
const MODELLED = new Set(threadModel('LP64', 'any', 1).functions.keys());
const OF_THREADS = [...libraryTable().keys()].filter((name) => threadRole(name, MODELLED) !== null).sort();

/** Treatments in the order of the page, with their meaning for verdicts. */
const MEANINGS: Readonly<Record<Treatment, string>> = {
  translated: 'The front end replaces the call by a constant or by other expressions.',
  formula:
    'Proofs and runs know what the function does. Proofs have a formula, for some functions only where the arguments allow it.',
  model: 'Proofs and runs know what the function does. Proofs use a model in C, or a formula.',
  interpreter:
    'Runs know what the function does. Proofs hold for any result, and for any value that it writes through its arguments.',
  input:
    'The result is an input, within the bounds that the library gives. The function may write any value through its arguments.',
  approximate: 'Proofs hold for any result. A run that depends on the result is no error: the verdict is UNKNOWN then.',
  ends: 'The call does not return.',
  control:
    'Jumps, and functions that are called later: followed where the program shows where control goes, otherwise UNKNOWN.',
  unsupported:
    'A run that reaches the call ends in UNKNOWN, which names the function and the place. Programs with threads may call those under "threads".',
};

/** Suffixes of the forms of a function for other types. */
const FORMS = 'f l ll q f16 f32 f32x f64 f64x f128 f128x _1 _2 _4 _8 _16'.split(' ');

/** Makes the text of the page. */
export function libraryPage(): string {
  const sections = Object.entries(MEANINGS).map(([treatment, meaning]) => {
    const functions = namesWith(libraryTable(), treatment);
    // A builtin that is a library function is treated as that function.
    const builtins = namesWith(builtinTable(), treatment).filter((name) => isOwn(name));
    const parts = [`## ${treatment}`, meaning];
    if (functions.length > 0) parts.push(`**Functions** (${functions.length}): ${listed(functions)}`);
    if (builtins.length > 0) parts.push(`**Builtins** (${builtins.length}): ${listed(builtins)}`);
    if (treatment === 'unsupported') {
      const families = UNSUPPORTED_BUILTINS.families.map((family) => `\`${family}*\``).join(', ');
      parts.push(
        `**Families of builtins**: ${families}, and all builtins and functions of the system's headers that are on no list.`,
      );
    }
    return parts.join('\n\n');
  });
  return `# Library functions and builtins

This page gives the treatment of each function of C's library, of POSIX and of GCC that a program calls and does not define.
\`scripts/library-page.ts\` writes it from the tables in \`src/c/builtins\`. \`__builtin_NAME\` and \`__builtin___NAME_chk\` of a library
function NAME have the treatment of NAME. A function in braces stands for its forms with these suffixes as well.

${sections.join('\n\n')}

## threads

In programs that start threads, proofs and runs know these functions, whatever the list above that has them says.

**Functions** (${OF_THREADS.length}): ${listed(OF_THREADS)}

## What calls require
A call that violates a requirement is undefined. \`lemmata check\` looks for it as \`argument\` or \`overlap\`. Accesses of functions belong to \`deref\`, releases to \`free\`.

| functions | requirement |
|---|---|
${requirements().join('\n')}
| \`__builtin_clz\` \`__builtin_ctz\` and their forms | argument 1 is not 0 |
| \`__builtin_unreachable\` | no run calls it |
`;
}

/** Rows of the table of requirements, one for each requirement. */
function requirements(): string[] {
  const byText = new Map<string, string[]>();
  for (const [name, { row }] of libraryTable())
    for (const text of [...(row?.requires?.map(requirement) ?? []), ...(row?.counted?.map(countedPointer) ?? [])])
      byText.set(text, [...(byText.get(text) ?? []), name]);
  return [...byText].map(([text, names]) => `| ${listed(names.sort())} | ${text} |`);
}

function countedPointer([pointer, count]: readonly [pointer: number, count: number]): string {
  return `argument ${pointer + 1} is not null, also where argument ${count + 1} is 0 ([contested](properties.md#accesses-and-releases))`;
}

function requirement(precondition: Precondition): string {
  const argument = (position: number): string => `argument ${position + 1}`;
  switch (precondition.kind) {
    case 'range': {
      const { at, least, most, known } = precondition;
      const beyond =
        known === undefined ? '' : known === 'all' ? '; glibc defines all' : `; glibc: ${known.join(' to ')}`;
      return `${argument(at)} lies in ${least} to ${most}${beyond}`;
    }
    case 'not':
      return `${argument(precondition.at)} is not ${precondition.value}`;
    case 'not-least':
      return `${argument(precondition.at)} is not the least value of its type`;
    case 'divisor':
      return `${argument(precondition.at)} is not 0, nor -1 where ${argument(precondition.of)} is the least value`;
    case 'object':
      return `${argument(precondition.at)} is the address of an object${precondition.nullable ? ', or null' : ''}`;
    case 'format':
      return precondition.list === undefined
        ? `${argument(precondition.at)} is a format that the later arguments fit`
        : `${argument(precondition.at)} is a format that the arguments in the list of ${argument(precondition.list)} fit`;
    case 'list-apart': {
      const { to, list, limit } = precondition;
      const part = limit === undefined ? '' : `, within ${argument(limit)} bytes`;
      return `no pointer in the list of ${argument(list)} leads into the object of ${argument(to)}${part}; where one does, nothing is known`;
    }
    case 'mode':
      return `${argument(precondition.at)} is a mode of C11 7.21.5.3, perhaps with \`e\`, \`c\`, \`m\` or \`,ccs=\` behind it; where it is no literal, other characters are not judged`;
    case 'unbuffered':
      return `${argument(precondition.at)} is null; elsewhere nothing is known, since the stream uses the memory later`;
    case 'begun':
      return `${argument(precondition.at)} is not null before a call in which it was not null`;
    case 'string-apart': {
      const { to, from, limit, behind, cut, unit } = precondition;
      const units = unit === undefined ? 'bytes' : 'wide characters';
      const part =
        limit === undefined ? '' : `, up to ${argument(limit)} ${units}${cut === true ? ' with its end' : ''},`;
      return `the string at ${argument(from)}${part} does not overlap with its copy ${behind === true ? 'behind the string ' : ''}at ${argument(to)}`;
    }
    case 'printed-apart': {
      const { to, format, limit } = precondition;
      const part = limit === undefined ? '' : `, up to ${argument(limit)} bytes`;
      return `no text that ${argument(format)} prints overlaps with what is printed to ${argument(to)}${part}; where the format is no literal, texts in one array are not judged`;
    }
    case 'pointed-apart':
      return `no text from ${argument(precondition.first)} on overlaps with the one at ${argument(precondition.to)}; where they may lie in one array, nothing is known`;
    case 'open':
      return `${argument(precondition.at)} is an open stream`;
    case 'apart': {
      const { to, from, bytes, unit, atMost } = precondition;
      const units = unit === undefined ? 'bytes' : 'wide characters';
      const doubt = atMost === true ? '; where fewer may be copied, nothing is known' : '';
      return `the places of ${argument(to)} and ${argument(from)} do not overlap in as many ${units} as ${argument(bytes)} says${doubt}`;
    }
  }
}

function namesWith(table: ReadonlyMap<string, { readonly treatment: Treatment }>, treatment: string): string[] {
  return [...table].flatMap(([name, entry]) => (entry.treatment === treatment ? [name] : [])).sort();
}

function isOwn(name: string): boolean {
  const kind = builtinTable().get(name)?.builtin?.kind;
  return kind !== 'library' && kind !== 'checked';
}

/** Lists names, with the forms of one function together: `sin{f, l}`. */
function listed(names: readonly string[]): string {
  const all = new Set(names);
  const forms = new Map<string, string[]>();
  for (const name of names) {
    const suffix = FORMS.find((each) => name.endsWith(each) && all.has(name.slice(0, -each.length)));
    const known = suffix === undefined ? name : name.slice(0, -suffix.length);
    forms.set(known, [...(forms.get(known) ?? []), ...(known === name ? [] : [name.slice(known.length)])]);
  }
  return [...forms]
    .map(([name, suffixes]) => `\`${name}${suffixes.length > 0 ? `{${suffixes.join(', ')}}` : ''}\``)
    .join(' ');
}

if (process.argv.includes('--write')) writeFileSync(FILE, libraryPage());
