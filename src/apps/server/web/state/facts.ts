import type { SubmittedTask } from '../../protocol.ts';
import type { Race } from './race.ts';

/** A fact about how the job was run, as name and value. */
export type Fact = readonly [name: string, value: string];

/**
 * Returns the question and the circumstances of a job: property, data model, options other than the
 * defaults, version and date.
 */
export function jobFacts(race: Race, task: SubmittedTask | null): readonly Fact[] {
  const json = race.end?.kind === 'verdict' ? race.end.json : {};
  const property = 'property' in json && typeof json.property === 'string' ? json.property : null;
  const facts: Fact[] = [['Property', propertyText(task, property)]];
  if (task !== null && !isHardware(task)) {
    const model = (task.dataModel ?? 'LP64') === 'LP64' ? 'LP64 (64-bit)' : 'ILP32 (32-bit)';
    facts.push(['Data model', task.byteOrder === 'big' ? `${model}, big-endian` : model]);
  }
  if (task !== null) facts.push(['Options', optionTexts(task).join(', ') || 'the defaults']);
  if (race.lemmata !== null) facts.push(['Version', `Lemmata ${race.lemmata}`]);
  if (race.submitted !== null) facts.push(['Date', new Date(race.submitted).toLocaleString()]);
  return facts;
}

function isHardware({ files }: SubmittedTask): boolean {
  return files.some(({ name }) => name.endsWith('.btor2'));
}

const DEFAULT_PROPERTY = /^CHECK\(\s*init\(main\(\)\),\s*LTL\(G ! call\((\w+)\(\)\)\)\s*\)$/;

const KIND_OF_CHECK = /^CHECK\(\s*init\(main\(\)\),\s*LTL\(G (?:! |valid-)([a-z-]+)\)\s*\)$/;

/** The property in words where it is the usual one, else as the result writes it. */
function propertyText(task: SubmittedTask | null, property: string | null): string {
  const lines = property === null ? [] : property.split('\n').filter((line) => line.trim() !== '');
  const kinds = lines.map((line) => KIND_OF_CHECK.exec(line.trim())?.[1]);
  if (lines.length > 0 && !kinds.includes(undefined)) return `no fault of these kinds: ${kinds.join(', ')}`;
  const called = lines.map((line) => DEFAULT_PROPERTY.exec(line.trim())?.[1]);
  if (lines.length > 0 && called.some((name) => name === undefined)) return lines.join(' ');
  if (task !== null && isHardware(task)) return lines.join(' ') || 'no bad state is reached';
  const functions = new Set(['reach_error', ...called.flatMap((name) => (name === undefined ? [] : [name]))]);
  if (task?.errorFunction !== undefined) functions.add(task.errorFunction);
  return `no assertion fails, and ${[...functions].join(' or ')} is never called`;
}

function optionTexts(task: SubmittedTask): readonly string[] {
  const {
    entry,
    entrySize,
    entryPointers,
    timeout,
    memory,
    portfolio,
    engines,
    exchange,
    seed,
    mallocMayFail,
    certificate,
    externals,
  } = task;
  return [
    ...(entry === undefined ? [] : [`from ${entry}`]),
    ...(entryPointers === 'valid' ? ['pointers lead to objects'] : []),
    ...(entrySize === undefined ? [] : [`objects of ${entrySize} elements`]),
    ...(timeout === undefined ? [] : [`${timeout} s`]),
    ...(memory === undefined ? [] : [`${memory} MB`]),
    ...(engines === undefined ? [] : [`engines ${engines.join(', ')}`]),
    ...(portfolio === undefined || portfolio === 'default' ? [] : [`portfolio ${portfolio}`]),
    ...(exchange === false ? ['no exchange of lemmas'] : []),
    ...(mallocMayFail === true ? ['malloc may fail'] : []),
    ...(certificate === true ? ['with a certificate'] : []),
    ...(externals === undefined ? [] : [`external functions: ${externals}`]),
    ...(task.arguments === undefined ? [] : [`arguments ${task.arguments.count}x${task.arguments.bytes}`]),
    ...(seed === undefined ? [] : [`seed ${seed}`]),
  ];
}
