import { parseProgram } from '../../src/c/index.ts';
import type { DataModel } from '../../src/c/types/types.ts';
import { buildProgram, linkProgram } from '../../src/program/passes.ts';
import { encode } from '../../src/system/encode/index.ts';
import { simplify } from '../../src/system/transys/passes/simplify.ts';
import type { TransitionSystem } from '../../src/system/transys/system.ts';

/** What compiling a program costs, phase by phase. */
export interface Cost {
  /** CPU seconds. */
  readonly seconds: Readonly<Record<'parse' | 'build' | 'link' | 'encode' | 'passes' | 'total', number>>;
  /** Sizes in words. */
  readonly what: string;
  /** Most memory of the process so far, in bytes. */
  readonly peakBytes: number;
  readonly edges: number;
  /** How often the encoding was begun. */
  readonly rounds: number;
  /** Null if the program could not be linked. */
  readonly system: TransitionSystem | null;
}

/** From C text without directives to a simplified transition system; the error function is `reach_error`. */
export function costOf(text: string, model: DataModel): Cost {
  const seconds = { parse: 0, build: 0, link: 0, encode: 0, passes: 0, total: 0 };
  const timed = <T>(phase: keyof typeof seconds, work: () => T): T => {
    const start = process.cpuUsage();
    const result = work();
    const { user, system } = process.cpuUsage(start);
    seconds[phase] = (user + system) / 1e6;
    seconds.total += seconds[phase];
    return result;
  };
  const finish = (what: string, sizes: Pick<Cost, 'edges' | 'rounds' | 'system'>): Cost => {
    return { seconds, what, ...sizes, peakBytes: process.resourceUsage().maxRSS * 1024 };
  };
  const unit = timed('parse', () => parseProgram([{ text, file: 'program.c' }], { model }));
  const program = timed('build', () => buildProgram(unit));
  const linked = timed('link', () => linkProgram(program, { errorFunctions: ['reach_error'] }));
  if ('unsupported' in linked) return finish(linked.unsupported, { edges: 0, rounds: 0, system: null });
  const { system: whole, rounds } = timed('encode', () => encode(linked));
  const { system } = timed('passes', () => simplify(whole));
  const what = [
    `${linked.edges.length} edges`,
    `${linked.contexts.length} contexts`,
    `${system.blocks.length} blocks`,
    `${system.stateVars.length} state variables`,
    `${system.terms.size} terms`,
    `${system.gaps.length} gaps`,
    `${rounds} rounds`,
  ];
  return finish(what.join(', '), { edges: linked.edges.length, rounds, system });
}
