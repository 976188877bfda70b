import type { EngineStatistics, VerifyEvent } from '../../race/events.ts';
import { resultLine } from '../output/report/check-results.ts';
import { endText } from '../output/report/end-text.ts';
import { lemmaText } from '../output/report/lemma-ledger.ts';
import { costlyText } from '../output/report/unknown-reason.ts';

/**
 * An event as a line of `--verbose`; null: it is not shown. `statistics`: the last numbers of each
 * engine.
 */
export function eventText(event: VerifyEvent, statistics: ReadonlyMap<string, EngineStatistics>): string | null {
  switch (event.kind) {
    case 'compiling': {
      const { phase, round, costly } = event;
      const most = costly === null ? '' : `, most of the time for ${costlyText(costly)}`;
      return `compiling: ${phase}${round === 0 ? '' : `, round ${round}`}${most}`;
    }
    case 'compiled': {
      const { loops, stateVars, stateBits, inputs } = event.facts;
      return `compiled in ${Math.round(event.milliseconds)} ms: ${loops} loops, ${stateVars} state variables (${stateBits} bits), ${inputs} inputs${event.decisions.map((line) => `\n            ${line}`).join('')}`;
    }
    case 'engine-started':
      return `${event.engine}: started`;
    case 'bound':
      return `${event.engine}: safe up to bound ${event.bound}`;
    case 'note':
      return `${event.engine}: ${event.text}`;
    case 'lemma':
      return `${event.engine}: lemma ${event.id} (${event.basis}) to ${event.to.join(', ') || 'no engine'}: ${lemmaText(event)}`;
    case 'lemmas-sent':
      return `${event.engine}: receives ${counted(event.ids, 'lemma')} of others`;
    case 'claim':
      return `${event.engine}: claims ${event.claim === 'safe' ? 'TRUE' : 'FALSE'} (${event.detail})`;
    case 'certified':
      return `${event.engine}: ${event.claim === 'safe' ? 'certificate accepted' : 'run replayed'} in ${Math.round(event.milliseconds)} ms`;
    case 'trials':
      return `${event.engine}: ${trialsText(event)}`;
    case 'engine-ended':
      return `${event.engine}: ${endText(event.end)}${statisticsText(statistics.get(event.engine))}`;
    case 'memory':
      return `memory: ${Math.round(event.process / 2 ** 20)} MB`;
    case 'part':
      return `part ${event.part} of ${event.parts}${event.milliseconds === null ? '' : ` for ${Math.round(event.milliseconds)} ms`}`;
    case 'checks':
      return `${counted(event.checks, 'check')} to decide`;
    case 'check':
      return resultLine(event);
    case 'property':
      return `property ${event.name}: ${event.verdict.kind}`;
    case 'statistics':
    case 'outline':
    case 'sources':
    case 'diagnostic':
    case 'refused':
    case 'lemma-refused':
    case 'lemmas-used':
    case 'proof':
    case 'verdict':
      return null;
  }
}

function trialsText({
  runs,
  states,
  values,
  conjuncts,
  skipped,
  milliseconds,
}: VerifyEvent & { readonly kind: 'trials' }): string {
  const compared = `${states} states compared (${values} values, ${conjuncts} conjuncts, ${skipped} conjuncts not comparable)`;
  return `run on ${runs} inputs in ${Math.round(milliseconds)} ms, ${compared}`;
}

function counted(ids: readonly unknown[], what: string): string {
  return `${ids.length} ${what}${ids.length === 1 ? '' : 's'}`;
}

function statisticsText(values: EngineStatistics | undefined): string {
  if (values === undefined) return '';
  const fields = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  return `\n            ${fields.join(' ')}`;
}
