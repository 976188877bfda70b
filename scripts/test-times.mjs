// A reporter for vitest: closes with the seconds of each project's files, and those of the slowest files.
// The seconds of a file count its imports, its hooks and its tests; two workers run at once.
const SLOWEST = 25;

export default class TestTimes {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    const files = modules.map((module) => {
      const { collectDuration, setupDuration, environmentSetupDuration, prepareDuration, duration } =
        module.diagnostic();
      const milliseconds = collectDuration + setupDuration + environmentSetupDuration + prepareDuration + duration;
      return { project: module.project.name, name: module.relativeModuleId, seconds: milliseconds / 1000 };
    });
    const projects = new Map();
    for (const { project, seconds } of files) projects.set(project, (projects.get(project) ?? 0) + seconds);
    const lines = [...projects].map(([project, seconds]) => row(seconds, `all files of the project "${project}"`));
    files.sort((a, b) => b.seconds - a.seconds);
    for (const { name, seconds } of files.slice(0, SLOWEST)) lines.push(row(seconds, name));
    console.log(`\n== seconds of test files\n${lines.join('\n')}`);
  }
}

function row(seconds, name) {
  return `${seconds.toFixed(1).padStart(8)} s  ${name}`;
}
