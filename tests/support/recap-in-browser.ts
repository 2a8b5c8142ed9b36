import { relative } from 'node:path';
import type { Reporter, TestCase, TestError } from '@playwright/test/reporter';
import { noteInRecap } from '../../scripts/recap.mjs';

/** Has Playwright's failures said again at the end of a run (`scripts/recap.mjs`). */
export default class RecapInBrowser implements Reporter {
  onTestEnd(test: TestCase) {
    const outcome = outcomeOf(test);
    if (!outcome) return;
    const { file, line } = test.location;
    noteInRecap({
      test: [
        test.parent.project()?.name,
        `${relative(process.cwd(), file)}:${line}`,
        test.title,
      ].join(' › '),
      outcome,
      errors: test.results.flatMap(({ errors }) => errors.map(inWords)),
    });
  }

  onError(error: TestError) {
    noteInRecap({ test: 'outside of every test', outcome: 'failed', errors: [inWords(error)] });
  }
}

/** Undefined while it is to be tried again, and where all is well. */
function outcomeOf(test: TestCase) {
  if (test.outcome() === 'flaky') return 'flaky';
  const isLast = test.results.length > test.retries;
  return isLast && test.outcome() === 'unexpected' ? 'failed' : undefined;
}

const inWords = ({ stack, message, value }: TestError) => stack ?? message ?? value ?? '';
