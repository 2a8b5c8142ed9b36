import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { expect, it } from 'vitest';
import { SignedOutProfile } from './signed-out-profile.tsx';

it.each([
  ['/profile', 'Your bookmarks will appear here', '/auth?redirect=%2Fprofile'],
  [
    '/profile/following',
    'The authors you follow will appear here',
    '/auth?redirect=%2Fprofile%2Ffollowing',
  ],
])('describes the content of %s, and returns there after the sign-in', (path, title, href) => {
  const html = renderToString(
    <StaticRouter location={path}>
      <SignedOutProfile />
    </StaticRouter>,
  );
  expect(html).toContain(title);
  expect(html).toContain(`href="${href}"`);
});
