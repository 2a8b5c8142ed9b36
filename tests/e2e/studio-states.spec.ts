import { SCREENS } from '../../src/studio/screens.ts';
import { STATES } from '../screens/states.ts';
import { test } from './support/browser.ts';
import { expectSoundLayout } from './support/layout.ts';
import { LONG } from './support/long.ts';

// Transitions are measured where they end.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Screens as they are opened, which `studio-screens.spec.ts` sweeps. */
const SWEPT = new Set(SCREENS.map(({ path }) => path));

for (const { name, show } of STATES.filter(
  ({ reader, name }) => reader === 'editor' && !SWEPT.has(name),
))
  test(`${name} is laid out soundly in every window`, { tag: LONG }, async ({
    page,
    library,
    premiumReader,
    faults,
  }) => {
    faults.allow(/404 .*\/studio\/counts/);
    await show({ page, library, premiumReader });
    await expectSoundLayout(page);
  });
