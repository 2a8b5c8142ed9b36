import { relative } from 'node:path';
import type { Reporter, TestCase, TestError } from '@playwright/test/reporter';
import { recordTestFailure } from '../../scripts/recap.mjs';

/** A Playwright reporter that adds failed tests to the summary at the end of a test run (`scripts/recap.mjs`). */
export default class PlaywrightFailureRecorder implements Reporter {
  onTestEnd(test: TestCase) {
    if (test.outcome() !== 'unexpected') return;
    const { file, line } = test.location;
    recordTestFailure({
      test: [
        test.parent.project()?.name,
        `${relative(process.cwd(), file)}:${line}`,
        test.title,
      ].join(' › '),
      errors: test.results.flatMap(({ errors }) => errors.map(formatError)),
    });
  }

  onError(error: TestError) {
    recordTestFailure({ test: 'outside of every test', errors: [formatError(error)] });
  }
}

const formatError = ({ stack, message, value }: TestError) => stack ?? message ?? value ?? '';
