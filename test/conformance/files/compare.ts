import { type DecideOptions, type Decision, decide } from '../fuzz/decide.ts';
import { BUILDS, compileProgram, groundTruth, MEANING, runProgram } from '../fuzz/native.ts';
import { type Feature, randomProgram } from '../fuzz/program.ts';
import { Random } from '../fuzz/random.ts';
import { tasksOf } from '../fuzz/tasks.ts';
import { splitProgram } from './split.ts';

/** Bits of input of a run. */
const BUDGET = 4;
/** Features of programs with more at file scope than a main function; some are drawn. */
const FEATURES: readonly Feature[] = ['calls', 'recursion', 'records', 'pointers', 'frames', 'nodes', 'variadic'];
/** Between the texts of files. */
const MARK = '//FILE\n';
/** In files other than the first one. */
const DECLARED = 'extern int in(int);\nextern unsigned seen;\nextern void reach_error(void);\n';

/** What became of one task: its decisions in several files, and in another order of these; where one is open, in one file. */
export interface Compared {
  readonly task: string;
  readonly outcome: 'right' | 'open' | 'different';
  readonly decisions: readonly Decision[];
  readonly files: readonly string[];
}

export type Comparison =
  | { readonly kind: 'skipped'; readonly why: string }
  | { readonly kind: 'compared'; readonly tasks: readonly Compared[] };

/** Compares the verdicts about the random program of a seed in one file and in several. */
export function compareFiles(seed: number, folder: string, options: DecideOptions): Comparison {
  const random = new Random(seed ^ 0xface);
  const features = FEATURES.filter((feature) => feature === 'calls' || random.chance(30));
  const { one, files } = splitProgram(randomProgram(seed, features));
  const truth = groundTruth(one, BUDGET, folder);
  if (truth.kind === 'skipped') return truth;
  const [, plain] = BUILDS;
  const alone = runProgram(plain, folder, [BUDGET]);
  const why = compileProgram(files, plain, folder, MEANING);
  if (why !== null) return { kind: 'skipped', why: `several files: ${why}` };
  if (runProgram(plain, folder, [BUDGET]) !== alone)
    throw new Error(`several files are another program:\n${files.join(MARK)}`);
  const whole = tasksOf(one, truth, BUDGET);
  const split = tasksOf({ ...one, text: files.join(MARK) }, truth, BUDGET);
  const tasks = whole.flatMap(({ name, text, expected }, i): Compared[] => {
    if (name !== 'result' && name !== 'all results') return [];
    const texts = partsOf(split[i].text);
    const several = [texts, texts.toReversed()].map((given) => decide(given, options));
    const isOpen = several.some(({ verdict }) => verdict === 'UNKNOWN');
    // Verdicts that GCC's runs confirm are those of one file.
    const decisions = isOpen ? [decide(text, options), ...several] : several;
    return [{ task: name, outcome: outcomeOf(decisions, expected), decisions, files: texts }];
  });
  return { kind: 'compared', tasks };
}

/** The files of a task about several. The first has the functions of the others' inputs. */
function partsOf(text: string): readonly string[] {
  return text.split(MARK).map((part, k) => (k === 0 ? visible(part) : DECLARED + part));
}

/** The text whose names that other files use are not static. */
function visible(text: string): string {
  return text.replace('static unsigned seen', 'unsigned seen').replace('static int in(', 'int in(');
}

/** How decisions about one program compare with each other and with what is right. */
export function outcomeOf(decisions: readonly Decision[], expected: 'TRUE' | 'FALSE' | null): Compared['outcome'] {
  const isWrong = ({ verdict }: Decision): boolean => verdict !== 'UNKNOWN' && verdict !== expected;
  const isOpen = ({ verdict, why }: Decision): boolean => verdict === 'UNKNOWN' && why === 'stopped';
  if (decisions.some(isWrong)) return 'different';
  if (decisions.every(({ verdict }) => verdict === 'UNKNOWN') || decisions.some(isOpen)) return 'open';
  return decisions.some(({ verdict }) => verdict === 'UNKNOWN') ? 'different' : 'right';
}
