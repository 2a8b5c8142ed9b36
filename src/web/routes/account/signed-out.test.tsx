import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { expect, it } from 'vitest';
import { SignedOutProfile } from './signed-out.tsx';

it.each([
  ['/profile', '/auth?redirect=%2Fprofile'],
  ['/profile/following', '/auth?redirect=%2Fprofile%2Ffollowing'],
])('%s says what will stand there, and the way in leads back to it', (path, href) => {
  const html = renderToString(
    <StaticRouter location={path}>
      <SignedOutProfile />
    </StaticRouter>,
  );
  expect(html).toContain('Your bookmarks will appear here');
  expect(html).toContain(`href="${href}"`);
});
