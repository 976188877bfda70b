import { useState } from 'preact/hooks';
import { counted } from '../../../../base/counted.ts';
import { CONDITION_TEXT, checkersText, type EvidenceObject, replayText } from '../../../output/report/evidence-text.ts';
import type { SubmittedTask } from '../../protocol.ts';
import type { SystemFacts } from '../state/event-parts.ts';
import { durationText } from '../state/lanes.ts';
import { isOpen, type Race } from '../state/race.ts';
import type { Result, StepPlace, Violation } from '../state/result.ts';
import { Automaton, Resting } from './automaton.tsx';
import { Charts } from './charts.tsx';
import { ChecksPanel } from './checks.tsx';
import { Section, Table } from './common.tsx';
import { Engines } from './engines.tsx';
import { Lanes } from './lanes.tsx';
import { type Focus, Source } from './source.tsx';
import { HardwareSteps, Stepper } from './stepper.tsx';
import { VerdictPanel } from './verdict.tsx';

/** All views of a job: the common part of the live page and a report. */
export function JobView({ race, task }: { readonly race: Race; readonly task: SubmittedTask | null }) {
  const [focus, setFocus] = useState<Focus | null>(null);
  const [step, setStep] = useState<number | null>(null);
  const go = (at: StepPlace): void => setFocus((before) => ({ at, turn: (before?.turn ?? 0) + 1 }));
  const result = race.end?.kind === 'verdict' ? race.end.result : null;
  const run = runOf(result);
  const index = step ?? 0;
  const at = run?.kind === 'program' ? (run.steps[index]?.at ?? null) : null;
  const choose = (next: number): void => {
    setStep(next);
    if (run?.kind === 'program' && run.steps[next] !== undefined) go(run.steps[next].at);
  };
  const lanes = isOpen(race) || race.lanes.size > 0 ? <Lanes race={race} /> : null;
  return (
    <div class="job">
      <VerdictPanel race={race} task={task} go={go} />
      {race.checks.size > 0 && <ChecksPanel race={race} go={go} />}
      {result?.functions?.[0] !== undefined && <Resting race={race} functions={result.functions} go={go} />}
      {isOpen(race) && lanes}
      <div class={run?.kind === 'program' ? 'pair stepping' : 'pair'}>
        {task !== null && <Source task={task} race={race} focus={focus} step={at} />}
        {run?.kind === 'program' && <Stepper run={run} index={index} choose={choose} go={go} />}
        {run?.kind === 'hardware' && <HardwareSteps run={run} />}
        {run === null && <Automaton race={race} go={go} />}
      </div>
      {result?.verdict !== 'UNKNOWN' && <EvidenceCard evidence={result?.evidence} />}
      {!isOpen(race) && lanes}
      <Engines race={race} />
      {run !== null && <Automaton race={race} go={go} />}
      <Charts race={race} />
      <System race={race} />
    </div>
  );
}

/** The run of a violation, or the one whose undefined behaviour keeps the verification from an answer. */
function runOf(result: Result | null): Violation | null {
  if (result?.verdict === 'FALSE') return result.violation;
  if (result?.verdict !== 'UNKNOWN' || result.reason.kind !== 'undefined-behaviour') return null;
  return result.reason.run ?? null;
}

/** The account of a verdict: who checked it, and how. Empty for UNKNOWN. */
function EvidenceCard({ evidence }: { readonly evidence: EvidenceObject | undefined }) {
  if (evidence === undefined) return null;
  return (
    <Section title="Evidence" name="evidence">
      {evidence.kind === 'proof' ? (
        <Obligations evidence={evidence} />
      ) : (
        <p>{`${sentence(replayText(evidence))}. The engine that found the run had no part in this.`}</p>
      )}
    </Section>
  );
}

function Obligations({ evidence }: { readonly evidence: EvidenceObject & { readonly kind: 'proof' } }) {
  const { obligations, milliseconds, shown } = evidence;
  return (
    <>
      <p>
        {counted(obligations, 'obligation')} of the certificate, shown in {Math.round(milliseconds)} ms by code that the
        engine does not use.
      </p>
      <Table
        label="Obligations and their checkers"
        columns={[
          { title: 'Condition' },
          { title: 'Number', isNumber: true },
          { title: 'Shown by' },
          { title: 'Time (ms)', isNumber: true },
        ]}
      >
        {shown.map(({ condition, by, count, milliseconds: time }) => (
          <tr key={`${condition} ${by.join()}`}>
            <td data-label="Condition">
              {condition} <span class="dim">({CONDITION_TEXT[condition]})</span>
            </td>
            <td class="number" data-label="Number">
              {count}
            </td>
            <td data-label="Shown by">{checkersText(by)}</td>
            <td class="number" data-label="Time (ms)">
              {Math.round(time)}
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** The result of compiling: the transition system of the engines, and the decisions of the encoding. */
function System({ race: { compiled } }: { readonly race: Race }) {
  if (compiled === null) return null;
  const { facts, decisions, milliseconds } = compiled;
  return (
    <Section title="System" name="system">
      <dl class="facts">
        {factRows(facts).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>Compiled in</dt>
          <dd>{durationText(milliseconds)}</dd>
        </div>
      </dl>
      {decisions.length > 0 && (
        <details>
          <summary>How it is encoded</summary>
          <div class="scroll" role="region" aria-label="How it is encoded" tabIndex={0}>
            <pre>{decisions.join('\n')}</pre>
          </div>
        </details>
      )}
    </Section>
  );
}

/** Names and values of the facts. Jobs that an older server stored lack some facts. */
function factRows(facts: Partial<SystemFacts>): readonly (readonly [string, string])[] {
  const { source, lines, loops, stateVars, stateBits, inputs, terms, gates, approximations = 0, gaps = 0 } = facts;
  const rows: readonly (readonly [string, number | undefined])[] = [
    ['Lines', lines],
    ['Loops', source === 'hardware' ? undefined : loops],
    ['State variables', stateVars],
    ['State bits', stateBits],
    ['Inputs', inputs],
    ['Nodes', terms],
    ['Gates a step, about', gates],
    ['Constructs that may give any value', approximations === 0 ? undefined : approximations],
    ['Constructs without a meaning', gaps === 0 ? undefined : gaps],
  ];
  return rows.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Math.round(value).toLocaleString('en')] as const],
  );
}
