import type { HardwareRun, NamedValue } from '../../certify/replay/recorded-run.ts';
import { simulateTrace } from '../../system/transys/simulate.ts';
import type { SystemTrace, TraceValue, TransitionSystem } from '../../system/transys/system.ts';
import type { ReplayAnswer } from '../messages/certification.ts';

/** Runs a trace on the hardware model as read, by evaluation; it must end in the bad property. */
export function replayHardware(system: TransitionSystem, trace: SystemTrace): ReplayAnswer {
  const end = simulateTrace(system, trace);
  if (end.kind !== 'bad') return { kind: 'refused', why: `the run ends otherwise (${end.kind})` };
  const named = (values: ReadonlyMap<number, TraceValue>, phase: 'init' | 'step'): NamedValue[] =>
    system.inputs.flatMap(({ name, phase: own }, index) => {
      const value = values.get(index);
      return own !== phase || value === undefined ? [] : [{ name, value: valueText(value) }];
    });
  const steps = trace.steps.slice(0, end.step + 1);
  const run: HardwareRun = {
    kind: 'hardware',
    property: end.property ?? 'bad',
    initial: named(trace.init, 'init'),
    steps: steps.map((values) => named(values, 'step')),
    trace: { init: trace.init, steps },
  };
  return { kind: 'reproduced', run };
}

function valueText(value: TraceValue): string {
  if (typeof value === 'bigint') return value.toString();
  const entries = value.entries.slice(0, 8).map(([index, element]) => `[${index}] = ${valueText(element)}`);
  return `{${[...entries, `others ${valueText(value.default)}`].join(', ')}}`;
}
