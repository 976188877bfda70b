import type { Command } from 'commander';
import { unreachable } from '../../base/errors.ts';
import { bashCompletion } from './completion/bash.ts';
import { declaredCommand } from './completion/declared.ts';
import { fishCompletion } from './completion/fish.ts';
import type { Shell } from './completion/shells.ts';
import { zshCompletion } from './completion/zsh.ts';
import { write } from './output.ts';

/** `lemmata completion`: prints the completion script of a shell, made from the declarations of `program`. */
export async function completionCommand(program: Command, shell: Shell): Promise<number> {
  await write(process.stdout, completionScript(program, shell));
  return 0;
}

export function completionScript(program: Command, shell: Shell): string {
  const declared = declaredCommand(program);
  switch (shell) {
    case 'bash':
      return bashCompletion(declared);
    case 'zsh':
      return zshCompletion(declared);
    case 'fish':
      return fishCompletion(declared);
    default:
      return unreachable(shell);
  }
}
