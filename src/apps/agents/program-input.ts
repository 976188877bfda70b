import { z } from 'zod';
import { CHECK_KINDS, PLACED_CHECKS } from '../../program/cfa/checks/kinds.ts';

/** A word that no command line reads as an option. */
const WORD = z.string().regex(/^[^-]/, 'does not begin with -');
const FILE = WORD.describe('A path, relative to the working folder of the server');

/** A program: files, or a text. */
const PROGRAM = {
  files: z.array(FILE).default([]).describe('C files (.c, .i), taken as one program; or one .btor2 model'),
  text: z.string().optional().describe('A program as C text, in place of files; its places are named <stdin>'),
  dataModel: z.enum(['ILP32', 'LP64']).optional(),
  includes: z.array(WORD).default([]).describe('Folders for #include'),
  defines: z.array(WORD).default([]).describe('Macros: NAME or NAME=VALUE'),
  compileCommands: FILE.optional().describe('compile_commands.json with the flags of the files'),
};
const OPTIONS = z
  .array(z.string())
  .default([])
  .describe("Further words of the command line, such as ['--externals', 'pure']; none that writes files or sends");

/** A question about a program that engines answer. */
const QUESTION = {
  ...PROGRAM,
  entry: WORD.optional().describe('Begin at this function instead of main, with any arguments'),
  hints: z
    .array(z.string())
    .default([])
    .describe('Conditions that may hold, each as FILE:LINE: EXPRESSION or FUNCTION: EXPRESSION; tried, never trusted'),
  timeout: z.number().positive().optional().describe('Seconds; default 60, at most what the server allows'),
  options: OPTIONS,
};

export const VERIFY_INPUT = z.object({
  ...QUESTION,
  check: z
    .enum([...CHECK_KINDS, 'termination'])
    .optional()
    .describe('The question; without it, whether an assertion fails or an error function is called'),
});
export const CHECK_INPUT = z.object({
  ...QUESTION,
  checks: z
    .array(z.enum(PLACED_CHECKS))
    .default([])
    .describe('What to look for; without it, faults of all usual kinds'),
});
export const CONTRACTS_INPUT = z.object({
  ...QUESTION,
  functions: z
    .array(WORD)
    .default([])
    .describe('Only these functions; without it, all that have a contract and a body'),
  inline: z.array(WORD).default([]).describe('Functions whose bodies are used, not their contracts'),
});
export const EXPLAIN_INPUT = z.object({ answer: z.string().describe('The name of an answer, such as a1') });
export const RUN_INPUT = z.object({
  ...PROGRAM,
  inputs: z.array(z.string()).default([]).describe('Values for __VERIFIER_nondet_*, in order; 0 after the last'),
  arguments: z.array(z.string()).default([]),
  steps: z.number().int().positive().default(10_000_000).describe('Stop after this number of steps'),
  seconds: z.number().positive().default(10),
});
export const VALIDATE_INPUT = z.object({
  ...PROGRAM,
  witness: FILE.optional().describe('A witness in format 2.x'),
  witnessText: z.string().optional().describe('The same as text'),
  property: FILE.optional().describe('SV-COMP property file'),
  ignoreHashes: z.boolean().default(false),
  timeout: z.number().positive().optional(),
});

type Program = Pick<z.output<typeof RUN_INPUT>, keyof typeof PROGRAM>;

/** The words of the command line that name a program. Throws if there is none. */
export function programWords({ files, text, dataModel, includes, defines, compileCommands }: Program): string[] {
  if (text !== undefined && files.length > 0) throw new Error('files and text exclude each other');
  if (text === undefined && files.length === 0 && compileCommands === undefined)
    throw new Error('no program is given: files or text');
  return [
    ...(dataModel === undefined ? [] : ['--data-model', dataModel]),
    ...includes.flatMap((folder) => ['--include', folder]),
    ...defines.flatMap((macro) => ['--define', macro]),
    ...(compileCommands === undefined ? [] : ['--compile-commands', compileCommands]),
    ...files,
    ...(text === undefined ? [] : ['-']),
  ];
}
