import { RESULT } from './text/constraint.ts';
import type { FileText } from './text/file-text.ts';
import type { FoundCall, TextRange } from './text/found.ts';

/** A waypoint at its place. */
interface Rule {
  /** Index of its segment. */
  readonly turn: number;
  readonly avoid: boolean;
  /** Index of the waypoint. */
  readonly source: number;
  /** A C expression. */
  readonly condition: string;
  /** A value that the call must return; null: any. */
  readonly constant?: string | null;
  /** The thread that passes it; null: any. */
  readonly thread: number | null;
}

/** The kind of text into which rules are put. */
type Form = 'beside' | 'braces' | 'comma' | 'condition' | 'no-condition' | 'switch' | 'enter' | 'return';

interface Site {
  readonly text: FileText;
  readonly range: TextRange;
  readonly form: Form;
  readonly call: FoundCall | null;
  readonly rules: Rule[];
}

/** A statement that never ends, so that no run goes on. */
const BLOCKED = 'for (;;) ;';
/** A statement that ends the run, where runs without end are looked for. */
export const ENDED = '__builtin_trap();';

/** Segments that repeat for ever. */
export interface Cycle {
  /** Indices of its first and its last segment. */
  readonly first: number;
  readonly last: number;
  /** A function without a body that is called at the end of each turn; no program calls it. */
  readonly mark: string;
  /** Further statements at the end of each turn. */
  readonly then: string;
}

/** The rules of waypoints, by their places. */
export class Rules {
  /** Counter of the segments that a run has passed. */
  static readonly TURN = 'lemmata_turn';
  /** Number of the running thread, where a witness tells threads apart. */
  static readonly THREAD = 'lemmata_thread';
  readonly #sites = new Map<string, Site>();

  /**
   * `cycle`: runs that leave the witness end, and those along it have no end; null: they wait. `threaded`: the witness
   * tells threads apart. Its steps are atomic then, and runs that leave it end, as other threads do not wait.
   */
  constructor(
    private readonly together: boolean,
    private readonly cycle: Cycle | null = null,
    private readonly threaded = false,
  ) {}

  /** A statement that a run does not pass. */
  get blocked(): string {
    return this.cycle !== null || this.threaded ? ENDED : BLOCKED;
  }

