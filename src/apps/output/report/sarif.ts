import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import packageJson from '../../../../package.json' with { type: 'json' };
import { ERRORS, unreachable } from '../../../base/errors.ts';
import type { SourceLocation } from '../../../base/source.ts';
import type { ProgramRun, RecordedRun } from '../../../certify/replay/recorded-run.ts';
import { CHECK_KINDS, CHECKS, type CheckKind, checkOf, violationOf } from '../../../program/cfa/checks/kinds.ts';
import { WEAKNESSES, type WeaknessDescription } from '../../../program/cfa/checks/weaknesses.ts';
import type { UnknownReason, UnsafeVerdict, Verdict } from '../../../race/verdict.ts';
import { type CheckResult, isIgnored, resultFinding, sortedResults } from './check-results.ts';
import { type Failure, type Finding, failureFindings, undefinedFinding, verdictFinding } from './finding.ts';
import { inputText } from './input-text.ts';
import { askedKind, VIOLATIONS, violated } from './verdict-line.ts';
import { weaknessOf } from './weakness.ts';

export interface SarifContext {
  /** The program, as its messages name it. */
  readonly files: readonly string[];
  /** Folder to which file names are relative; absent: the reader's. */
  readonly base?: string;
  /** The verdicts of models with several properties. */
  readonly properties?: readonly { readonly name: string; readonly verdict: Verdict }[];
}

const RULE = {
  id: 'unreach-call',
  name: 'ErrorFunctionIsNotCalled',
  shortDescription: { text: 'No run of the program calls the error function' },
  fullDescription: {
    text: 'The error function (reach_error, or the one that the property file names) must not be called on any run, whatever the inputs are.',
  },
  help: {
    text: 'The run was found by model checking and replayed in an interpreter: follow its steps from the inputs to the call. Correct the program, or exclude impossible inputs by __VERIFIER_assume.',
  },
  defaultConfiguration: { level: 'error' },
  properties: { tags: ['correctness', 'verification'], precision: 'very-high', 'problem.severity': 'error' },
};

/** The rule about a kind of checks. */
function checkRule(kind: CheckKind): typeof RULE {
  const { cwe, fault, rule } = CHECKS[kind];
  const [name, text] = rule;
  return {
    ...RULE,
    id: violationOf(kind),
    name,
    shortDescription: { text },
    fullDescription: { text: `No run of the program meets ${fault}, whatever the inputs are.` },
    properties: { ...RULE.properties, tags: [...RULE.properties.tags, `external/cwe/cwe-${cwe}`] },
  };
}

/** The rule about the ends of runs. */
const TERMINATION_RULE: typeof RULE = {
  ...RULE,
  id: 'termination',
  name: 'EveryRunEnds',
  shortDescription: { text: 'Every run of the program ends' },
  fullDescription: { text: 'No run may stay in loops or recursion for ever, whatever the inputs are.' },
  help: {
    text: 'The run was replayed in an interpreter until it repeated itself: follow its steps to the loop that it never leaves.',
  },
  properties: { ...RULE.properties, tags: [...RULE.properties.tags, 'external/cwe/cwe-835'] },
};

/** The rule about undefined behaviour that a property does not ask about. */
const UNDEFINED_RULE: typeof RULE = {
  ...RULE,
  id: 'undefined-behaviour',
  name: 'BehaviourIsDefined',
  shortDescription: { text: 'Runs of the program have a meaning' },
  fullDescription: { text: 'A run reaches the error only after behaviour that C leaves undefined.' },
  help: {
    text: 'The run was replayed in an interpreter up to the undefined behaviour: follow its steps, and repair that place first.',
  },
  defaultConfiguration: { level: 'warning' },
  properties: { ...RULE.properties, 'problem.severity': 'warning' },
};

const RULES: readonly (typeof RULE)[] = [RULE, ...CHECK_KINDS.map(checkRule), TERMINATION_RULE, UNDEFINED_RULE];
const UNDECIDED = { id: 'undecided', shortDescription: { text: 'The property could neither be proved nor refuted' } };
const UNREADABLE = { id: 'unreadable', shortDescription: { text: 'The program could not be verified' } };
const NOTIFICATIONS = [UNDECIDED, UNREADABLE];

/** The list of weaknesses that results refer to. */
const TAXONOMY = {
  name: 'CWE',
  organization: 'MITRE',
  informationUri: 'https://cwe.mitre.org/',
  shortDescription: { text: 'The Common Weakness Enumeration' },
  taxa: [...new Set(Object.values(WEAKNESSES).map(({ cwe }) => cwe))]
    .sort((a, b) => a - b)
    .map((cwe) => ({ id: String(cwe) })),
};

/** Name of the folder that files are relative to. */
const BASE = '%SRCROOT%';
/** Most inputs of a run that are listed besides its steps. */
const MOST_INPUTS = 100;

