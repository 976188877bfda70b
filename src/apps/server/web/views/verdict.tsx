import { boundText } from '../../../output/report/unknown-reason.ts';
import { undefinedText } from '../../../output/report/weakness.ts';
import type { JobKind, SubmittedTask } from '../../protocol.ts';
import { adviceFor, engineStates, whyOf } from '../state/advice.ts';
import { subjectOf } from '../state/annotations.ts';
import { jobFacts } from '../state/facts.ts';
import { durationText } from '../state/lanes.ts';
import { isOpen, type Race, type RaceEnd } from '../state/race.ts';
import type { CertificateShape, Result, StepPlace } from '../state/result.ts';
import { PlaceLink, useClock } from './common.tsx';

/** The end of a violating run, before its place. */
function endOf(violated: string): string {
  switch (violated) {
    case 'unreach-call':
      return 'The error is reached at';
    case 'assertion':
      return 'The assertion fails at';
    case 'no-overflow':
      return 'A signed overflow happens at';
    case 'division':
      return 'A division by zero happens at';
    case 'shift':
      return 'A shift by a wrong count happens at';
    case 'conversion':
      return 'A conversion of a floating value beyond its integer type happens at';
    case 'argument':
      return 'A function is called with an argument for which it is undefined, at';
    case 'overlap':
      return 'A function copies between overlapping objects at';
    case 'unreachable':
      return 'A place that is declared as unreachable is reached at';
    case 'valid-deref':
      return 'An access outside of a live object happens at';
    case 'valid-free':
      return 'A wrong release of memory happens at';
    case 'valid-memtrack':
      return 'The last pointer to a block is lost at';
    case 'valid-memcleanup':
      return 'The program ends while a block is live, at';
    default:
      return `A run fails the check ${violated} at`;
  }
}

