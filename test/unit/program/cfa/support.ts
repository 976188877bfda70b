import { parseProgram } from '../../../../src/c/index.ts';
import type { Program } from '../../../../src/program/cfa/automaton.ts';
import type { LinkedProgram } from '../../../../src/program/cfa/linked.ts';
import type { LinkLimits } from '../../../../src/program/link/limits.ts';
import { buildProgram, linkProgram } from '../../../../src/program/passes.ts';
import { formatFunction, formatLinked } from './printer.ts';

/** The automata of a C program, LP64. */
export function compile(source: string): Program {
  return buildProgram(parseProgram([{ text: source, file: 'test.c' }], { model: 'LP64' }));
}

/** The edges of one function as text, one a line, without its head line. */
export function edgesOf(source: string, name = 'f'): string {
  const program = compile(source);
  const fn = program.functions.find((candidate) => candidate?.name === name);
  if (!fn) throw new Error(`no function ${name}`);
  return formatFunction(fn, program)
    .slice(1)
    .map((line) => line.trim())
    .join('\n');
}

export function link(source: string, errorFunction = 'reach_error', limits?: Partial<LinkLimits>): LinkedProgram {
  const linked = linkProgram(compile(source), { errorFunctions: [errorFunction], limits });
  if ('unsupported' in linked) throw new Error(linked.unsupported);
  return linked;
}

/** The linked program as text. */
export function linkedText(source: string, errorFunction = 'reach_error', limits?: Partial<LinkLimits>): string {
  return formatLinked(link(source, errorFunction, limits)).trim();
}
