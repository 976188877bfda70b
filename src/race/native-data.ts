import { cFunctions } from '../base/c-functions.ts';
import PRELUDE from '../program/lowering/models/c/prelude.h';
import SYSTEM from '../program/lowering/models/c/system.c';

/** Inputs of models in C of functions that get data from the system, in programs that are compiled. */

const DATA = /^(?:result|count|length|byte) of (\w+)$/;

/** Returns the name in C of the function that gives the inputs of that name. */
export function inputFunction(name: string): string {
  return DATA.test(name) ? `lemmata_${name.replaceAll(' ', '_')}` : name;
}

/**
 * Writes the functions of the system in C that a run got data from. Their models get it from functions that
 * give the inputs with these names. `attribute` stands before each function.
 */
export function systemDefinitions(names: readonly string[], attribute: string): string {
  const given = new Set(names.map(inputFunction));
  const systems = new Set(names.flatMap((name) => DATA.exec(name)?.[1] ?? []));
  const models = systems.size === 0 ? [] : [...cFunctions(SYSTEM).values()].filter(({ name }) => systems.has(name));
  const parts = models.flatMap(({ declarations, text }) => [
    ...declarations.split('\n').map(inC),
    ...(text.includes('reads(') ? [inC(cFunctions(PRELUDE).get('reads')!.text)] : []),
    `${attribute} ${inC(text)}`,
  ]);
  return [...new Set(parts)]
    .flatMap((part) => {
      const source = /^(.*\b(lemmata_\w+))\(void\);$/.exec(part);
      // A run may take one kind of these inputs only.
      if (source === null) return [part];
      return given.has(source[2]) ? [] : [`${attribute} ${source[1]}() { return 0; }`];
    })
    .join('\n');
}

/** A part of a model as C without the names of the prelude. */
function inC(part: string): string {
  return part
    .replace(/__(?=(result|count|length|byte)_of_)/g, 'lemmata_')
    .replace(/\bmalloc\b/g, '__builtin_malloc')
    .replace(/\b__LONG_MAX__\b/g, '__PTRDIFF_MAX__')
    .replace(/\bssize_t\b/g, '__PTRDIFF_TYPE__')
    .replace(/\bsize_t\b/g, '__SIZE_TYPE__')
    .replace(/\bbyte\b/g, 'unsigned char');
}
