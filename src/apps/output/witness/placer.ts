import type { WitnessPlace } from './location.ts';
import type { Waypoint } from './read-witness.ts';
import type { Rules } from './rules.ts';
import { constraintOf, RESULT } from './text/constraint.ts';
import { type FileText, fileOf } from './text/file-text.ts';
import type { FoundBranching, FoundCall, FoundStatement, TextRange } from './text/found.ts';
import { isStarter, ThreadStarts } from './thread-starts.ts';

/** A waypoint has no place in the programs; the message says why. */
export class Unplaced extends Error {}

/** Finds the places of waypoints, and puts rules there. */
export class Placer {
  /** The calls that start the threads of the witness. */
  readonly starts: ThreadStarts;

  constructor(
    private readonly texts: ReadonlyMap<string, FileText>,
    readonly rules: Rules,
    private readonly defined: ReadonlySet<string>,
  ) {
    this.starts = new ThreadStarts(rules, defined);
  }

  text(place: WitnessPlace): FileText {
    const file = fileOf(place, [...this.texts.keys()]);
    const text = file === null ? undefined : this.texts.get(file);
    if (text === undefined) throw new Unplaced(`${place.file_name} is not one of the programs`);
    return text;
  }

  place(waypoint: Waypoint, turn: number, index: number): void {
    const text = this.text(waypoint.location);
    const thread = waypoint.thread_id ?? null;
    const rule = { turn, avoid: waypoint.action === 'avoid', source: index, thread };
    switch (waypoint.type) {
      case 'assumption': {
        const condition = constraint(waypoint, false);
        const found = this.#statement(text, waypoint.location);
        this.rules.add(text, found.range, found.form, { ...rule, condition });
        return;
      }
      case 'branching': {
        const found = this.#branching(text, waypoint.location);
        const form =
          found.condition.start === found.condition.end
            ? 'no-condition'
            : found.keyword === 'switch'
              ? 'switch'
              : 'condition';
        this.rules.add(text, found.condition, form, { ...rule, condition: direction(found, waypoint) });
        return;
      }
      case 'function_enter': {
        const starter = thread === null ? null : starterAt(text, waypoint.location);
        if (thread !== null && starter !== null) {
          const problem = this.starts.add(text, starter, { turn, thread, source: index });
          if (problem !== null) throw new Unplaced(problem);
          return;
        }
        const call = this.#call(text, waypoint.location);
        this.rules.add(text, call, 'enter', { ...rule, condition: '1' }, call);
        return;
      }
      case 'function_return': {
        const call = this.#call(text, waypoint.location);
        const condition = waypoint.constraint === undefined ? '1' : constraint(waypoint, true);
        this.rules.add(text, call, 'return', { ...rule, condition, constant: this.#constant(call, condition) }, call);
        return;
      }
      case 'target':
        throw new Unplaced('it is not in the last segment');
      default:
        waypoint.type satisfies never;
    }
  }

  /** A value that the call must return, if the call is an input of the program. */
  #constant({ name }: FoundCall, condition: string): string | null {
    if (name === null || !name.startsWith('__VERIFIER_nondet_') || this.defined.has(name)) return null;
    return new RegExp(`^${RESULT} == (\\(?[-\\w.+() ]+)$`).exec(condition)?.[1] ?? null;
  }

  #statement(
    text: FileText,
    place: WitnessPlace,
  ): { readonly range: TextRange; readonly form: 'beside' | 'braces' | 'comma' } {
    const { statements, expressions } = text.structure;
    const offset = ({ start }: TextRange): number => start;
    const statement = text.at(place, statements, offset);
    const expression = text.at(place, expressions, offset);
    // A statement is meant, unless an expression begins exactly there.
    const exact = expression !== null && text.placeOf(expression.start).column === place.column;
    if (statement !== null && (!exact || statement.start === expression.start))
      return { range: statement, form: formOf(statement) };
    if (expression !== null) return { range: expression, form: 'comma' };
    throw new Unplaced('no statement begins there');
  }

  #branching(text: FileText, place: WitnessPlace): FoundBranching {
    const { branchings } = text.structure;
    const places = branchings.flatMap((branching) => branching.places.map((offset) => ({ branching, offset })));
    const keywords = places.filter(({ branching }) => branching.keyword !== '?');
    const found =
      text.at(place, place.column === undefined ? keywords : places, ({ offset }) => offset) ??
      text.at(place, places, ({ offset }) => offset);
    if (found === null) throw new Unplaced('no branching is there');
    return found.branching;
  }

  #call(text: FileText, place: WitnessPlace): FoundCall {
    const call = text.at(place, text.structure.calls, ({ close }) => close);
    if (call === null) throw new Unplaced('no call ends there');
    return call;
  }
}

/** The call in the line that starts a thread: tools name its opening or closing parenthesis, or no column. */
function starterAt(text: FileText, place: WitnessPlace): FoundCall | null {
  const { calls } = text.structure;
  const offset = ({ close }: FoundCall): number => close;
  const exact = calls.find((call) => {
    const { line, column } = text.placeOf(call.close);
    return line === place.line && column === place.column;
  });
  return exact === undefined ? text.at(place, calls.filter(isStarter), offset) : isStarter(exact) ? exact : null;
}

function formOf({ beside }: FoundStatement): 'beside' | 'braces' {
  return beside ? 'beside' : 'braces';
}

function constraint({ constraint: stated }: Waypoint, result: boolean): string {
  if (stated === undefined) throw new Unplaced('it has no constraint');
  const read = constraintOf(String(stated.value), { result });
  if ('problem' in read) throw new Unplaced(`the constraint ${String(stated.value)} is not followed: ${read.problem}`);
  return read.text;
}

/** The condition on the value of a branching's condition, which is named `lemmata_value`. */
function direction({ keyword, labels }: FoundBranching, { constraint: stated }: Waypoint): string {
  const value = String(stated?.value ?? '').trim();
  if (keyword === 'switch') {
    if (/^\(?[-+]?\s*\w+\)?$/.test(value) && value !== 'default') return `lemmata_value == (${value})`;
    if (value !== 'default') throw new Unplaced(`a switch has no branch ${value}`);
    const cases = labels.map(([low, high]) =>
      high === undefined ? `lemmata_value == (${low})` : `(lemmata_value >= (${low}) && lemmata_value <= (${high}))`,
    );
    return cases.length === 0 ? '1' : `!(${cases.join(' || ')})`;
  }
  if (value === 'true') return 'lemmata_value';
  if (value === 'false') return '!lemmata_value';
  throw new Unplaced(`a branching has no branch ${value}`);
}