/**
 * Returns the verdict in SARIF 2.1.0. FALSE is an error with the run that leads there as code flow,
 * TRUE is `pass`, and UNKNOWN is `open` and a notification. Results that are not errors have level
 * `none`, so that code scanners raise no alarm.
 */
export function sarifText(verdict: Verdict, context: SarifContext): string {
  const { properties = [] } = context;
  const verdicts = properties.length === 0 ? [{ name: null, verdict }] : properties;
  const notifications = verdicts.flatMap((one) =>
    one.verdict.kind === 'unknown' ? [notification(UNDECIDED, verdictFinding(one.verdict, one.name), context)] : [],
  );
  const results = verdicts.flatMap((one) => [
    resultOf(one.verdict, one.name, context),
    ...(one.verdict.kind === 'unknown' ? undefinedResults(one.verdict.reason, context) : []),
  ]);
  return logText({ executionSuccessful: true, toolExecutionNotifications: notifications }, results, context);
}

/** The results of single checks in SARIF 2.1.0, each with the place of the check. */
export function sarifOfChecks(results: readonly CheckResult[], context: SarifContext): string {
  const sorted = sortedResults(results);
  const notifications = sorted.flatMap((one) =>
    !isIgnored(one) && (one.state.kind === 'open' || one.state.kind === 'contested')
      ? [notification(UNDECIDED, resultFinding(one), context)]
      : [],
  );
  const invocation = { executionSuccessful: true, toolExecutionNotifications: notifications };
  return logText(
    invocation,
    sorted.flatMap((one) => [
      checkResult(one, context),
      ...(one.state.kind === 'open' ? undefinedResults(one.state.reason, context) : []),
    ]),
    context,
  );
}

function checkResult({ check, state }: CheckResult, context: SarifContext): object {
  const id = violationOf(check.kind);
  const { text } = resultFinding({ check, state });
  const locations = [placeOf(check.at, context, check.function)];
  const result = {
    ...{ ruleId: id, ruleIndex: VIOLATIONS.indexOf(id), message: { text }, locations },
    ...suppressionsOf({ check, state }, context),
  };
  switch (state.kind) {
    case 'proved':
      return { ...result, kind: 'pass', level: 'none' };
    case 'open':
      return { ...result, kind: 'open', level: 'none' };
    case 'contested':
      return { ...result, kind: 'review', level: 'none', ...flowOf(state.verdict.run, context) };
    case 'violated':
      return {
        ...result,
        kind: 'fail',
        level: 'error',
        ...violationFields(state.verdict, context),
      };
    default:
      return unreachable(state);
  }
}

/** The comment of the source that asks to ignore the finding. */
function suppressionsOf({ check, state }: CheckResult, context: SarifContext): object {
  const { ignored } = check;
  if (ignored === undefined || !isIgnored({ check, state })) return {};
  const { reason, at } = ignored;
  const justification = reason === '' ? {} : { justification: reason };
  return { suppressions: [{ kind: 'inSource', status: 'accepted', ...justification, location: placeOf(at, context) }] };
}

/** The reason for a missing verdict, in SARIF 2.1.0: a failed invocation, with notifications. */
export function sarifFailureText(failure: Failure, context: SarifContext): string {
  const notifications = failureFindings(failure).map((finding) => notification(UNREADABLE, finding, context));
  const invocation = {
    executionSuccessful: false,
    exitCode: ERRORS[failure.error.code].exitCode,
    toolExecutionNotifications: notifications,
  };
  return logText(invocation, [], context);
}

function logText(invocation: object, results: readonly object[], context: SarifContext): string {
  const { version } = packageJson;
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Lemmata',
            version,
            semanticVersion: version,
            rules: RULES,
            notifications: NOTIFICATIONS,
          },
        },
        invocations: [invocation],
        taxonomies: [TAXONOMY],
        ...(context.base === undefined
          ? {}
          : { originalUriBaseIds: { [BASE]: { uri: `${pathToFileURL(context.base)}/` } } }),
        artifacts: context.files.map((file) => ({ location: artifact(file, context), roles: ['analysisTarget'] })),
        columnKind: 'utf16CodeUnits',
        results,
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function notification({ id }: { readonly id: string }, { level, text, at }: Finding, context: SarifContext): object {
  const index = NOTIFICATIONS.findIndex((descriptor) => descriptor.id === id);
  const locations = at === null ? {} : { locations: [placeOf(at, context)] };
  return { descriptor: { id, index }, level, message: { text }, ...locations };
}

/**
 * Every result has a place, without which code scanners refuse it: the program as a whole, if there is
 * no better one.
 */
