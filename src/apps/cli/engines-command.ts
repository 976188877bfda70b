import { LemmataError } from '../../base/errors.ts';
import { descriptionOf, engineOptions } from '../../engines/register.ts';
import { ENGINE_NAMES, type EngineName } from '../../race/schedule/engine-names.ts';
import { write } from './output.ts';

/**
 * `lemmata engines`: prints what the named engines (or all) do, and the options that portfolio files
 * may give them, with defaults.
 */
export async function enginesCommand(names: readonly string[]): Promise<number> {
  const engines = names.length === 0 ? ENGINE_NAMES : names.map(engineNamed);
  await write(process.stdout, engines.map(described).join('\n'));
  return 0;
}

function engineNamed(name: string): EngineName {
  const engine = ENGINE_NAMES.find((known) => known === name);
  if (engine === undefined)
    throw new LemmataError('E-USAGE', `there is no engine named ${name}; there are ${ENGINE_NAMES.join(', ')}`);
  return engine;
}

function described(name: EngineName): string {
  const { summary, reference } = descriptionOf(name);
  const options = engineOptions(name).map((option) => ({ text: `${option.name}: ${option.default}`, doc: option.doc }));
  const width = Math.max(...options.map(({ text }) => text.length)) + 2;
  const lines = options.map(({ text, doc }) => `  ${text.padEnd(width)}${doc}`);
  return [`${name}: ${summary}`, `  ${reference}`, ...lines, ''].join('\n');
}
