import { parseProgram } from '../../../c/index.ts';
import type { CType, DataModel, RecordDefinition } from '../../../c/types/types.ts';
import type { AutomatonFunction, Expr, Program } from '../../cfa/automaton.ts';
import { lowerUnit } from '../program.ts';
import { type ModelText, modelSource } from './texts.ts';

/** A parsed model, as a program of its own. */
export interface ParsedModel {
  readonly program: Program;
  readonly function: AutomatonFunction;
  /** The structure that stands for the element type; null if that is an integer type, or there is none. */
  readonly element: RecordDefinition | null;
}

/** Parses models at their first use. */
export class ModelParser {
  readonly #known = new Map<string, ParsedModel>();

  constructor(private readonly model: DataModel) {}

  /** Parses a model. `element`: an integer type as text, or null for a type that is inserted later. */
  parse(text: ModelText, element: string | null): ParsedModel {
    const source = modelSource(text, this.model, element);
    let parsed = this.#known.get(source);
    if (parsed === undefined) {
      const program = lowerUnit(parseProgram([{ text: source, file: '<library>' }], { model: this.model }));
      const [name] = /\w+(?=\()/.exec(text.text)!;
      const fn = program.functions.find((each) => each?.name === name && each.defined)!;
      parsed = { program, function: fn, element: elementOf(fn) };
      this.#known.set(source, parsed);
    }
    return parsed;
  }
}

/** Structures that stand for one of the program: an element type, or the element of a `va_list`. */
const ELEMENTS = /^__(element|va_list_tag)$/;

/**
 * Returns the program's structure for a `va_list`, which is the last argument; null if it is not a
 * structure.
 */
export function listElement(given: readonly Expr[]): CType | null {
  const type = given.at(-1)?.type;
  return type?.kind === 'pointer' && type.target.kind === 'struct' ? type.target : null;
}

function elementOf(fn: AutomatonFunction): RecordDefinition | null {
  for (const type of [fn.type.result, ...fn.parameters.map((parameter) => parameter.type)]) {
    if (type.kind === 'pointer' && type.target.kind === 'struct' && ELEMENTS.test(type.target.definition.tag ?? ''))
      return type.target.definition;
  }
  return null;
}
