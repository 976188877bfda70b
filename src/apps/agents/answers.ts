import { type Check, RESULT, type Result } from './result.ts';

/** Most answers that are kept, and most characters of all of them; the oldest is dropped first. */
const MOST_ANSWERS = 100;
const MOST_CHARACTERS = 2 ** 26;
/** Most open checks that an explanation lists. */
const MOST_OPEN = 50;

/** An answer of this session. */
export interface Answer {
  readonly name: string;
  /** The whole result, as `--json` writes it. */
  readonly json: string;
  readonly result: Result;
  /** The lines that the command wrote for people. */
  readonly text: string;
}

/** A part of an answer that clients read by its address. */
export interface ResourceLink {
  readonly uri: string;
  readonly title: string;
}

/** The answers that a session has given, with the resources that show their parts. */
export class Answers {
  readonly #kept = new Map<string, Answer>();
  #given = 0;
  #characters = 0;

  /** Keeps a result. Throws ZodError if the text is none. */
  add(json: string, text: string): Answer {
    const result = RESULT.parse(JSON.parse(json));
    this.#given += 1;
    const answer: Answer = { name: `a${this.#given}`, json, result, text };
    this.#kept.set(answer.name, answer);
    this.#characters += json.length;
    for (const oldest of this.#kept.values()) {
      if (this.#kept.size <= MOST_ANSWERS && this.#characters <= MOST_CHARACTERS) break;
      if (oldest === answer) break;
      this.#kept.delete(oldest.name);
      this.#characters -= oldest.json.length;
    }
    return answer;
  }

  /** The answer of that name. Throws if there is none. */
  get(name: string): Answer {
    const answer = this.#kept.get(name);
    if (answer !== undefined) return answer;
    const kept = [...this.#kept.keys()].join(', ');
    throw new Error(`there is no answer ${name}; ${kept === '' ? 'none was given' : `there are ${kept}`}`);
  }

  /** The parts of all answers. */
  parts(): readonly ResourceLink[] {
    return [...this.#kept.values()].flatMap(partsOf);
  }

  /** The text of a part: JSON, or lines for people. Throws if there is none. */
  read(name: string, part: string): string {
    const { json, result } = this.get(name);
    if (part === 'result') return json;
    if (part === 'invariants') return invariantsText(result);
    const found = runsOf(result).find((one) => one.part === part);
    if (found === undefined) throw new Error(`answer ${name} has no part ${part}`);
    return runText(found);
  }
}

/** The parts of an answer, each with its address. */
export function partsOf({ name, result }: Answer): readonly ResourceLink[] {
  const uri = (part: string): string => `lemmata://answers/${name}/${part}`;
  return [
    { uri: uri('result'), title: `${name}: ${result.verdict}, the whole result` },
    ...(result.certificate === undefined
      ? []
      : [{ uri: uri('invariants'), title: `${name}: invariants of the proof` }]),
    ...runsOf(result).map(({ part, what }) => ({ uri: uri(part), title: `${name}: run to ${what}` })),
  ];
}

/** The answer in lines for people: what the command wrote, or else its invariants or its open checks. */
export function explanationOf({ text, result }: Answer): string {
  if (text !== '') return text;
  if (result.certificate !== undefined) return invariantsText(result);
  const open = result.results.flatMap(({ checks }) => checks).filter(({ state }) => state === 'open');
  const shown = open.slice(0, MOST_OPEN).map(({ at, kind, reason }) => `${at}: ${kind} is open: ${reason?.text}`);
  const more = open.length > shown.length ? [`and ${open.length - shown.length} more`] : [];
  const why = result.reason === undefined ? [] : [`No verdict: ${result.reason.text}.`];
  return [...why, ...shown, ...more].join('\n');
}

interface NamedRun {
  readonly part: string;
  readonly what: string;
  readonly run: NonNullable<Result['violation']>;
}

/** The runs of a result: that of the verdict, or those of its checks. */
function runsOf({ violation, violated, results }: Result): readonly NamedRun[] {
  const checks = results.flatMap((one) => one.checks);
  const shown = checks.flatMap((check) => (check.run === undefined ? [] : [runOf(check, check.run)]));
  if (shown.length > 0) return shown.map((run, index) => ({ ...run, part: `run-${index + 1}` }));
  return violation === undefined ? [] : [{ part: 'run', what: violated ?? 'the error', run: violation }];
}

function runOf({ kind, at }: Check, run: NamedRun['run']): NamedRun {
  return { part: 'run', what: `${kind} at ${at}`, run };
}

function invariantsText({ certificate }: Result): string {
  if (certificate === undefined) throw new Error('no certificate: there is no proof of the whole property');
  const { kind, invariants } = certificate;
  const loops = invariants.map(({ at, keyword, lines = [] }) => `${keyword} at ${at}:\n${indented(lines)}`);
  return [`certificate: ${kind}`, ...loops].join('\n');
}

function runText({ what, run }: NamedRun): string {
  const { inputs = [], steps = [], length } = run;
  const given = inputs.map(({ at, name, value }) => `${at === undefined ? '' : `${at}  `}${name} = ${value}`);
  const taken = steps.map((step) => `${step.at}  ${'  '.repeat(step.depth)}${step.text}`);
  const size = length === undefined ? '' : `, ${length} steps`;
  return [`run to ${what}${size}`, 'inputs:', indented(given), 'steps:', indented(taken)].join('\n');
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join('\n');
}
