import {
  commands,
  type Disposable,
  type ExtensionContext,
  Position,
  Range,
  StatusBarAlignment,
  Uri,
  window,
  workspace,
} from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
import { serverCommand } from './server.mts';

/** A step of a run, as the server gives it; lines and columns count from 0. */
interface Step {
  readonly uri: string;
  readonly line: number;
  readonly column: number;
  readonly function: string;
  readonly text: string;
}

/** A run, as the server's command `lemmata.showRun` gives it. */
interface Run {
  readonly title: string;
  readonly steps: readonly Step[];
}

/** The state of a document (notification `lemmata/status`). */
interface Status {
  readonly state: 'running' | 'done' | 'cancelled';
  readonly text: string;
}

let client: LanguageClient | null = null;

/** Starts the server, and adds the commands of the palette. Called by the editor. */
export async function activate(context: ExtensionContext): Promise<void> {
  const { command, args } = serverCommand(workspace.getConfiguration('lemmata').get<string>('command'));
  const started = new LanguageClient(
    'lemmata',
    'Lemmata',
    { command, args: [...args] },
    { documentSelector: [{ language: 'c' }], initializationOptions: workspace.getConfiguration('lemmata') },
  );
  client = started;
  const status = window.createStatusBarItem(StatusBarAlignment.Left);
  started.onNotification('lemmata/status', ({ state, text }: Status) => {
    status.text = `${state === 'running' ? '$(sync~spin)' : '$(shield)'} Lemmata: ${text}`;
    status.show();
  });
  context.subscriptions.push(
    status,
    onDocument('lemmata.verifyFile', (uri) => commands.executeCommand('lemmata.verify', uri)),
    onDocument('lemmata.checkFile', (uri) => commands.executeCommand('lemmata.check', uri)),
    onDocument('lemmata.cancelFile', (uri) => commands.executeCommand('lemmata.cancel', uri)),
    onDocument('lemmata.stepThroughRun', stepThrough),
  );
  await started.start();
}

/** Ends the server. Called by the editor. */
export async function deactivate(): Promise<void> {
  await client?.stop();
  client = null;
}

/** A command of the palette about the document that is edited. */
function onDocument(name: string, run: (uri: string) => Thenable<unknown>): Disposable {
  return commands.registerCommand(name, () => {
    const document = window.activeTextEditor?.document;
    return document === undefined ? undefined : run(document.uri.toString());
  });
}

/** Lists the steps of a run, and shows the place of the one that is selected. */
async function stepThrough(uri: string): Promise<void> {
  const run = await commands.executeCommand<Run | null>('lemmata.showRun', uri);
  if (run === null) {
    void window.showInformationMessage('Lemmata: no run of this program is known.');
    return;
  }
  const items = run.steps.map((step) => ({
    label: step.text,
    description: `${step.function}, line ${step.line + 1}`,
    step,
  }));
  await window.showQuickPick(items, {
    title: run.title,
    onDidSelectItem: (item) => {
      if (typeof item !== 'string' && 'step' in item) void reveal(item.step as Step);
    },
  });
}

async function reveal({ uri, line, column }: Step): Promise<void> {
  const at = new Position(line, column);
  const document = await workspace.openTextDocument(Uri.parse(uri));
  await window.showTextDocument(document, { selection: new Range(at, at), preserveFocus: true, preview: true });
}