/** The state of the job, or its result and the basis of that result. */
export function VerdictPanel({
  race,
  task,
  go,
}: {
  readonly race: Race;
  readonly task: SubmittedTask | null;
  readonly go: (at: StepPlace) => void;
}) {
  const now = useClock(race.time, race.state === 'running' && race.time > 0);
  return (
    <section class={`card verdict ${toneOf(race.end)}`} aria-labelledby="verdict-title">
      <h2 id="verdict-title" class="sr-only">
        Verdict
      </h2>
      <div role="status" class="verdict-line">
        {race.end === null ? <Standing race={race} now={now} /> : <Headline end={race.end} kind={race.kind} />}
      </div>
      {race.restarts.map(({ time, why }) => (
        <p class="dim" key={time}>
          Begun again after {durationText(time)}: {why}.
        </p>
      ))}
      {race.end?.kind === 'verdict' && <Explanation result={race.end.result} race={race} go={go} />}
      {race.end?.kind === 'verdict' && <Assumptions result={race.end.result} go={go} />}
      {race.properties.length > 0 && (
        <ul>
          {race.properties.map(({ name, verdict }) => (
            <li key={name}>
              <code>{name}</code>: {verdict}
            </li>
          ))}
        </ul>
      )}
      {race.end?.kind === 'failed' && <Messages race={race} go={go} />}
      <dl class="job-facts">
        {jobFacts(race, task).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The colour of the card. */
function toneOf(end: RaceEnd | null): string {
  if (end === null) return 'tone-none';
  return end.kind === 'verdict' ? `tone-${end.verdict}` : end.kind === 'failed' ? 'tone-FALSE' : 'tone-none';
}

function Standing({ race, now }: { readonly race: Race; readonly now: number }) {
  if (race.state === 'queued')
    return <span class="state">{race.place === null ? 'Waiting' : `Waiting: number ${race.place} in the queue`}</span>;
  if (!isOpen(race)) return <span class="state">{race.state}</span>;
  const what = race.lanes.size > 0 ? 'Racing' : race.compiled === null ? 'Compiling' : 'Starting';
  return (
    <>
      <span class="state">{what}</span>
      {race.kind === 'watched' && <span class="dim">elsewhere</span>}
      {race.worker !== null && <span class="dim">on {race.worker}</span>}
      <span class="dim" aria-hidden="true">
        {durationText(now)}
      </span>
    </>
  );
}

function Headline({ end, kind }: { readonly end: RaceEnd; readonly kind: JobKind }) {
  switch (end.kind) {
    case 'verdict':
      return (
        <>
          <span class={`badge verdict-${end.verdict}`}>{end.verdict}</span>
          <span class="meaning">{meaning(end.verdict)}</span>
          {end.result !== null && <span class="dim">{durationText(1000 * end.result.seconds)}</span>}
        </>
      );
    case 'failed':
      return (
        <>
          <span class="badge bad">
            {end.code === 'E-INPUT' || end.code === 'E-PREPROCESS' ? 'not accepted' : 'failed'}
          </span>
          <span>{end.message}</span>
        </>
      );
    case 'cancelled':
      return <span class="state">{kind === 'watched' ? 'No longer watched' : 'Cancelled'}</span>;
    case 'interrupted':
      return (
        <span class="state">
          {kind === 'watched'
            ? 'Interrupted: the sender no longer answered.'
            : 'Interrupted: the server ended before the job did. Submit it again.'}
        </span>
      );
  }
}

function meaning(verdict: string): string {
  switch (verdict) {
    case 'TRUE':
      return 'No run violates the property.';
    case 'FALSE':
      return 'There is a run that violates the property.';
    default:
      return 'It is not known whether a run violates the property.';
  }
}

function Explanation({
  result,
  race,
  go,
}: {
  readonly result: Result | null;
  readonly race: Race;
  readonly go: (at: StepPlace) => void;
}) {
  if (result === null) return <p>The result is of a kind that this page does not know.</p>;
  switch (result.verdict) {
    case 'TRUE':
      return <Proof result={result} go={go} />;
    case 'FALSE':
      return (
        <p>
          Found by <strong>{result.engine}</strong>
          {result.stage === 'quick' && ' in the quick stage'}
          {result.stage === 'cache' && ' in an earlier run'}; the run was replayed.{' '}
          {result.violation.kind === 'program' && (
            <>
              {endOf(result.violated ?? 'unreach-call')} <PlaceLink at={result.violation.error} go={go} />.
            </>
          )}
        </p>
      );
    case 'UNKNOWN':
      return <Unknown result={result} race={race} go={go} />;
  }
}

/** Lists the assumptions of the verdict. */
function Assumptions({ result, go }: { readonly result: Result | null; readonly go: (at: StepPlace) => void }) {
  const assumptions = result?.assumptions ?? [];
  if (assumptions.length === 0) return null;
  return (
    <>
      <h3>What this rests on</h3>
      <ul class="assumptions">
        {assumptions.map(({ text, at }) => (
          <li key={text}>
            {text}
            {at !== undefined && (
              <>
                {' '}
                <PlaceLink at={at} go={go} />
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Proof({
  result,
  go,
}: {
  readonly result: Extract<Result, { verdict: 'TRUE' }>;
  readonly go: (at: StepPlace) => void;
}) {
  const { engine, restsOn, certificate, stage } = result;
  const said = certificate.invariants.filter(({ lines }) => lines.length > 0);
  return (
    <>
      <p>
        Proved by <strong>{engine}</strong>
        {stage === 'quick' && ' in the quick stage'}
        {stage === 'cache' && ' in an earlier run, and checked again'}
        {restsOn.length > 0 && ` with lemmas of ${restsOn.join(', ')}`}; the certificate was checked.{' '}
        {inductionText(certificate, said.length)}
      </p>
      {said.map(({ at, keyword, lines }, index) => (
        <div class="invariant-box" key={index}>
          <p>
            Invariant{subjectOf(keyword)}
            {keyword !== 'threads' && (
              <>
                {' '}
                at <PlaceLink at={at} go={go} />
              </>
            )}
          </p>
          <pre>
            <code>{lines.join('\n')}</code>
          </pre>
        </div>
      ))}
    </>
  );
}

function inductionText({ kind, bound, parts, states, k = 0, invariants }: CertificateShape, said: number): string {
  if (parts !== undefined) return `The errors lie in ${parts.length} parts of the program, with a proof for each.`;
  if (kind === 'exhaustive' || kind === 'enumerated')
    return `Runs were followed until no error can come: none takes more than ${bound ?? 0} steps.`;
  if (states !== undefined)
    return `No step leads out of ${states} listed states and ranges of states, or to the error.`;
  if (k > 0) {
    const steps = k === 1 ? 'step' : `${k} steps`;
    return `The property is ${k}-inductive: it holds in the first ${steps}, and after any ${steps} that kept it.`;
  }
  return invariants.length > 0 && said === 0
    ? 'No state at a loop leads to the error: no invariant is needed.'
    : 'The invariant excludes the error.';
}

function Unknown({
  result,
  race,
  go,
}: {
  readonly result: Extract<Result, { verdict: 'UNKNOWN' }>;
  readonly race: Race;
  readonly go: (at: StepPlace) => void;
}) {
  const { reason, safeUpTo } = result;
  const engines = engineStates(result, race);
  const advice = adviceFor(result);
  const why = whyOf(result);
  return (
    <>
      <p>
        No verdict: {why.before}
        {why.at !== null && <PlaceLink at={why.at} go={go} />}
        {why.behind}.
      </p>
      {reason.kind === 'undefined-behaviour' && reason.run !== undefined && (
        <p>
          {undefinedText(reason)}; the run up to there was replayed. <PlaceLink at={reason.run.error} go={go} />
        </p>
      )}
      {safeUpTo !== null && safeUpTo > 0 && <p>Known: {boundText(safeUpTo)}.</p>}
      {engines.length > 0 && (
        <details open>
          <summary>How each engine ended, and its last state</summary>
          <ul>
            {engines.map(({ engine, end, bound, note }) => (
              <li key={engine}>
                <strong>{engine}</strong>: {end}
                {bound !== null && bound > 0 && `, safe up to bound ${bound}`}
                {note !== null && <span class="dim"> – {note}</span>}
              </li>
            ))}
          </ul>
        </details>
      )}
      {advice.length > 0 && (
        <>
          <h3>What to try</h3>
          <ul>
            {advice.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Messages({ race, go }: { readonly race: Race; readonly go: (at: StepPlace) => void }) {
  return (
    <ul class="messages">
      {race.diagnostics.map(({ code, severity, message, at, excerpt }, index) => (
        <li key={index}>
          <PlaceLink at={at} go={go} /> {severity} {code}: {message}
          {excerpt !== null && <pre>{excerpt}</pre>}
        </li>
      ))}
    </ul>
  );
}
