import { constants } from 'node:os';
import { dirname, relative } from 'node:path';
import { XMLBuilder } from 'fast-xml-parser';
import type { RunHeader, TaskResult } from '../store/record.ts';
import { inOrder } from './rows.ts';

/** Columns that tables show by default; the others are hidden. */
const SHOWN = ['status', 'cputime', 'walltime', 'memory'];

/**
 * The results of one run definition in the format of BenchExec's result files (result.dtd of
 * BenchExec), which its table-generator reads. `file`: where the text will lie; paths in it are
 * relative to that.
 */
export function resultXml(header: RunHeader, results: readonly TaskResult[], file: string): string {
  const folder = dirname(file);
  const { settings, machine } = header;
  const runDefinition = results[0]?.runDefinition ?? null;
  const root = {
    ...attributes({
      benchmarkname: header.name,
      date: header.started.replace('T', ' ').replace(/\.\d+Z$/, ' UTC'),
      starttime: header.started,
      tool: header.tool,
      version: header.commit === null ? header.toolVersion : `${header.toolVersion}-${header.commit.slice(0, 9)}`,
      toolmodule: 'scripts.benchexec.lemmata',
      generator: `${header.tool} ${header.toolVersion}`,
      name: runDefinition,
      options: settings.options.join(' '),
      timelimit: withUnit(settings.cpuSeconds ?? settings.wallSeconds, 's'),
      memlimit: withUnit(settings.memoryBytes, 'B'),
      cpuCores: settings.cores,
    }),
    columns: { column: SHOWN.map((title) => attributes({ title })) },
    systeminfo: {
      ...attributes({ hostname: machine.host }),
      os: attributes({ name: machine.os }),
      cpu: attributes({ model: machine.cpu, cores: machine.cores }),
      ram: attributes({ size: withUnit(machine.memoryBytes, 'B') }),
    },
    run: inOrder(results).map((result) => runElement(result, folder)),
  };
  const builder = new XMLBuilder({
    ignoreAttributes: false,
    attributeNamePrefix: PREFIX,
    format: true,
    suppressEmptyNode: true,
    suppressBooleanAttributes: false,
  });
  const doctype =
    '<!DOCTYPE result PUBLIC "+//IDN sosy-lab.org//DTD BenchExec result 3.0//EN" "https://www.sosy-lab.org/benchexec/result-3.0.dtd">';
  return `<?xml version="1.0" encoding="UTF-8"?>\n${doctype}\n${builder.build({ result: root })}`;
}

function runElement(result: TaskResult, folder: string): object {
  const { files, property, propertyFile, expected, log } = result;
  return {
    ...attributes({
      name: relative(folder, result.definition),
      files: `[${files.map((file) => relative(folder, file)).join(', ')}]`,
      properties: property,
      propertyFile: propertyFile === null ? null : relative(folder, propertyFile),
      expectedVerdict: expected,
      logfile: log === null ? null : encodeURI(log),
    }),
    column: Object.entries(columnValues(result)).flatMap(([title, value]) =>
      value === null ? [] : [attributes({ title, value, hidden: SHOWN.includes(title) ? null : 'true' })],
    ),
  };
}

function columnValues(result: TaskResult): Readonly<Record<string, string | number | null>> {
  const { status, cpuSeconds, wallSeconds, memoryBytes, category, exitCode, signal, terminationReason } = result;
  return {
    status,
    cputime: withUnit(cpuSeconds, 's'),
    walltime: withUnit(wallSeconds, 's'),
    memory: withUnit(memoryBytes, 'B'),
    category,
    returnvalue: exitCode,
    exitsignal:
      signal === null ? null : (Object.entries(constants.signals).find(([name]) => name === signal)?.[1] ?? null),
    terminationreason: terminationReason,
    engine: result.engine,
    reason: result.reason,
    'safe-up-to': result.safeUpTo,
  };
}

function withUnit(value: number | null, unit: string): string | null {
  return value === null ? null : `${value}${unit}`;
}

const PREFIX = '@';

/** Leaves out attributes that are null; drops characters that XML cannot express. */
function attributes(values: Readonly<Record<string, string | number | null>>): Readonly<Record<string, string>> {
  const present = Object.entries(values).filter(([, value]) => value !== null);
  return Object.fromEntries(
    present.map(([name, value]) => [`${PREFIX}${name}`, String(value).replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')]),
  );
}
