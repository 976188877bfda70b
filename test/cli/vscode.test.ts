import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serverCommand } from '../../editors/vscode/src/server.mts';
import { COMMANDS } from '../../src/apps/editor/server.ts';
import { DEFAULT_SETTINGS, readSettings } from '../../src/apps/editor/settings.ts';
import { CHECK_KINDS } from '../../src/program/cfa/checks/kinds.ts';
import { scratchFolder } from '../scratch.ts';
import { EditorClient } from './editor-client.ts';
import { CLI } from './lemmata.ts';

const EXTENSION = resolve('editors/vscode');
const folder = scratchFolder('vscode');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly main: string;
  readonly engines: { readonly vscode: string };
  readonly activationEvents: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly default: unknown }>> };
  };
}

const manifest = JSON.parse(readFileSync(join(EXTENSION, 'package.json'), 'utf8')) as Manifest;

/** The bundle, which loads what VS Code and its client would be from `folder`. */
function bundle(): string {
  const out = join(folder, 'extension.cjs');
  const script = join(EXTENSION, 'build.mjs');
  execFileSync(process.execPath, [script, '--out', out, '--external', 'vscode-languageclient']);
  return out;
}

function stub(name: string, file: string, text: string): void {
  const at = join(folder, 'node_modules', name);
  mkdirSync(at, { recursive: true });
  writeFileSync(join(at, file), text);
}

/** The tool that makes the published form; only an installation in the extension's folder has it. */
const VSCE = join(EXTENSION, 'node_modules', '.bin', 'vsce');

describe('the extension for VS Code', () => {
  it.runIf(existsSync(VSCE))('is published with its bundle, its manifest and its README alone', () => {
    execFileSync('npm', ['run', 'package'], { cwd: EXTENSION, stdio: 'ignore' });
    const files = execFileSync('unzip', ['-Z1', join(EXTENSION, 'lemmata.vsix')], { encoding: 'utf8' });
    expect(files.trim().split('\n').sort()).toEqual([
      '[Content_Types].xml',
      'extension.vsixmanifest',
      `extension/${manifest.main.replace('./', '')}`,
      'extension/package.json',
      'extension/readme.md',
    ]);
  });

  it('has a manifest that agrees with the server', () => {
    expect(manifest).toMatchObject({
      name: expect.stringMatching(/^[a-z][a-z-]*$/),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      main: './dist/extension.js',
      engines: { vscode: expect.stringMatching(/^\^1\.\d+\.0$/) },
      activationEvents: ['onLanguage:c'],
    });
    expect(Object.keys(manifest.dependencies)).toEqual(['vscode-languageclient']);
    const { command, ...settings } = Object.fromEntries(
      Object.entries(manifest.contributes.configuration.properties).map(([name, { default: value }]) => [
        name.replace(/^lemmata\./, ''),
        value,
      ]),
    );
    expect(command).toBe('lemmata');
    expect(settings).toEqual(DEFAULT_SETTINGS);
    expect(readSettings({ command, ...settings, checks: [...CHECK_KINDS] }).problems).toEqual([]);
  });

  it('bundles, starts the server, and adds each command of its manifest', async () => {
    const calls: { clients: unknown[][]; commands: string[]; executed: unknown[][] } = {
      clients: [],
      commands: [],
      executed: [],
    };
    Object.assign(globalThis, { lemmataCalls: calls });
    stub(
      'vscode',
      'index.js',
      `const item = { show() {} };
exports.StatusBarAlignment = { Left: 1 };
exports.window = { createStatusBarItem: () => item, activeTextEditor: { document: { uri: 'file:///a.c' } } };
exports.workspace = { getConfiguration: () => ({ get: () => '/opt/lemmata' }) };
exports.commands = {
  registerCommand(name, run) { globalThis.lemmataCalls.commands.push(name); exports[name] = run; return { dispose() {} }; },
  executeCommand(...words) { globalThis.lemmataCalls.executed.push(words); return Promise.resolve(null); },
};`,
    );
    stub(
      'vscode-languageclient',
      'node.js',
      `exports.LanguageClient = class {
  constructor(...words) { globalThis.lemmataCalls.clients.push(words); }
  onNotification() {}
  start() { return Promise.resolve(); }
  stop() { return Promise.resolve(); }
};`,
    );
    const require = createRequire(join(folder, 'any.js'));
    const extension = require(bundle()) as {
      activate(context: { subscriptions: unknown[] }): Promise<void>;
      deactivate(): Promise<void>;
    };
    await extension.activate({ subscriptions: [] });
    expect(calls.clients.map(([, , server]) => server)).toEqual([{ command: '/opt/lemmata', args: ['lsp'] }]);
    expect(calls.commands.sort()).toEqual(manifest.contributes.commands.map(({ command }) => command).sort());
    const registered = require('vscode') as Record<string, () => Promise<unknown>>;
    for (const name of ['lemmata.verifyFile', 'lemmata.checkFile', 'lemmata.cancelFile']) await registered[name]();
    expect(calls.executed).toEqual([
      ['lemmata.verify', 'file:///a.c'],
      ['lemmata.check', 'file:///a.c'],
      ['lemmata.cancel', 'file:///a.c'],
    ]);
    for (const [command] of calls.executed) expect(COMMANDS).toContain(command);
    await extension.deactivate();
  });

  it('starts a command that answers as a language server', async () => {
    expect(serverCommand(undefined)).toEqual({ command: 'lemmata', args: ['lsp'] });
    const { command, args } = serverCommand(CLI);
    const client = new EditorClient([command, ...args]);
    try {
      const { serverInfo, capabilities } = await client.initialize(folder, {});
      expect(serverInfo?.name).toBe('lemmata');
      expect(capabilities.executeCommandProvider?.commands).toEqual([...COMMANDS]);
      expect(await client.close()).toBe(0);
    } finally {
      client.kill();
    }
  });
});
