import { exportSystem } from '../portfolio/export.ts';
import { write } from './output.ts';
import type { ExportFlags } from './program.ts';
import { checkWritable, replaceFile } from './replace-file.ts';
import { reportDiagnostics } from './report-diagnostics.ts';
import { sourceOptions } from './source-options.ts';

/** `lemmata export`: resolves to the exit code; throws LemmataError. */
export async function exportCommand(named: readonly string[], flags: ExportFlags): Promise<number> {
  if (flags.output !== undefined) checkWritable(flags.output);
  const { text, diagnostics } = await exportSystem(
    {
      ...sourceOptions(named, flags),
      propertyFile: flags.property,
      errorFunctions: flags.errorFunction,
      arguments: flags.arguments,
      mallocMayFail: flags.mallocMayFail,
      entry: flags.entry,
      entrySize: flags.entrySize,
      entryGlobals: flags.entryGlobals,
      externals: flags.externals,
      external: flags.external,
    },
    flags.format,
  );
  reportDiagnostics(diagnostics, { warnings: false });
  if (text === null) return 2;
  if (flags.output === undefined) await write(process.stdout, text);
  else replaceFile(flags.output, text);
  return 0;
}
