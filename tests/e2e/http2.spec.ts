import { certificateFiles } from '#server/testing/certificate.ts';
import { clearAway, newFolder, open, type Running, STARTS_WITHIN } from '../support/octavo.ts';
import { expect, test } from './support/browser.ts';

/** A server of its own, which shows a certificate that nobody vouches for. */
test.describe('over HTTP/2', () => {
  test.use({ ignoreHTTPSErrors: true });
  test.setTimeout(2 * STARTS_WITHIN);
  const files = certificateFiles();
  let server: Running;
  test.beforeAll(async () => {
    const { TLS_CERT, TLS_KEY } = files;
    server = await open({ DATA_DIR: await newFolder(), LOG_LEVEL: 'silent', TLS_CERT, TLS_KEY });
  });
  test.afterAll(async () => {
    await clearAway();
    files.remove();
  });

  test('pages open, with all they load, and readers sign in', async ({ page }) => {
    const { port } = new URL(server.origin);
    const origin = `https://localhost:${port}`;
    await page.goto(`${origin}/about`);
    await page.mouse.click(5, 5);
    await page.waitForLoadState('networkidle');
    const protocols = await page.evaluate(() =>
      performance
        .getEntries()
        .filter((entry) => 'nextHopProtocol' in entry)
        .map((entry) => (entry as PerformanceResourceTiming).nextHopProtocol),
    );
    expect(protocols.length).toBeGreaterThan(1);
    expect(new Set(protocols)).toEqual(new Set(['h2']));

    await page.goto(`${origin}/auth/signin?redirect=/terms`);
    await page.getByRole('button').first().click();
    await expect(page).toHaveURL(`${origin}/terms`);
    const cookies = await page.context().cookies();
    const session = cookies.find(({ name }) => name === '__Host-session');
    expect(session).toMatchObject({ secure: true, httpOnly: true });
  });
});
