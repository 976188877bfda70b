import type { FunctionDeclaration, TranslationUnit } from '../ast.ts';
import { isComplete } from '../types/type-tools.ts';
import { joinAliases } from './aliases.ts';
import { endingFunction } from './ending.ts';
import type { ProgramState } from './program.ts';
import type { Startup } from './specifiers.ts';
import { resolveSymbols } from './symbols.ts';

/** Rank of functions without a priority, after all priorities, which have 16 bits. */
const NO_PRIORITY = 65_536;

/**
 * Completes the program after all files were read: aliases, tentative arrays, the lists of its
 * functions and variables.
 */
export function finishProgram(program: ProgramState, files: readonly string[]): TranslationUnit {
  joinAliases(program);
  resolveSymbols(program);
  const constructors = startupFunctions(program, 'constructor');
  const ending = endingFunction(program, startupFunctions(program, 'destructor').reverse());
  for (const variable of program.globals) {
    const { type } = variable;
    if (variable.undefined) continue;
    // A tentative array without length has one element (C11 6.9.2p5).
    if (type.kind === 'array' && type.length === 'unknown') variable.type = { ...type, length: 1n };
    else if (!isComplete(type) && type.kind !== 'function')
      program.messages.error('C1340', [variable.name, type.kind], variable.at);
  }
  if (program.messages.errors.length > 0) throw program.messages.asError();
  return {
    dataModel: program.model,
    globals: program.globals,
    functions: program.functions,
    constructors,
    ending,
    files,
    warnings: program.messages.warnings,
  };
}

/** Lists the defined functions that have the attribute, in the order in which constructors run. */
function startupFunctions(program: ProgramState, name: Startup['name']): FunctionDeclaration[] {
  const found = program.startup
    .map((each) => ({ ...each, function: each.function.same ?? each.function }))
    .filter((each) => each.startup.name === name && each.function.definition !== null);
  for (const { function: declaration, startup } of found) {
    // The C library passes the arguments of main to them.
    if (declaration.definition!.parameters.length > 0)
      program.messages.error('C1336', [`the ${name} attribute of a function with parameters`], startup.at);
  }
  const places = new Map(program.defined.map((declaration, place) => [declaration, place]));
  const place = (declaration: FunctionDeclaration) => places.get(declaration) ?? -1;
  const rank = ({ priority }: Startup) => (priority === null ? NO_PRIORITY : Number(priority));
  const ordered = found.toSorted((a, b) => rank(a.startup) - rank(b.startup) || place(a.function) - place(b.function));
  return ordered.map((each) => each.function);
}
