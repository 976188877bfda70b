import type { FunctionDeclaration, TranslationUnit } from '../ast.ts';
import { isComplete } from '../type/type-tools.ts';
import type { ProgramState } from './program.ts';

/** What is left to do when all files were read: aliases, tentative arrays, the list of what there is. */
export function finishProgram(program: ProgramState, files: readonly string[]): TranslationUnit {
  for (const alias of program.aliases) {
    const target = program.functions.find((each) => each.name === alias.target && each.definition !== null);
    if (target === undefined) program.messages.error('C1603', [alias.target], alias.at);
    else alias.function.definition ??= target.definition;
  }
  const constructors: FunctionDeclaration[] = [];
  for (const [declaration, { name, ordered, at }] of program.startup) {
    const { definition } = declaration;
    if (definition === null) continue;
    if (name === 'constructor' && !ordered && definition.parameters.length === 0) constructors.push(declaration);
    else program.messages.error('C1336', [`the ${name} attribute${ordered ? ' with a priority' : ''}`], at);
  }
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
    files,
    warnings: program.messages.warnings,
  };
}