  /** Whether assumptions of neighbouring segments have the same place. */
  get shared(): boolean {
    return [...this.#sites.values()].some(({ form, rules }) => {
      if (form !== 'beside' && form !== 'braces' && form !== 'comma') return false;
      const turns = rules.filter(({ avoid }) => !avoid).map(({ turn }) => turn);
      return turns.some((turn) => turns.includes(turn + 1));
    });
  }

  add(text: FileText, range: TextRange, form: Form, rule: Rule, call: FoundCall | null = null): void {
    const key = JSON.stringify([text.file, range.start, range.end, form]);
    const site = this.#sites.get(key) ?? { text, range: { start: range.start, end: range.end }, form, call, rules: [] };
    this.#sites.set(key, site);
    site.rules.push(rule);
  }

  /** Puts the rules into the texts; inner ones of equal range last: a call that is a whole condition is in it. */
  insert(): void {
    const sites = [...this.#sites.values()];
    for (const site of sites) if (site.call === null) this.#insert(site);
    for (const site of sites) if (site.call !== null) this.#insert(site);
  }

  #insert(site: Site): void {
    const { before, behind, value, around } = this.#words(site);
    site.text.edits.wrap(around ?? site.range, before, behind, site.rules[0].source, value);
  }

  /** The words of a site; `value`: those that have its value; `around`: another range than its own. */
  #words({ text, range, form, call, rules }: Site): {
    readonly before: string;
    readonly behind: string;
    readonly value?: string;
    readonly around?: TextRange;
  } {
    const steps = this.#steps(rules);
    const words = text.text.slice(range.start, range.end);
    switch (form) {
      case 'beside':
        return { before: `${steps} `, behind: '' };
      case 'braces':
        return { before: `{ ${steps} `, behind: ' }' };
      case 'comma':
        return { before: `(({ ${steps} }), (`, behind: '))' };
      case 'condition':
        return { before: '({ int lemmata_value = (', behind: `) ? 1 : 0; ${steps} lemmata_value; })` };
      case 'no-condition':
        return { before: ` ({ int lemmata_value = 1; ${steps} 1; })`, behind: '' };
      case 'switch':
        return { before: `({ __typeof__((${words}) + 0) lemmata_value = (`, behind: `); ${steps} lemmata_value; })` };
      case 'enter': {
        const last = call?.arguments.at(-1);
        // The other arguments are computed before, as far as that matters.
        if (last === undefined || !words.slice(words.indexOf('(') + 1).includes('('))
          return { before: `({ ${steps} `, behind: '; })' };
        const argument = text.text.slice(last.start, last.end);
        const before = `({ __typeof__((0, (${argument}))) lemmata_last = (`;
        return { before, behind: `); ${steps} lemmata_last; })`, around: last };
      }
      case 'return': {
        if (isWhole(text, range) && rules.every(({ condition }) => condition === '1'))
          return { before: '({ ', behind: `; ${steps} })` };
        const choice = rules
          .filter(({ avoid, constant }) => !avoid && constant != null && !this.threaded)
          .map((rule) => `${isTurn(rule)} ? (__typeof__(${words}))(${rule.constant}) : `);
        const before = `({ __typeof__(${words}) ${RESULT} = ${choice.join('')}`;
        return { before, behind: `; ${steps} `, value: `${RESULT}; })` };
      }
      default:
        return form satisfies never;
    }
  }

  /** Statements that follow the waypoints of a place, at one visit. */
  #steps(rules: readonly Rule[]): string {
    const { blocked } = this;
    const avoided = rules
      .filter(({ avoid }) => avoid)
      .map((rule) => `if (${isTurn(rule)} && (${rule.condition})) ${blocked}`);
    const followed = rules
      .filter(({ avoid }) => !avoid)
      .map((rule) => `if (${isTurn(rule)}) { if (${rule.condition}) ${this.#passed(rule.turn)} else ${blocked} }`);
    const steps = [...avoided, followed.join(this.together ? ' ' : ' else ')].filter((words) => words !== '').join(' ');
    return this.threaded ? atomic(rules, steps) : steps;
  }

  /** The statement that counts a passed segment. */
  #passed(turn: number): string {
    const { cycle } = this;
    if (turn !== cycle?.last) return `${Rules.TURN} = ${turn + 1};`;
    return `{ ${Rules.TURN} = ${cycle.first}; (void)${cycle.mark}(); ${cycle.then}}`;
  }
}

/** Statements that no other thread disturbs; threads of other rules pass them by. */
function atomic(rules: readonly Rule[], steps: string): string {
  const threads = new Set(rules.map(({ thread }) => thread));
  const block = `__VERIFIER_atomic_begin(); ${steps} __VERIFIER_atomic_end();`;
  if (threads.has(null)) return block;
  return `if (${[...threads].map((thread) => `${Rules.THREAD} == ${thread}`).join(' || ')}) { ${block} }`;
}

/** The condition that a rule is the next one. */
function isTurn({ turn, thread }: Pick<Rule, 'turn' | 'thread'>): string {
  return `${thread === null ? '' : `${Rules.THREAD} == ${thread} && `}${Rules.TURN} == ${turn}`;
}

/** Whether a call is a whole statement, so that its value is not used. */
function isWhole(text: FileText, { start, end }: TextRange): boolean {
  return text.structure.statements.some(
    (statement) =>
      statement.kind === 'simple' && statement.start === start && /^\s*;?$/.test(text.text.slice(end, statement.end)),
  );
}
