import { readFileSync } from 'node:fs';
import { LemmataError } from '../../base/errors.ts';
import type { TranslationUnit } from '../../c/ast.ts';
import { type Diagnostic, FrontEndError } from '../../c/diagnostics.ts';
import { parseProgram } from '../../c/index.ts';
import { type MarkedFiles, markedFiles } from '../../c/source/marked-files.ts';
import { type PreprocessedFile, preprocess } from '../../c/source/preprocess.ts';
import { lineCount } from '../../c/source/source-text.ts';
import type { Program } from '../../cfa/automaton.ts';
import { buildProgram } from '../../cfa/build/program.ts';
import { linkProgram } from '../../cfa/link/program.ts';
import { type ProgramOutline, programOutline } from '../../cfa/outline.ts';
import { type EncodingDecisions, encode, encodingDecisions, explainEncoding } from '../../encode/index.ts';
import { parseBtor2 } from '../../transys/btor2/parse.ts';
import type { TransitionSystem } from '../../transys/system.ts';
import type { CompileAnswer, CompileJob } from '../messages.ts';
import { DEFAULT_ERROR_FUNCTION } from '../property.ts';
import { storeProgram } from './stored-program.ts';

/** A system before the passes, with what else the race needs. */
export type Compiled =
  | (CompileAnswer & { kind: 'rejected' })
  | {
      readonly kind: 'compiled';
      readonly diagnostics: readonly Diagnostic[];
      readonly system: TransitionSystem;
      readonly decisions: readonly string[];
      /** The same as data; null for hardware. */
      readonly encoding: EncodingDecisions | null;
      readonly outline: ProgramOutline | null;
      readonly sources: MarkedFiles | null;
      readonly program: SharedArrayBuffer | null;
      /** Of the files that were given. */
      readonly lines: number;
    };

/** Lines about the encoding that are kept for people. */
const MOST_DECISIONS = 1000;

/** Reads a BTOR2 model. Throws LemmataError `E-INPUT` with the place of the first problem. */
export function compileModel(job: CompileJob): Compiled {
  const [file] = job.files;
  const text = readFileSync(file, 'utf8');
  if (text.trim() === '') throw new LemmataError('E-INPUT', `${file} is empty`);
  const system = parseBtor2(text, file);
  if ((system.blocks[0]?.bads.length ?? 0) === 0) throw new LemmataError('E-INPUT', `${file} has no bad property`);
  const nothing = { diagnostics: [], decisions: [], encoding: null, outline: null, sources: null, program: null };
  return { kind: 'compiled', system, lines: lineCount(text), ...nothing };
}

/**
 * From C files to a system: preprocessing, front end, automaton, one linked automaton, encoding. Needs a deep stack. Throws LemmataError
 * `E-INPUT` for a program without main, or without the function that the property names.
 */
export async function compileProgram(job: CompileJob): Promise<Compiled> {
  const loaded = await load(job);
  if (loaded.kind === 'rejected') return loaded;
  const { unit, diagnostics, sources, lines } = loaded;
  const program = buildProgram(unit, { allocationMayFail: job.mallocMayFail });
  checkProgram(program, job.errorFunction);
  const linked = linkProgram(program, { errorFunction: job.errorFunction });
  if ('unsupported' in linked) throw new LemmataError('E-INPUT', `cannot verify ${linked.unsupported}`);
  const { system, encoding } = encode(linked);
  const decisions = encodingDecisions(system, encoding);
  return {
    kind: 'compiled',
    diagnostics,
    system,
    decisions: explainEncoding(system, decisions).slice(0, MOST_DECISIONS),
    encoding: decisions,
    outline: job.outline ? programOutline(linked.source, job.errorFunction) : null,
    sources,
    program: storeProgram(linked.source),
    lines,
  };
}

type Loaded =
  | (CompileAnswer & { kind: 'rejected' })
  | {
      readonly kind: 'loaded';
      readonly unit: TranslationUnit;
      readonly diagnostics: readonly Diagnostic[];
      readonly sources: MarkedFiles | null;
      readonly lines: number;
    };

async function load({ files, dataModel: model, outline, includes, defines }: CompileJob): Promise<Loaded> {
  try {
    const sources: PreprocessedFile[] = [];
    for (const file of files) sources.push(await preprocess(file, { model, includes, defines }));
    const unit = parseProgram(sources, { model });
    const diagnostics = [...sources.flatMap(({ warnings }) => warnings), ...unit.warnings];
    const lines = sources.reduce((sum, source) => sum + source.lines, 0);
    return { kind: 'loaded', unit, diagnostics, sources: outline ? markedFiles(sources) : null, lines };
  } catch (error) {
    if (error instanceof FrontEndError) return { kind: 'rejected', diagnostics: error.diagnostics };
    throw error;
  }
}

function checkProgram(program: Program, errorFunction: string): void {
  const [file] = program.files;
  if (program.main === null) throw new LemmataError('E-INPUT', `${program.files.join(', ')}: there is no function main`);
  if (program.functions.some((fn) => fn?.name === errorFunction)) return;
  const hint = errorFunction === DEFAULT_ERROR_FUNCTION ? 'name another function by --property' : 'the property names it';
  throw new LemmataError('E-INPUT', `${file}: the program has no function ${errorFunction} (${hint})`);
}
