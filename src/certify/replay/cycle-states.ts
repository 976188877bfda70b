import { Layout } from '../../c/types/layout.ts';
import type { IntegerType } from '../../c/types/types.ts';
import type { Moment } from '../../interpreter/index.ts';
import type { AutomatonFunction, LocationMark, Program } from '../../program/cfa/automaton.ts';
import { formatInteger } from '../../program/cfa/format-constant.ts';
import type { ListedStates } from './recorded-run.ts';

/** Most visits that are read; a run may make millions. */
const MOST_VISITS = 1000;

type Variable = Program['globals'][number];

interface ReadVariable {
  readonly name: string;
  readonly type: IntegerType;
  readonly part: { readonly variable: number; readonly bit: 0; readonly bits: number; readonly recursive: true };
  readonly isStatic: boolean;
}

/** Reads the integer variables that have names at a loop, whenever a run visits it. */
export class CycleStates {
  readonly #layout: Layout;
  readonly #variables: readonly ReadVariable[];
  readonly #rows = new Map<string, readonly string[]>();
  #visits = 0;

  constructor(program: Program, place: { readonly functionId: number; readonly location: number }) {
    this.#layout = new Layout(program);
    const fn = program.functions[place.functionId];
    const mark = fn?.marks.find(({ kind, location }) => kind === 'loop' && location === place.location);
    this.#variables = fn == null || mark === undefined ? [] : namedAt(program, fn, mark).flatMap((v) => this.#read(v));
  }

  visit(moment: Moment): void {
    if (this.#visits++ >= MOST_VISITS) return;
    const row = this.#variables.map(({ type, part, isStatic }) => {
      const bits = moment.read({ ...part, path: isStatic ? null : moment.path });
      if (bits === null) return null;
      return formatInteger(type, this.#layout.isSigned(type) ? BigInt.asIntN(part.bits, bits) : bits);
    });
    this.#rows.set(
      row.join(),
      row.map((value) => value ?? ''),
    );
  }

  /** The states of all visits; null: they are too many, or not known. */
  get listed(): ListedStates | null {
    if (this.#visits === 0 || this.#visits > MOST_VISITS) return null;
    const rows = [...this.#rows.values()];
    const known = this.#variables.flatMap((_, i) => (rows.every((row) => row[i] !== '') ? [i] : []));
    return {
      names: known.map((i) => this.#variables[i].name),
      rows: rows.map((row) => known.map((i) => row[i])),
    };
  }

  #read({ name, type, id, storage }: Variable): readonly ReadVariable[] {
    if (type.kind !== 'integer') return [];
    const bits = 8 * Number(this.#layout.sizeOf(type) ?? 0n);
    if (bits > 64) return [];
    return [{ name, type, part: { variable: id, bit: 0, bits, recursive: true }, isStatic: storage === 'static' }];
  }
}

/** The variables whose names denote them at a loop. Declarations further inwards hide others of the same name. */
function namedAt({ globals }: Program, fn: AutomatonFunction, { at, moment }: LocationMark): readonly Variable[] {
  const named = new Map<string, Variable>();
  const before = globals.filter(
    (global) =>
      global.scope === null &&
      global.at.file === at.file &&
      (global.at.line < at.line || (global.at.line === at.line && global.at.column < at.column)),
  );
  const inScope = [...fn.parameters, ...fn.locals, ...globals.filter(({ scope }) => scope === fn.id)].flatMap(
    (variable) => {
      const extent = fn.extents.get(variable.id);
      return extent !== undefined && extent.from <= moment && moment < extent.to ? [{ variable, extent }] : [];
    },
  );
  inScope.sort((a, b) => a.extent.from - b.extent.from);
  for (const variable of [...before, ...inScope.map((one) => one.variable)]) named.set(variable.name, variable);
  return [...named.values()].filter(({ name }) => !name.startsWith('$'));
}
