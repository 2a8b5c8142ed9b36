import { relative } from 'node:path';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import { noteInRecap } from '../../scripts/recap.mjs';

/** Has Vitest's failures said again at the end of a run (`scripts/recap.mjs`). */
export class RecapOfUnits implements Reporter {
  onTestCaseResult(test: TestCase) {
    const { state, errors } = test.result();
    if (state === 'failed') note(test, test.fullName, errors, 'failed');
    else if (test.diagnostic()?.flaky) note(test, test.fullName, errors, 'flaky');
  }

  /** Of its hooks. */
  onTestSuiteResult(suite: TestSuite) {
    if (suite.errors().length > 0) note(suite, suite.fullName, suite.errors(), 'failed');
  }

  /** Of what stands outside its tests, and of the worker it ran in. */
  onTestModuleEnd(module: TestModule) {
    if (module.errors().length > 0) note({ module }, '', module.errors(), 'failed');
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly SerializedError[]) {
    for (const error of unhandled)
      noteInRecap({ test: 'outside of every test', outcome: 'failed', errors: [inWords(error)] });
  }
}

function note(
  { module }: { module: TestModule },
  name: string,
  errors: readonly Partial<SerializedError>[] = [],
  outcome: 'failed' | 'flaky',
) {
  const file = relative(process.cwd(), module.moduleId);
  noteInRecap({
    test: [file, name].filter(Boolean).join(' › '),
    outcome,
    errors: errors.map(inWords),
  });
}

const inWords = ({ stack, message = '' }: Partial<SerializedError>) =>
  stack?.includes(message) ? stack : `${message}\n${stack ?? ''}`;
