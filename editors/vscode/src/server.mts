/** The command that serves the editor: `lemmata lsp` over stdin and stdout. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** `command`: the setting `lemmata.command`; empty or absent: `lemmata`, as the search path finds it. */
export function serverCommand(command: string | undefined): ServerCommand {
  return { command: command === undefined || command.trim() === '' ? 'lemmata' : command, args: ['lsp'] };
}
