import type { TranslationUnit } from './ast.ts';
import { type Diagnostic, diagnostic, FrontEndError } from './diagnostics.ts';
import { MAX_DEPTH } from './parse/failures.ts';
import { finishProgram } from './parse/link.ts';
import { parseFile } from './parse/parser.ts';
import { ProgramState } from './parse/program.ts';
import { NotShared } from './parse/tags.ts';
import { type PreprocessOptions, preprocess } from './source/preprocess.ts';
import { withExcerpts } from './source/source-map.ts';
import type { Standard } from './source/standard.ts';
import type { DataModel } from './types/types.ts';

/** A preprocessed file and its name for messages. */
export interface SourceText {
  readonly text: string;
  readonly file: string;
  /** Default: C17. */
  readonly standard?: Standard;
}

/**
 * Parses and checks preprocessed files and links them into one program. It recurses deep into the
 * syntax, so it needs a stack of 256 MB. Throws FrontEndError with at most 20 located errors.
 */
export function parseProgram(sources: readonly SourceText[], options: { readonly model: DataModel }): TranslationUnit {
  const unshared = new Set<string>();
  for (;;) {
    const program = new ProgramState(options.model, unshared);
    try {
      for (const [index, { text, file, standard = 'c17' }] of sources.entries()) {
        program.file = index;
        parseFile(program, text, file, standard);
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

/**
 * Preprocesses files, in order, and parses them as one program. Throws like `preprocess` and
 * {@link parseProgram}.
 */
export async function loadProgram(files: readonly string[], options: PreprocessOptions): Promise<TranslationUnit> {
  const sources: SourceText[] = [];
  for (const file of files) sources.push(await preprocess(file, options));
  return parseProgram(sources, { model: options.model });
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
