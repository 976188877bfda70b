import { exportSystem } from '../../race/export.ts';
import type { ExportFlags } from './flags.ts';
import { write } from './output.ts';
import { checkWritable, replaceFile } from './replace-file.ts';
import { reportDiagnostics } from './report-diagnostics.ts';
import { programOptions } from './source-options.ts';

/** `lemmata export`: resolves to the exit code; throws LemmataError. */
export async function exportCommand(named: readonly string[], flags: ExportFlags): Promise<number> {
  if (flags.output !== undefined) checkWritable(flags.output);
  const { text, diagnostics } = await exportSystem(programOptions(named, flags), flags.format);
  reportDiagnostics(diagnostics, { warnings: false });
  if (text === null) return 2;
  if (flags.output === undefined) await write(process.stdout, text);
  else replaceFile(flags.output, text);
  return 0;
}
