import { relative } from 'node:path';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import { recordTestFailure } from '../../scripts/recap.mjs';

/** A Vitest reporter that adds failed tests to the summary at the end of a test run (`scripts/recap.mjs`). */
export class VitestFailureRecorder implements Reporter {
  onTestCaseResult(test: TestCase) {
    const { state, errors } = test.result();
    if (state === 'failed') recordErrors(test, test.fullName, errors);
  }

  /** Records a suite's failed hooks, such as `beforeAll`. */
  onTestSuiteResult(suite: TestSuite) {
    if (suite.errors().length > 0) recordErrors(suite, suite.fullName, suite.errors());
  }

  /** Records errors that occurred in a test file outside its tests, or in its worker. */
  onTestModuleEnd(module: TestModule) {
    if (module.errors().length > 0) recordErrors({ module }, '', module.errors());
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly SerializedError[]) {
    for (const error of unhandled)
      recordTestFailure({ test: 'outside of every test', errors: [formatError(error)] });
  }
}

function recordErrors(
  { module }: { module: TestModule },
  name: string,
  errors: readonly Partial<SerializedError>[] = [],
) {
  const file = relative(process.cwd(), module.moduleId);
  recordTestFailure({
    test: [file, name].filter(Boolean).join(' › '),
    errors: errors.map(formatError),
  });
}

const formatError = ({ stack, message = '' }: Partial<SerializedError>) =>
  stack?.includes(message) ? stack : `${message}\n${stack ?? ''}`;