function resultOf(verdict: Verdict, property: string | null, context: SarifContext): object {
  const { text, at } = verdictFinding(verdict, property);
  const locations =
    at === null ? context.files.slice(0, 1).map((file) => wholeOf(file, context)) : [placeOf(at, context)];
  const kind = verdict.kind === 'unsafe' ? violated(verdict) : askedKind(verdict.property);
  const result = { ruleId: kind, ruleIndex: VIOLATIONS.indexOf(kind), message: { text }, locations };
  switch (verdict.kind) {
    case 'safe':
      return { ...result, kind: 'pass', level: 'none' };
    case 'unknown':
      return { ...result, kind: 'open', level: 'none' };
    case 'unsafe':
      return { ...result, kind: 'fail', level: 'error', ...violationFields(verdict, context) };
    default:
      return unreachable(verdict);
  }
}

/** The undefined behaviour that keeps a verification from an answer, as a warning of its own. */
function undefinedResults(reason: UnknownReason, context: SarifContext): readonly object[] {
  const finding = undefinedFinding(reason);
  if (finding === null) return [];
  const { text, at, run } = finding;
  const ruleIndex = RULES.indexOf(UNDEFINED_RULE);
  const result = { ruleId: UNDEFINED_RULE.id, ruleIndex, kind: 'fail', level: 'warning', message: { text } };
  const locations = at === null ? {} : { locations: [placeOf(at, context)] };
  return [{ ...result, ...locations, ...weaknessFields(weaknessOf(run)), ...flowOf(run, context) }];
}

/** The weakness of a single result; that of a rule is among its tags. */
function weaknessFields(weakness: WeaknessDescription | null): object {
  if (weakness === null) return {};
  return { taxa: [{ id: String(weakness.cwe), toolComponent: { name: TAXONOMY.name } }] };
}

/** The opinion of the compiled program on the run. */
function opinionOf({ compiled }: UnsafeVerdict): object {
  return compiled === undefined ? {} : { properties: { compiled } };
}

/** The fields about the run of a violation. */
function violationFields(verdict: UnsafeVerdict, context: SarifContext): object {
  return { ...flowOf(verdict.run, context), ...weaknessFields(weaknessOf(verdict.run)), ...opinionOf(verdict) };
}

function flowOf(run: RecordedRun, context: SarifContext): object {
  if (run.kind === 'hardware') return {};
  const inputs = run.inputs.slice(0, MOST_INPUTS).map((input, id) => ({
    id,
    ...placeOf(input.at, context),
    message: { text: inputText(input) },
  }));
  const frames = [...run.callStack]
    .reverse()
    .map((frame) => ({ location: placeOf(frame.at, context, frame.function) }));
  return {
    codeFlows: [{ message: { text: lengthText(run) }, threadFlows: flowsOf(run, context) }],
    stacks: [{ message: { text: endText(run) }, frames }],
    ...(inputs.length === 0 ? {} : { relatedLocations: inputs }),
  };
}

function endText({ errorFunction, fault }: ProgramRun): string {
  return checkOf(errorFunction) ?? (errorFunction === '' ? (fault?.what ?? '') : `Call of ${errorFunction}()`);
}

/** The steps of the run, one flow for each thread. */
function flowsOf(run: ProgramRun, context: SarifContext): readonly object[] {
  const flows = new Map<number | null, object[]>();
  for (const [index, { at, thread, depth, text, function: name }] of run.steps.entries()) {
    const flow = flows.get(thread) ?? [];
    flows.set(thread, flow);
    flow.push({
      // Only the number of omitted steps is known.
      executionOrder: index + 1 + (run.omitted !== null && index >= run.omitted.after ? run.omitted.count : 0),
      nestingLevel: depth,
      location: { ...placeOf(at, context, name), message: { text } },
    });
  }
  if (flows.size === 0) return [{ locations: [] }];
  return [...flows].map(([thread, locations]) =>
    thread === null ? { locations } : { id: `thread ${thread}`, locations },
  );
}

function lengthText({ steps, omitted }: ProgramRun): string {
  if (omitted === null) return `The run in ${steps.length} steps`;
  return `The run, of which ${omitted.count} steps after step ${omitted.after} are left out`;
}

/** A place as SARIF has it. `inFunction`: the function around it. */
export function placeOf({ file, line, column }: SourceLocation, context: SarifContext, inFunction?: string): object {
  return {
    physicalLocation: { artifactLocation: artifact(file, context), region: { startLine: line, startColumn: column } },
    ...(inFunction === undefined ? {} : { logicalLocations: [{ fullyQualifiedName: inFunction, kind: 'function' }] }),
  };
}

function wholeOf(file: string, context: SarifContext): object {
  return { physicalLocation: { artifactLocation: artifact(file, context), region: { startLine: 1 } } };
}

function artifact(file: string, { base }: SarifContext): object {
  if (isAbsolute(file)) return { uri: pathToFileURL(file).href };
  const uri = file.split('/').map(encodeURIComponent).join('/');
  return base === undefined ? { uri } : { uri, uriBaseId: BASE };
}
