import type { ByteOrder } from '../base/byte-order.ts';
import type { FunctionDeclaration, TranslationUnit } from './ast.ts';
import { type Diagnostic, diagnostic, FrontEndError } from './diagnostics.ts';
import { joinAliases } from './parse/aliases.ts';
import { endingFunction } from './parse/ending.ts';
import { MAX_DEPTH } from './parse/failures.ts';
import { parseFile } from './parse/parser.ts';
import { ProgramState } from './parse/program.ts';
import type { Startup } from './parse/specifiers.ts';
import { resolveSymbols, uniteTypes } from './parse/symbols.ts';
import { NotShared } from './parse/tags.ts';
import { withExcerpts } from './source/source-map.ts';
import type { SourceText } from './source/source-text.ts';
import { isComplete } from './types/type-basics.ts';
import type { DataModel } from './types/types.ts';

/**
 * Parses and checks preprocessed files and links them into one program. It recurses deep into the
 * syntax, so it needs a stack of 256 MB. Throws FrontEndError with at most 20 located errors.
 */
export function parseProgram(
  sources: readonly SourceText[],
  {
    model,
    byteOrder = 'little',
    loopClauses = false,
    annotations = false,
  }: {
    readonly model: DataModel;
    readonly byteOrder?: ByteOrder;
    /** Whether the clauses of loops are read. */
    readonly loopClauses?: boolean;
    /** Whether clauses in comments are read. */
    readonly annotations?: boolean;
  },
): TranslationUnit {
  const unshared = new Set<string>();
  for (;;) {
    const program = new ProgramState({ dataModel: model, byteOrder }, unshared, { loopClauses, annotations });
    try {
      for (const [index, source] of sources.entries()) {
        program.file = index;
        parseFile(program, source);
      }
      const unit = finishProgram(
        program,
        sources.map(({ file }) => file),
      );
      return { ...unit, warnings: withExcerpts(unit.warnings, sources) };
    } catch (error) {
      if (error instanceof NotShared) unshared.add(error.key);
      else throw located(error, program, sources);
    }
  }
}

/** Returns the error to throw: earlier recorded errors come first, and excerpts are added. */
function located(error: unknown, program: ProgramState, sources: readonly SourceText[]): unknown {
  const { errors } = program.messages;
  let last: readonly Diagnostic[];
  if (error instanceof FrontEndError) last = error.diagnostics;
  else if (error instanceof RangeError && /call stack/.test(error.message))
    last = [diagnostic('C1703', [MAX_DEPTH], program.place())];
  else return error;
  const all = [...errors, ...last.filter((each) => !errors.includes(each))].slice(0, 20);
  return new FrontEndError(withExcerpts(all, sources));
}

/** Rank of functions without a priority, after all priorities, which have 16 bits. */
const NO_PRIORITY = 65_536;

/**
 * Completes the program after all files were read: aliases, tentative arrays, the lists of its
 * functions and variables.
 */
function finishProgram(program: ProgramState, files: readonly string[]): TranslationUnit {
  uniteTypes(program);
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
    byteOrder: program.layout.byteOrder,
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
