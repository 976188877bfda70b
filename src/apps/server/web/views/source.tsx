import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SubmittedTask } from '../../protocol.ts';
import { type LineNotes, lineNotes, sourceFiles, subjectOf } from '../state/annotations.ts';
import { type Token, tokenLines } from '../state/highlight.ts';
import type { Race } from '../state/race.ts';
import type { StepPlace } from '../state/result.ts';
import { Section } from './common.tsx';

/** A place to show; `turn` counts up, so that the same place can be requested again. */
export interface Focus {
  readonly at: StepPlace;
  readonly turn: number;
}

/** Lines that are drawn together. */
const CHUNK = 100;
/** Files with more lines than this are drawn only where they are visible. */
const MOST_DRAWN = 3_000;

/**
 * The program with the facts about its lines: invariants and lemmas at their loops, messages, the
 * present step of a run.
 */
export function Source({
  task,
  race,
  focus,
  step,
}: {
  readonly task: SubmittedTask;
  readonly race: Race;
  readonly focus: Focus | null;
  /** The place of the shown run. */
  readonly step: StepPlace | null;
}) {
  const [chosen, setChosen] = useState(0);
  const files = useMemo(() => sourceFiles(task, race), [task, race.sources]);
  const wanted = files.findIndex(({ name }) => name === focus?.at.file);
  useEffect(() => {
    if (wanted >= 0) setChosen(wanted);
  }, [wanted, focus]);
  const file = files[Math.min(chosen, files.length - 1)];
  const notes = useMemo(() => lineNotes(race, file.name), [race.diagnostics, race.lemmas.size, race.end, file.name]);
  const lines = useMemo(() => tokenLines(file.text), [file.text]);
  const box = useRef<HTMLDivElement>(null);
  const line = focus !== null && focus.at.file === file.name ? focus.at.line : null;
  useEffect(() => {
    if (line === null) return;
    const target = box.current?.querySelector(`[data-line="${line}"]`);
    const outer = box.current;
    if (target instanceof HTMLElement && outer !== null) {
      // Only the box is scrolled, not the page.
      const top = target.getBoundingClientRect().top - outer.getBoundingClientRect().top + outer.scrollTop;
      outer.scrollTo({ top: top - outer.clientHeight / 3 });
    }
  }, [line, focus, file.name]);
  const current = step !== null && step.file === file.name ? step.line : null;
  const chunks = Array.from({ length: Math.ceil(lines.length / CHUNK) }, (_, index) => index * CHUNK);
  return (
    <Section title="Program" name="source">
      {files.length > 1 && (
        <div class="tabs" role="group" aria-label="Files">
          {files.map(({ name, label }, index) => (
            <button
              type="button"
              key={name}
              title={name}
              aria-pressed={index === chosen}
              onClick={() => setChosen(index)}
            >
              {label}
            </button>
          ))}
        </div>
      )}
      {file.preprocessed && (
        <p class="dim">As the preprocessor left it: without comments and directives, with macros expanded.</p>
      )}
      <div class="code" ref={box} role="region" tabIndex={0} aria-label={`Source of ${file.name}`}>
        {chunks.map((from) => (
          <Chunk
            key={`${file.name} ${from}`}
            lines={lines}
            lazy={lines.length > MOST_DRAWN}
            from={from}
            notes={notes}
            current={current !== null && current > from && current <= from + CHUNK ? current : null}
            marked={line !== null && line > from && line <= from + CHUNK ? line : null}
          />
        ))}
      </div>
    </Section>
  );
}

interface ChunkProps {
  readonly lines: readonly (readonly Token[])[];
  readonly lazy: boolean;
  readonly from: number;
  readonly notes: ReadonlyMap<number, LineNotes>;
  readonly current: number | null;
  readonly marked: number | null;
}

function Chunk({ lines, lazy, from, notes, current, marked }: ChunkProps) {
  return useMemo(
    () => (
      <div class={lazy ? 'chunk lazy' : 'chunk'}>
        {lines.slice(from, from + CHUNK).map((tokens, index) => {
          const number = from + index + 1;
          const about = {
            number,
            tokens,
            notes: notes.get(number),
            current: number === current,
            marked: number === marked,
          };
          return <Line key={number} {...about} />;
        })}
      </div>
    ),
    [lines, lazy, from, notes, current, marked],
  );
}

interface LineProps {
  readonly number: number;
  readonly tokens: readonly Token[];
  readonly notes: LineNotes | undefined;
  readonly current: boolean;
  readonly marked: boolean;
}

function Line({ number, tokens, notes, current, marked }: LineProps) {
  const classes = ['line', current ? 'current' : '', marked ? 'marked' : '', notes?.error ? 'error' : '']
    .filter(Boolean)
    .join(' ');
  const indent = /^\s*/.exec(tokens[0]?.text ?? '')?.[0] ?? '';
  return (
    <>
      {notes?.invariants.map(({ keyword, lines }) => (
        <div class="note invariant" key={`${keyword} ${lines.join()}`}>
          <span class="gutter" aria-hidden="true">
            ✓
          </span>
          <span class="said">
            {indent}
            <span class="label">invariant{subjectOf(keyword)}: </span>
            {lines.map((text) => (
              <code key={text}>{text}</code>
            ))}
          </span>
        </div>
      ))}
      <div class={classes} data-line={number} aria-current={current ? 'step' : undefined}>
        <span class="gutter">{current ? '▶' : number}</span>
        <code class="said">
          {tokens.map(({ text, kind }, index) =>
            kind === 'plain' ? (
              text
            ) : (
              <span key={index} class={kind}>
                {text}
              </span>
            ),
          )}
        </code>
      </div>
      {notes?.messages.map(({ severity, text }) => (
        <div class={`note message ${severity}`} key={text}>
          <span class="gutter" aria-hidden="true">
            !
          </span>
          <span class="said">
            {severity}: {text}
          </span>
        </div>
      ))}
      {notes !== undefined && notes.lemmas.length > 0 && <LemmaNotes notes={notes} indent={indent} />}
    </>
  );
}

function LemmaNotes({ notes: { lemmas }, indent }: { readonly notes: LineNotes; readonly indent: string }) {
  return (
    <details class="note lemmas">
      <summary>
        <span class="said">
          {indent}
          {lemmas.length} {lemmas.length === 1 ? 'lemma' : 'lemmas'} about this loop
        </span>
      </summary>
      <ul>
        {lemmas.map(({ lemma, expression, inProof }) => (
          <li key={lemma.id}>
            <code>{expression}</code> <span class="dim">{lemma.from}</span>
            {inProof && <span class="badge proof">in the proof</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
