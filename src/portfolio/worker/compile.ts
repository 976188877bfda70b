import { readFileSync } from 'node:fs';
import { LemmataError } from '../../base/errors.ts';
import type { Diagnostic } from '../../c/diagnostics.ts';
import { parseBtor2 } from '../../transys/btor2/parse.ts';
import type { TransitionSystem } from '../../transys/system.ts';
import type { CompileAnswer, CompileJob } from '../messages.ts';

/** A system before the passes, with what else the race needs. */
export type Compiled =
  | (CompileAnswer & { kind: 'rejected' })
  | {
      readonly kind: 'compiled';
      readonly diagnostics: readonly Diagnostic[];
      readonly system: TransitionSystem;
      readonly program: SharedArrayBuffer | null;
    };

/** Reads a BTOR2 model. Throws LemmataError `E-INPUT` with the place of the first problem. */
export function compileModel(job: CompileJob): Compiled {
  const [file] = job.files;
  const text = readFileSync(file, 'utf8');
  if (text.trim() === '') throw new LemmataError('E-INPUT', `${file} is empty`);
  const system = parseBtor2(text, file);
  if ((system.blocks[0]?.bads.length ?? 0) === 0) throw new LemmataError('E-INPUT', `${file} has no bad property`);
  return { kind: 'compiled', diagnostics: [], system, program: null };
}

/** From C files to a system: front end, automaton, one linked automaton, encoding. Needs a deep stack. */
export function compileProgram(_job: CompileJob): Compiled {
  throw new LemmataError('E-INTERNAL', 'not wired');
}
