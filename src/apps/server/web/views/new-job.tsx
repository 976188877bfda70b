import { useMemo } from 'preact/hooks';
import portfolios from '../../../../../portfolio.json' with { type: 'json' };
import { ENGINE_NAMES } from '../../../../race/schedule/engine-names.ts';
import type { App } from '../state/app.ts';
import { errorLines, marksOf } from '../state/checked.ts';
import { type Example, emptyForm, type Form, formProblems, renamed, withFile, withoutFile } from '../state/form.ts';
import { ASK, ASKS } from '../state/question.ts';
import { ProgramInput } from './program-input.tsx';
import { useCheck } from './use-check.ts';

/** The form for a program, the property and the options. */
export function NewJob({
  app,
  examples,
  change,
  submit,
}: {
  readonly app: App;
  readonly examples: readonly Example[];
  readonly change: (form: Form) => void;
  readonly submit: () => void;
}) {
  const { form, limits, submitting, connection } = app;
  const entered = formProblems(form, limits);
  const said = useCheck(form, entered.length === 0 && connection === 'open');
  const problems = [...entered, ...errorLines(said)];
  const shown = Math.min(form.shown, form.files.length - 1);
  const file = form.files[shown];
  const marks = useMemo(() => marksOf(said, file.name), [said, file.name]);
  const canSubmit = !submitting && problems.length === 0 && connection === 'open';
  const verify = (): void => {
    if (canSubmit) submit();
  };
  const edit = (text: string): void =>
    change({ ...form, files: form.files.map((one, index) => (index === shown ? { ...one, text } : one)) });
  return (
    <form
      class="new-job"
      onSubmit={(event) => {
        event.preventDefault();
        verify();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
        event.preventDefault();
        verify();
      }}
    >
      <section class="card ask" aria-labelledby="ask-title">
        <h2 id="ask-title">What to ask</h2>
        <Asks form={form} change={change} />
      </section>
      <section class="card program" aria-labelledby="program-title">
        <div class="bar">
          <h2 id="program-title">Program</h2>
          <Examples examples={examples} form={form} change={change} />
          <Upload form={form} change={change} />
        </div>
        <Question />
        <Files form={{ ...form, shown }} change={change} />
        <ProgramInput name={file.name} text={file.text} marks={marks} changed={edit} submit={verify} />
      </section>
      <section class="card options" aria-labelledby="options-title">
        <h2 id="options-title">Options</h2>
        <Options form={form} change={change} />
      </section>
      <div class="submit">
        <button type="submit" class="primary" disabled={!canSubmit} title="Ctrl+Enter">
          {submitting ? 'Submitting …' : 'Verify'}
        </button>
        <span class="dim keys">Ctrl+Enter</span>
        <div role="status">
          {problems.length > 0 && (
            <ul class="problems">
              {problems.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </form>
  );
}

interface FormProps {
  readonly form: Form;
  readonly change: (form: Form) => void;
}

/** The questions, one of which is chosen. */
function Asks({ form, change }: FormProps) {
  return (
    <fieldset class="asks">
      <legend class="sr-only">What to ask</legend>
      {ASKS.map((ask) => (
        <label key={ask} title={ASK[ask].about}>
          <input
            type="radio"
            name="ask"
            value={ask}
            checked={form.ask === ask}
            onChange={() => change({ ...form, ask })}
          />
          {ASK[ask].title}
        </label>
      ))}
      <p class="dim">{ASK[form.ask].about}</p>
    </fieldset>
  );
}

/** The files of the program: each can be shown, renamed and removed. */
function Files({ form, change }: FormProps) {
  return (
    <div class="files">
      <div class="tabs" role="group" aria-label="Files">
        {form.files.map(({ name }, index) => (
          <button
            type="button"
            key={index}
            aria-pressed={index === form.shown}
            onClick={() => change({ ...form, shown: index })}
          >
            {name}
          </button>
        ))}
        <button type="button" onClick={() => change(withFile(form))}>
          + Add
        </button>
      </div>
      <div class="file-tools">
        <label>
          Name<span class="sr-only"> of the shown file</span>{' '}
          <input
            value={form.files[form.shown].name}
            spellcheck={false}
            onInput={({ currentTarget }) => change(renamed(form, currentTarget.value.trim()))}
          />
        </label>
        {form.files.length > 1 && (
          <button type="button" onClick={() => change(withoutFile(form))}>
            Remove
          </button>
        )}
      </div>
    </div>
  );
}

function Examples({ examples, form, change }: FormProps & { readonly examples: readonly Example[] }) {
  const chosen = examples.findIndex(({ files }) => files.every((file, index) => form.files[index]?.text === file.text));
  return (
    <label>
      Example{' '}
      <select
        value={String(chosen)}
        onChange={({ currentTarget }) => {
          const example = examples[Number(currentTarget.value)];
          if (example !== undefined) change({ ...form, files: emptyForm(example).files, shown: 0 });
        }}
      >
        <option value="-1" disabled>
          choose …
        </option>
        {examples.map(({ name, about }, index) => (
          <option key={name} value={String(index)}>
            {name} – {about}
          </option>
        ))}
      </select>
    </label>
  );
}

function Upload({ form, change }: FormProps) {
  const take = async (list: FileList | null): Promise<void> => {
    const files = await Promise.all(
      [...(list ?? [])].map(async (file) => ({ name: file.name, text: await file.text() })),
    );
    if (files.length > 0) change({ ...form, files, shown: 0 });
  };
  return (
    <label class="upload">
      Open files
      <input
        type="file"
        multiple
        accept=".c,.i,.h,.btor2"
        onChange={({ currentTarget }) => void take(currentTarget.files)}
      />
    </label>
  );
}

function Options({ form, change }: FormProps) {
  const set = (part: Partial<Form>): void => change({ ...form, ...part });
  const sets = Object.entries(portfolios.sets);
  return (
    <div class="fields">
      {form.ask === 'assertions' && (
        <label>
          Assertions hold, reach_error is never called, and neither is
          <input
            value={form.errorFunction}
            placeholder="name of a function, or empty"
            spellcheck={false}
            onInput={({ currentTarget }) => set({ errorFunction: currentTarget.value })}
          />
        </label>
      )}
      {form.ask === 'function' && <EntryOptions form={form} change={change} />}
      <label>
        Data model
        <select
          value={form.dataModel}
          onChange={({ currentTarget }) => set({ dataModel: currentTarget.value === 'ILP32' ? 'ILP32' : 'LP64' })}
        >
          <option value="LP64">LP64 (64-bit pointers and long)</option>
          <option value="ILP32">ILP32 (32-bit)</option>
        </select>
      </label>
      <label>
        Time limit in seconds
        <input
          inputMode="decimal"
          value={form.timeout}
          onInput={({ currentTarget }) => set({ timeout: currentTarget.value })}
        />
      </label>
      <label>
        Portfolio
        <select
          value={form.portfolio}
          disabled={form.engines.length > 0}
          onChange={({ currentTarget }) => set({ portfolio: currentTarget.value })}
        >
          {sets.map(([name, { description }]) => (
            <option key={name} value={name} title={description}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={form.exchange}
          onChange={({ currentTarget }) => set({ exchange: currentTarget.checked })}
        />
        engines exchange lemmas, on several cores
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={form.byteOrder === 'big'}
          onChange={({ currentTarget }) => set({ byteOrder: currentTarget.checked ? 'big' : 'little' })}
        />
        big-endian machine
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={form.mallocMayFail}
          onChange={({ currentTarget }) => set({ mallocMayFail: currentTarget.checked })}
        />
        malloc may fail
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={form.certificate}
          onChange={({ currentTarget }) => set({ certificate: currentTarget.checked })}
        />
        certificate: the proof or the run as files that other programs check
      </label>
      <details>
        <summary>Arguments, memory and seed</summary>
        <label>
          Arguments of main on which runs are searched, and bytes of each (empty: 4x16)
          <input
            value={form.arguments}
            placeholder="4x16"
            spellcheck={false}
            onInput={({ currentTarget }) => set({ arguments: currentTarget.value.trim() })}
          />
        </label>
        <label>
          Memory limit in MB (empty: the server's)
          <input
            inputMode="numeric"
            value={form.memory}
            onInput={({ currentTarget }) => set({ memory: currentTarget.value.trim() })}
          />
        </label>
        <label>
          Seed of what engines draw at random (empty: always the same)
          <input
            inputMode="numeric"
            value={form.seed}
            onInput={({ currentTarget }) => set({ seed: currentTarget.value.trim() })}
          />
        </label>
      </details>
      <details>
        <summary>Only certain engines</summary>
        <fieldset>
          <legend>Engines (none chosen: those of the portfolio)</legend>
          {ENGINE_NAMES.map((name) => (
            <label class="check" key={name}>
              <input
                type="checkbox"
                checked={form.engines.includes(name)}
                onChange={({ currentTarget }) =>
                  set({
                    engines: currentTarget.checked
                      ? [...form.engines, name]
                      : form.engines.filter((one) => one !== name),
                  })
                }
              />
              {name}
            </label>
          ))}
        </fieldset>
      </details>
    </div>
  );
}

/** The function that is asked about, and the objects of its arguments. */
function EntryOptions({ form, change }: FormProps) {
  const set = (part: Partial<Form>): void => change({ ...form, ...part });
  return (
    <>
      <label>
        Function, with any arguments
        <input
          value={form.entry}
          placeholder="name of a function"
          spellcheck={false}
          onInput={({ currentTarget }) => set({ entry: currentTarget.value.trim() })}
        />
      </label>
      <label>
        Elements of the objects that its pointers lead to (empty: 8)
        <input
          inputMode="numeric"
          value={form.entrySize}
          onInput={({ currentTarget }) => set({ entrySize: currentTarget.value.trim() })}
        />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={form.entryMayBeNull}
          onChange={({ currentTarget }) => set({ entryMayBeNull: currentTarget.checked })}
        />
        its pointers may be null
      </label>
    </>
  );
}

/** How a program states the question, for people who see the page for the first time. */
function Question() {
  return (
    <details class="question">
      <summary>How to state a question</summary>
      <p>
        The program itself says what must hold. Either no run breaks it, which is proved, or a run that does is shown
        step by step.
      </p>
      <dl>
        <div>
          <dt>
            <code>assert(x != 0);</code>
          </dt>
          <dd>The condition holds whenever a run comes here. It needs #include &lt;assert.h&gt;.</dd>
        </div>
        <div>
          <dt>
            <code>reach_error();</code>
          </dt>
          <dd>No run comes here. Declare it as extern void reach_error(void).</dd>
        </div>
        <div>
          <dt>
            <code>int n = __VERIFIER_nondet_int();</code>
          </dt>
          <dd>An input: any int. Other functions without a body are inputs, too.</dd>
        </div>
        <div>
          <dt>
            <code>if (n &gt; 100) return 0;</code>
          </dt>
          <dd>Only inputs up to 100 are asked about.</dd>
        </div>
      </dl>
      <p>The run begins at main. The options name a further function that no run may call.</p>
    </details>
  );
}
