import { dirname } from 'node:path';
import type { SourceLocation } from '../../../base/source.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import { endedLatch, stepModel } from '../../../system/transys/btor2/print.ts';
import { printFunction } from '../../../system/transys/c-program.ts';
import { namesAt } from '../../../system/transys/c-text/at-block.ts';
import { isAt } from '../../../system/transys/control.ts';
import type { Block, InputOrigin, TransitionSystem } from '../../../system/transys/system.ts';
import { changedText } from '../witness/text/changed-text.ts';
import { FileText } from '../witness/text/file-text.ts';
import type { TextRange } from '../witness/text/found.ts';
import { loopAt } from '../witness/text/loop-places.ts';
import { COMPARISON, inputsText, PROBES, trialScript } from './trial-texts.ts';

/** Plain expressions: their evaluation has no effect, and no sign of a comment. */
const PLAIN = /^[A-Za-z_][\w.]*(?:\[\d+\])*$/;
/** Words that are put in stand between these. */
const [OPEN, CLOSE] = ['/*+*/', '/*-*/'];

/** The program of a trial. */
export interface TrialProgram {
  readonly files: readonly string[];
  readonly dataModel: 'ILP32' | 'LP64';
  readonly read: (file: string) => string | Uint8Array;
  readonly errorFunctions: readonly string[];
  /** Functions without a body. */
  readonly externals: readonly string[];
}

/**
 * Files with which a compiler runs the program beside its system `model.c`. Null if the program shows neither states
 * nor inputs of the system. They are the program with probes at the heads of loops, its inputs, the comparison, and a
 * script. Throws `E-INPUT` as `printC` does.
 */
export function trialFiles(system: TransitionSystem, program: TrialProgram): ReadonlyMap<string, string> | null {
  const trial = new Trial(system, program);
  return trial.isEmpty ? null : trial.files();
}

/** A value that a probe tells: its C expression, and whether it is an array. */
interface Shown {
  readonly expression: string;
  readonly isArray: boolean;
}

/** The head of a loop that is a cut point, with all values that its probe tells. */
interface Head {
  readonly text: FileText;
  readonly keyword: 'while' | 'for' | 'do';
  readonly head: TextRange;
  readonly shown: Shown[];
}

class Trial {
  readonly #texts: ReadonlyMap<string, FileText>;
  /** The head of each loop by its position in its file. */
  readonly #places = new Map<string, Head>();
  /** Calls that take inputs. */
  readonly #calls = new Map<string, { readonly text: FileText; readonly range: TextRange }>();

  constructor(
    private readonly system: TransitionSystem,
    private readonly program: TrialProgram,
  ) {
    const textOf = (file: string): string => Buffer.from(program.read(file)).toString();
    this.#texts = new Map(program.files.map((file) => [file, new FileText(file, textOf(file))]));
    for (const block of system.pc === null ? [] : system.blocks) this.#add(block);
    for (const { origin } of system.inputs) if (origin?.kind === 'nondet') this.#siteOf(origin);
  }

  get isEmpty(): boolean {
    return this.#places.size + this.#calls.size === 0;
  }

