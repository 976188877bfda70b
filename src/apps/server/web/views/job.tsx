import { useState } from 'preact/hooks';
import type { SubmittedTask } from '../../protocol.ts';
import { isOpen, type Race } from '../state/race.ts';
import type { Place, Result, Violation } from '../state/result.ts';
import { Automaton } from './automaton.tsx';
import { Charts } from './charts.tsx';
import { ChecksPanel } from './checks.tsx';
import { Engines } from './engines.tsx';
import { EvidenceCard } from './evidence.tsx';
import { Lanes } from './lanes.tsx';
import { type Focus, Source } from './source.tsx';
import { HardwareSteps, Stepper } from './stepper.tsx';
import { System } from './system.tsx';
import { VerdictPanel } from './verdict.tsx';

/** All views of a job: the common part of the live page and a report. */
export function JobView({ race, task }: { readonly race: Race; readonly task: SubmittedTask | null }) {
  const [focus, setFocus] = useState<Focus | null>(null);
  const [step, setStep] = useState<number | null>(null);
  const go = (at: Place): void => setFocus((before) => ({ at, turn: (before?.turn ?? 0) + 1 }));
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
