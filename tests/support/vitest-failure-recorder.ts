import { relative } from 'node:path';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import { recordFailure } from '../../scripts/recap.mjs';

/** Reporter that adds Vitest's failures to the recap at the end of a run (`scripts/recap.mjs`). */
export class VitestFailureRecorder implements Reporter {
  onTestCaseResult(test: TestCase) {
    const { state, errors } = test.result();
    if (state === 'failed') record(test, test.fullName, errors);
  }

  /** Records failed hooks. */
  onTestSuiteResult(suite: TestSuite) {
    if (suite.errors().length > 0) record(suite, suite.fullName, suite.errors());
  }

  /** Records errors outside of tests, and errors of the test file's worker. */
  onTestModuleEnd(module: TestModule) {
    if (module.errors().length > 0) record({ module }, '', module.errors());
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly SerializedError[]) {
    for (const error of unhandled)
      recordFailure({ test: 'outside of every test', errors: [textOf(error)] });
  }
}

function record(
  { module }: { module: TestModule },
  name: string,
  errors: readonly Partial<SerializedError>[] = [],
) {
  const file = relative(process.cwd(), module.moduleId);
  recordFailure({ test: [file, name].filter(Boolean).join(' › '), errors: errors.map(textOf) });
}

const textOf = ({ stack, message = '' }: Partial<SerializedError>) =>
  stack?.includes(message) ? stack : `${message}\n${stack ?? ''}`;
