import { getOrStartNamedServer, SERVER_START_TIMEOUT } from './setup/named-servers.ts';
import { expect, test } from './support/browser.ts';

test.describe('over HTTP/2', () => {
  test.use({ ignoreHTTPSErrors: true });
  let origin: string;
  test.beforeAll(async () => {
    test.setTimeout(SERVER_START_TIMEOUT);
    origin = await getOrStartNamedServer('configured');
  });

  test('pages load with all their resources, and readers can sign in', async ({ page }) => {
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
