import { resolve } from 'node:path';
import ts from 'typescript';

/**
 * Returns what the compiler has to say of a file, with the options of the project. `texts`: texts of
 * files, by path from the root, that stand for what is on the disk.
 */
export function problemsOf(name: string, texts: Readonly<Record<string, string>>): string[] {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, '.');
  const host = ts.createCompilerHost({ ...options, noEmit: true, incremental: false });
  const given = new Map(Object.entries(texts).map(([path, text]) => [resolve(path), text]));
  const { fileExists, readFile } = host;
  host.fileExists = (file) => given.has(resolve(file)) || fileExists(file);
  host.readFile = (file) => given.get(resolve(file)) ?? readFile(file);
  const path = resolve(name);
  const program = ts.createProgram([path], { ...options, noEmit: true, incremental: false }, host);
  const source = program.getSourceFile(path);
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
    ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'),
  );
}
