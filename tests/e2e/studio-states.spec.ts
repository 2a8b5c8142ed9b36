import { STUDIO_SCREENS } from '../../src/studio/screens.ts';
import { SCREEN_STATES } from '../screens/states.ts';
import { test } from './support/browser.ts';
import { expectNoLayoutProblems } from './support/layout.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';

// With reduced motion, transitions end immediately, so the final layout is measured.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** The paths of all studio screens. `studio-screens.spec.ts` checks their initial states, so these are skipped here. */
const CHECKED_SCREEN_PATHS = new Set(STUDIO_SCREENS.map(({ path }) => path));

for (const { name, show } of SCREEN_STATES.filter(
  ({ reader, name }) => reader === 'editor' && !CHECKED_SCREEN_PATHS.has(name),
))
  test(`${name} has a sound layout in every window`, { tag: LONG_TEST_TAG }, async ({
    page,
    library,
    premiumReader,
  }) => {
    await show({ page, library, premiumReader });
    await expectNoLayoutProblems(page);
  });
