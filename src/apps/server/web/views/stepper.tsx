import { useEffect, useRef } from 'preact/hooks';
import { invocation } from '../../../output/report/command-line.ts';
import { inputText } from '../../../output/report/input-text.ts';
import type { HardwareViolation, ProgramViolation, StepPlace } from '../state/result.ts';
import { framesAt, nextLine } from '../state/run.ts';
import { PlaceLink, Section } from './common.tsx';

/** A run to the error, step by step: the inputs, then its place and its variables. */
export function Stepper({
  run,
  index,
  choose,
  go,
}: {
  readonly run: ProgramViolation;
  /** Index of the shown step. */
  readonly index: number;
  readonly choose: (index: number) => void;
  readonly go: (at: StepPlace) => void;
}) {
  const last = run.steps.length - 1;
  const keys = (event: KeyboardEvent): void => {
    const to: Readonly<Record<string, number>> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: last };
    const next = to[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose(Math.min(Math.max(next, 0), last));
  };
  return (
    <Section title="Run to the error" name="run">
      <Inputs run={run} go={go} />
      {last >= 0 && (
        <>
          <div class="buttons" role="group" aria-label="Steps of the run">
            <StepButton to={0} {...{ index, choose }} label="First step" icon="M4 3v10 M13 3 6 8l7 5z" />
            <StepButton
              to={nextLine(run.steps, index, -1)}
              {...{ index, choose }}
              label="Line before"
              icon="M8 3 2 8l6 5z M14 3 8 8l6 5z"
            />
            <StepButton to={Math.max(0, index - 1)} {...{ index, choose }} label="Step before" icon="M11 3 4 8l7 5z" />
            <StepButton to={Math.min(last, index + 1)} {...{ index, choose }} label="Next step" icon="M5 3l7 5-7 5z" />
            <StepButton
              to={nextLine(run.steps, index, 1)}
              {...{ index, choose }}
              label="Next line"
              icon="M2 3l6 5-6 5z M8 3l6 5-6 5z"
            />
            <StepButton to={last} {...{ index, choose }} label="Last step" icon="M3 3l7 5-7 5z M12 3v10" />
            <span class="position" aria-live="polite">
              step {index + 1} of {last + 1}
              <span class="sr-only">: {run.steps[index]?.text}</span>
            </span>
          </div>
          <Steps run={run} index={index} choose={choose} keys={keys} />
          <Values run={run} index={index} />
        </>
      )}
    </Section>
  );
}

function StepButton({
  to,
  index,
  choose,
  label,
  icon,
}: {
  readonly to: number;
  readonly index: number;
  readonly choose: (index: number) => void;
  readonly label: string;
  /** A path in a square of 16. */
  readonly icon: string;
}) {
  return (
    <button type="button" aria-label={label} title={label} aria-disabled={to === index} onClick={() => choose(to)}>
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <path d={icon} />
      </svg>
    </button>
  );
}

function Inputs({ run, go }: { readonly run: ProgramViolation; readonly go: (at: StepPlace) => void }) {
  const called = invocation(run);
  const line =
    called === null ? null : (
      <p>
        Command line: <code>{called}</code>
      </p>
    );
  if (run.inputs.length === 0) return line ?? <p>The program takes no input on this run.</p>;
  return (
    <>
      <h3>Inputs</h3>
      <ol class="inputs">
        {run.inputs.map((input, index) => (
          <li key={index}>
            <code>{inputText(input)}</code> <PlaceLink at={input.at} go={go} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** Steps listed before and after the shown one; long runs are not listed whole. */
const AROUND = 150;

function Steps({
  run,
  index,
  choose,
  keys,
}: {
  readonly run: ProgramViolation;
  readonly index: number;
  readonly choose: (index: number) => void;
  readonly keys: (event: KeyboardEvent) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const outer = list.current;
    const current = outer?.querySelector('[aria-current]');
    if (outer === null || !(current instanceof HTMLElement)) return;
    // Keyboard users stay on the shown step.
    if (outer.contains(document.activeElement)) current.querySelector('button')?.focus({ preventScroll: true });
    outer.scrollTo({ top: current.offsetTop - outer.offsetTop - outer.clientHeight / 2 });
  }, [index]);
  const from = Math.max(0, index - AROUND);
  const threads = run.steps.reduce((most, { thread }) => Math.max(most, (thread ?? 0) + 1), 1);
  return (
    <ol class="steps" ref={list} onKeyDown={keys} start={from + 1}>
      {run.steps.slice(from, index + AROUND + 1).map((step, offset) => {
        const number = from + offset;
        const gap = run.omitted !== null && run.omitted.after === number ? run.omitted.count : null;
        return (
          <li key={number} aria-current={number === index ? 'step' : undefined}>
            {gap !== null && <span class="dim">… {gap} steps left out …</span>}
            <button type="button" tabIndex={number === index ? 0 : -1} onClick={() => choose(number)}>
              {threads > 1 && <ThreadLanes thread={step.thread ?? 0} threads={threads} />}
              <span class="place">
                {step.function}:{step.at.line}
              </span>
              <code>
                {'  '.repeat(Math.min(step.depth, 12))}
                {step.text}
              </code>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** A column for each thread; the one that makes the step is marked. */
function ThreadLanes({ thread, threads }: { readonly thread: number; readonly threads: number }) {
  return (
    <span class="thread-lanes" role="img" aria-label={`thread ${thread}`} title={`thread ${thread}`}>
      {Array.from({ length: threads }, (_, lane) => (
        <span key={lane}>{lane === thread ? lane : '·'}</span>
      ))}
    </span>
  );
}

function Values({ run, index }: { readonly run: ProgramViolation; readonly index: number }) {
  const frames = [...framesAt(run, index)].reverse();
  return (
    <div class="values">
      <h3>Values</h3>
      {frames.map(({ function: name, values }, depth) => (
        <div key={depth}>
          <h4>{name === null ? 'global' : `${name}()`}</h4>
          {values.length === 0 ? (
            <p class="dim">no variable is set yet</p>
          ) : (
            <dl>
              {values.map(({ name: variable, value, fresh }) => (
                <div key={variable} class={fresh ? 'fresh' : ''}>
                  <dt>
                    <code>{variable}</code>
                  </dt>
                  <dd>
                    <code>{value}</code>
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      ))}
      <p class="dim">As the steps set them by name; what is written through a pointer is shown at its step only.</p>
    </div>
  );
}

/** A run of a hardware model: inputs step by step. */
export function HardwareSteps({ run }: { readonly run: HardwareViolation }) {
  return (
    <Section title="Run to the error" name="run">
      <p>
        <code>{run.property}</code> is violated in step {run.steps.length - 1}.
      </p>
      {run.initial.length > 0 && <p>Initially: {assignments(run.initial)}</p>}
      <ol class="steps" start={0}>
        {run.steps.map((values, index) => (
          <li key={index}>
            <code>{assignments(values)}</code>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function assignments(values: HardwareViolation['initial']): string {
  return values.map(({ name, value }) => `${name} = ${value}`).join(', ') || '(no inputs)';
}
