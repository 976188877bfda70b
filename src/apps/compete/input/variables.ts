import { basename, dirname } from 'node:path';

/**
 * Replaces BenchExec's variables, such as `${taskdef_path}`, by their values; `benchmark`: the
 * definition's absolute path.
 */
export function substitute(text: string, definition: string | null, benchmark: string, runDefinition: string): string {
  const values: Record<string, string> = {
    benchmark_name: basename(benchmark).replace(/\.xml$/, ''),
    benchmark_path: dirname(benchmark),
    benchmark_path_abs: dirname(benchmark),
    benchmark_file: basename(benchmark),
    benchmark_file_abs: benchmark,
    rundefinition_name: runDefinition,
  };
  if (definition !== null) {
    const prefix = /\.ya?ml$/.test(definition) ? 'taskdef' : 'inputfile';
    values[`${prefix}_name`] = basename(definition);
    values[`${prefix}_path`] = dirname(definition);
    values[`${prefix}_path_abs`] = dirname(definition);
  }
  return text.replace(/\$\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
