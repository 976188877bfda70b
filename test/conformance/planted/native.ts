import { type Build, compileProgram, type NativeRun, readRuns, runProgram } from '../fuzz/native.ts';
import { BUDGET, PLANTED, type PlantedProgram } from './program.ts';

/** Limit of one run in ms. */
const RUN_MILLISECONDS = 200;
/** Optimisations that docs/undefined.md excludes. */
const OPTIONS = ['-w', '-fno-strict-aliasing', '-frounding-math', '-Drestrict=', '-pipe'];

/**
 * The first build stops at much that C does not define. The others mean what `docs/meaning-of-c.md` says
 * about overflows and types of accesses.
 */
export const BUILDS: readonly Build[] = [
  {
    name: 'checked',
    driver: ['-fsanitize=address'],
    options: ['-O0', '-fsanitize=address,undefined,float-cast-overflow', '-fno-sanitize-recover=all'],
    link: ['-fsanitize=address,undefined'],
  },
  { name: 'O0', driver: [], options: ['-O0', '-fwrapv'], link: [] },
  { name: 'O2', driver: [], options: ['-O2', '-fwrapv'], link: [] },
];

/** What compiled code does on one input. */
export interface PlantedRun {
  /** The bits read, behind a leading 1. */
  readonly seen: number;
  /** Whether the planted call has an argument that is not zero. */
  readonly isPlanted: boolean;
  /** The results at the end of the program; none where a build does not come so far. */
  readonly results: readonly number[];
  /** Whether a sanitiser or a signal ends some build. */
  readonly isStrange: boolean;
}

export type PlantedTruth =
  | { readonly kind: 'runs'; readonly runs: readonly PlantedRun[] }
  | { readonly kind: 'skipped'; readonly why: string };

/**
 * The runs of a planted program on all inputs. A program that is not defined without what is planted has
 * none.
 */
export function plantedTruth(program: PlantedProgram, folder: string): PlantedTruth {
  const all: (readonly NativeRun[])[] = [];
  let defined: string | null = null;
  for (const build of BUILDS) {
    const why = compileProgram(program.native, build, folder, OPTIONS);
    if (why !== null) return { kind: 'skipped', why };
    const without = runProgram(build, folder, [BUDGET, 0, RUN_MILLISECONDS]);
    const planted = runProgram(build, folder, [BUDGET, 1, RUN_MILLISECONDS]);
    if (without === null || planted === null) return { kind: 'skipped', why: 'the driver was stopped' };
    if (/^1 /m.test(without)) return { kind: 'skipped', why: 'undefined without what is planted' };
    defined ??= without;
    if (defined !== without) return { kind: 'skipped', why: 'depends on what C leaves open without what is planted' };
    all.push(readRuns(planted).runs);
  }
  // What means as GCC's library has it is judged without sanitisers, whose allocator is another one.
  const judged = program.snippet.treatment === 'GCC' ? all.slice(1) : all;
  // Reads of input behind the planted call depend on nothing but the program.
  const runs = readRuns(defined ?? '').runs.map(({ seen, probes }): PlantedRun => {
    const same = judged.flat().filter((run) => run.seen === seen);
    return {
      seen,
      isPlanted: probes.has(PLANTED),
      results: same.flatMap(({ sum }) => (sum === null ? [] : [Number(BigInt.asIntN(32, sum))])),
      isStrange: same.length < judged.length || same.some(({ isStrange }) => isStrange),
    };
  });
  return { kind: 'runs', runs };
}
