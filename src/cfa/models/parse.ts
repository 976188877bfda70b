import { parseProgram } from '../../c/index.ts';
import type { DataModel, RecordDefinition } from '../../c/types.ts';
import type { AutomatonFunction, Program } from '../automaton.ts';
import { buildProgram } from '../build/program.ts';
import { type ModelText, modelSource } from './texts.ts';

/** A model as it was parsed, on its own. */
export interface ParsedModel {
  readonly program: Program;
  readonly function: AutomatonFunction;
  /** The structure that stands for the element type; null if that is an integer type, or none. */
  readonly element: RecordDefinition | null;
}

/** Parses models when they are first asked for. */
export class ModelParser {
  private readonly known = new Map<string, ParsedModel>();

  constructor(private readonly model: DataModel) {}

  /** `element`: an integer type as text, or null for a type that is put in later. */
  parse(text: ModelText, element: string | null): ParsedModel {
    const source = modelSource(text, this.model, element);
    let parsed = this.known.get(source);
    if (parsed === undefined) {
      const program = buildProgram(parseProgram([{ text: source, file: '<library>' }], { model: this.model }));
      const [name] = /\w+(?=\()/.exec(text.text)!;
      const fn = program.functions.find((each) => each?.name === name && each.defined)!;
      parsed = { program, function: fn, element: elementOf(fn) };
      this.known.set(source, parsed);
    }
    return parsed;
  }
}

function elementOf(fn: AutomatonFunction): RecordDefinition | null {
  for (const { type } of fn.parameters) {
    if (type.kind === 'pointer' && type.target.kind === 'struct' && type.target.definition.tag === '__element')
      return type.target.definition;
  }
  return null;
}
