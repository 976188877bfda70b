import type { SourceLocation } from '../../base/source.ts';

/** Lines between which a pragma of CBMC says that findings of some kinds are none. */
export interface DisabledChecks {
  readonly kinds: readonly string[];
  /** The pragma. */
  readonly reason: string;
  readonly at: SourceLocation;
  readonly from: number;
  readonly to: number;
}

/** The kinds of checks that CBMC's options stand for. Others look for what is no fault here. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  bounds: ['deref'],
  pointer: ['deref', 'free'],
  'memory-leak': ['memtrack', 'memcleanup'],
  'div-by-zero': ['division'],
  'signed-overflow': ['overflow'],
  'unsigned-overflow': ['wrap'],
  conversion: ['truncation', 'conversion'],
  'undefined-shift': ['shift'],
};

const FORM = /^\s*#\s*pragma\s+CPROVER\s+check\s+(push|pop|disable)\b\s*"?([\w-]*)"?/;
const MARK = /^# (\d+) "((?:[^"\\]|\\.)*)"/;

/** Reads `#pragma CPROVER check push`, `pop` and `disable "name"` in a preprocessed text. */
export function disabledChecks({
  file: given,
  text,
}: {
  readonly file: string;
  readonly text: string;
}): readonly DisabledChecks[] {
  if (!text.includes('CPROVER check')) return [];
  const found: DisabledChecks[] = [];
  let disabled: readonly Omit<DisabledChecks, 'to'>[] = [];
  const outer: (readonly Omit<DisabledChecks, 'to'>[])[] = [];
  let [file, line] = [given, 0];
  /** Ends the lines of a file of pragmas that hold up to here, and begins others here. */
  const turn = (next: typeof disabled): void => {
    found.push(...disabled.filter((one) => one.at.file === file).map((one) => ({ ...one, to: line })));
    disabled = next;
  };
  for (const source of text.split('\n')) {
    const mark = MARK.exec(source);
    if (mark !== null) {
      const name = mark[2].replace(/\\(.)/g, '$1');
      if (name !== file && disabled.length > 0) turn(disabled);
      [file, line] = [name, Number(mark[1]) - 1];
      continue;
    }
    line++;
    const [, action, name] = FORM.exec(source) ?? [];
    if (action === 'push') outer.push(disabled);
    else if (action === 'pop') turn(outer.pop() ?? []);
    else if (action === 'disable' && Object.hasOwn(KINDS, name)) {
      const reason = `#pragma CPROVER check disable "${name}"`;
      disabled = [...disabled, { kinds: KINDS[name], reason, at: { file, line, column: 1 }, from: line }];
    }
  }
  turn([]);
  return found;
}
