/**
 * Prepares the test environment before most front-end test files (`vitest.config.ts` selects them).
 */
import { configure } from '@testing-library/react';
import { afterAll } from 'vitest';
import { failOnUntranslatableUpdates } from './translatable.ts';

// Testing Library's default timeout of one second is too short on a busy machine. A long timeout does not slow down the
// tests, because a wait ends as soon as its condition is met.
configure({ asyncUtilTimeout: 120_000 });

if (typeof document !== 'undefined') failOnUntranslatableUpdates();

/** Browser objects that test files extend with properties that jsdom lacks. */
const EXTENDED_OBJECTS =
  typeof document === 'undefined' ? [] : [document, navigator, Element.prototype];
const initialKeys = EXTENDED_OBJECTS.map((object) => new Set(Reflect.ownKeys(object)));

// The next test file may use the same page, so the properties that this test file has added to browser objects are
// removed.
afterAll(() => {
  EXTENDED_OBJECTS.forEach((object, index) => {
    for (const key of Reflect.ownKeys(object))
      if (!initialKeys[index]!.has(key) && !isReactKey(key)) Reflect.deleteProperty(object, key);
  });
  if (typeof document === 'undefined') return;
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookieStore
    document.cookie = `${cookie.split('=', 1)[0]}=; path=/; max-age=0`;
  }
  history.replaceState(null, '', '/');
});

/** Returns true for the key of a property that React adds to a document whose events it handles. */
const isReactKey = (key: string | symbol) => String(key).startsWith('_react');