  files(): ReadonlyMap<string, string> {
    this.#placeProbes();
    const { dataModel, errorFunctions, externals } = this.program;
    const sources = [...this.#texts.values()].map((text, i) => ({
      name: `trial-${i + 1}.c`,
      source: text.file,
      folder: dirname(text.file),
      text: changedText(text, PROBES).text,
    }));
    const isName = (name: string): boolean => /^\w+$/.test(name);
    return new Map([
      ...sources.map(({ name, text }): [string, string] => [name, text]),
      ['trial-inputs.c', inputsText(errorFunctions.filter(isName), externals.filter(isName))],
      ['trial-compare.c', this.#comparison()],
      ['trial.sh', trialScript({ sources, head: PROBES.split('\n').length + 1, dataModel })],
    ]);
  }

  /** The number of the place of a block, from 1; 0: the program does not show where it is. */
  #placeOf({ at }: Block): number {
    return at === null ? 0 : [...this.#places.keys()].indexOf(keyOf(at)) + 1;
  }

  /** The number of the call that takes an input, from 1; 0: it is not found. */
  #siteOf({ at, name }: InputOrigin): number {
    const text = this.#texts.get(at.file);
    const calls = text?.structure.calls.filter((call) => call.name === name) ?? [];
    const range = text?.at({ ...at, file_name: at.file }, calls, ({ start }) => start) ?? null;
    if (text === undefined || range === null) return 0;
    const key = `${at.file}:${range.start}`;
    if (!this.#calls.has(key)) this.#calls.set(key, { text, range });
    return [...this.#calls.keys()].indexOf(key) + 1;
  }

  /** Adds the place of a block, and what is shown there. */
  #add(block: Block): void {
    const { at } = block;
    const text = at === null ? undefined : this.#texts.get(at.file);
    const loop = at === null || text === undefined ? null : loopAt(text, at);
    if (at === null || text === undefined || loop === null) return;
    const place = this.#places.get(keyOf(at)) ?? { text, keyword: loop.keyword, head: loop.head, shown: [] };
    this.#places.set(keyOf(at), place);
    for (const { expression, isArray } of this.#values(block))
      if (!place.shown.some((one) => one.expression === expression)) place.shown.push({ expression, isArray });
  }

  /** The values at a block that the program shows, with the state variable of each. */
  #values(block: Block): readonly (Shown & { readonly variable: number; readonly width: number })[] {
    const { terms, stateVars } = this.system;
    const { origin } = namesAt(this.system, block, true);
    // Others are not live: the system has any value there.
    const used = new Set(freeVariables(terms, [block.feasible, block.bad, block.gap, ...block.next]));
    return stateVars.flatMap(({ term }, variable) => {
      const found = used.has(term) ? origin(term) : null;
      if (found === null || !PLAIN.test(found.expression)) return [];
      const { expression, width } = found;
      return [{ expression, isArray: terms.sort(term).kind === 'array', variable, width }];
    });
  }

  #placeProbes(): void {
    const put = (
      { text, range }: { readonly text: FileText; readonly range: TextRange },
      before: string,
      behind: string,
    ) => text.edits.wrap(range, OPEN + before + CLOSE, behind === '' ? '' : OPEN + behind + CLOSE, 0);
    [...this.#places.values()].forEach(({ text, keyword, head, shown }, i) => {
      const values = shown.map(
        ({ expression, isArray }) => `${isArray ? 'lemmata_array' : 'lemmata_value'}(${expression})`,
      );
      const probe = ['(lemmata_at(', `${i + 1})`, ...values.map((value) => `, ${value}`), ', lemmata_end())'].join('');
      const [before, behind] =
        keyword === 'do'
          ? [`{ ${probe}; `, ' }']
          : head.start === head.end
            ? [` ${probe}, 1`, '']
            : [`(${probe}, (`, '))'];
      put({ text, range: head }, before, behind);
    });
    [...this.#calls.values()].forEach((call, i) => {
      put(call, `(lemmata_site = ${i + 1}, `, ')');
    });
  }

  /** The program that compares: tables and functions about this system, and the comparison. */
  #comparison(): string {
    const { system } = this;
    const { terms, stateVars, pc, blocks } = system;
    const model = stepModel(system);
    const field = (t: Term): string => `s->s${model.states.findIndex(({ term }) => term === t)}`;
    const ended = endedLatch(system);
    const inputs = model.inputs.map(({ term }) => ({
      term,
      sort: terms.sort(term),
      origin: system.inputs.find((one) => one.term === term)?.origin ?? null,
    }));
    const counter = pc === null ? '0' : field(stateVars[pc].term);
    const guards = inputs.map(({ origin }) => origin?.guard ?? terms.false);
    const rows = inputs.map(({ origin, sort }) => {
      const site = origin?.kind === 'nondet' && sort.kind !== 'array' ? this.#siteOf(origin) : -1;
      // Memory that the library gives has zeros as well.
      const isZero =
        origin?.kind === 'uninitialised' || origin?.kind === 'allocation' || origin?.site.startsWith('initial:');
      return `  {${origin?.block ?? -1}, ${isZero ? -2 : site}, ${origin?.order ?? 0}},`;
    });
    const sets = inputs.map(({ sort }, i) =>
      sort.kind === 'array'
        ? `  if (i == ${i}) in->i${i} = with(NULL, 0, v);`
        : `  if (i == ${i}) in->i${i} = v & ones(${sort.kind === 'bv' ? sort.width : 1});`,
    );
    const checks = blocks.flatMap((block) => {
      const place = [...this.#places.values()][this.#placeOf(block) - 1];
      if (place === undefined) return [];
      const lines = this.#values(block).map(({ expression, isArray, variable, width }) => {
        const { term, name } = stateVars[variable];
        const sort = terms.sort(term);
        const at = place.shown.findIndex((one) => one.expression === expression);
        const bits =
          sort.kind === 'bv'
            ? sort.width
            : sort.kind === 'array' && sort.element.kind === 'bv'
              ? sort.element.width
              : 1;
        const words = JSON.stringify(name.replace(/[^ -~]/g, '?'));
        return `    same_${isArray ? 'array' : 'value'}(${words}, ${field(term)}, ${isArray ? `${width}, ` : ''}${bits}, shown[${at}]);`;
      });
      return [`  case ${block.id}:`, ...lines, '    break;'];
    });
    return [
      '/* Compares a run of the program with the system: see trial.sh. */',
      '#define main run_model\n#include "model.c"\n#undef main\n#include <string.h>\n',
      `enum { INPUTS = ${inputs.length}, BLOCKS = ${blocks.length} };`,
      '/* Each input has a block, the call that takes it (-2: it is zero, -1: it is not followed), and its order. */',
      `static const struct { int block, site, order; } table[INPUTS + 1] = {\n${[...rows, '  {-1, -1, 0},'].join('\n')}\n};`,
      `static const char *const names[BLOCKS] = {${blocks.map(({ name }) => JSON.stringify(name)).join(', ')}};`,
      `static const int places[BLOCKS] = {${blocks.map((block) => this.#placeOf(block)).join(', ')}};`,
      `static int block_of(const struct state *s) { return (int)${counter}; }`,
      `static int has_ended(const struct state *s) { return ${ended === null ? '0' : field(ended)}; }`,
      ['static void set(struct inputs *in, int i, word v) {', ...sets, '}'].join('\n'),
      printFunction(
        model,
        'static void guards(const struct state *s, const struct inputs *in, char *is)',
        [...guards, terms.orAll(blocks.map(({ id, doubtful }) => terms.and(isAt(system, id), doubtful)))],
        (values) => values.map((value, i) => `is[${i}] = ${value};`),
      ),
      COMPARISON.replace('/* CASES */', checks.join('\n')),
    ].join('\n');
  }
}

const keyOf = ({ file, line, column }: SourceLocation): string => `${file}:${line}:${column}`;
