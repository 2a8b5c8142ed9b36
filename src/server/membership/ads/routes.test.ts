import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AD_SLOTS, HOUSE_AD_SLOTS, type PageAds } from '#domain/ads.ts';
import { PAYLOAD_PATH_PREFIX } from '#domain/page.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';

const ADSENSE = {
  ADSENSE_CLIENT: 'ca-pub-1234567890123456',
  ADSENSE_SLOTS: '11, 12, 13, 14, 15',
  ORIGIN: 'https://octavo.example',
};
const ADS_ORIGIN = 'https://octavo-ads.example';

describe.each([
  ['no ad network', {}, { frames: null, frameSrc: undefined }],
  ['AdSense', ADSENSE, { frames: '/ads/frame', frameSrc: "'self'" }],
  [
    'AdSense on an origin of its own',
    { ...ADSENSE, ADS_ORIGIN },
    { frames: `${ADS_ORIGIN}/ads/frame`, frameSrc: ADS_ORIGIN },
  ],
])('with %s', (_, env, { frames, frameSrc }) => {
  let test: TestApp;
  let path: string;

  beforeAll(async () => {
    const database = await pgliteTestEngine.openFilled();
    test = await createTestApp(database, env);
    path = (await test.app.inject('/api/v1/articles?limit=1')).json().data.metas[0].path;
  });
  afterAll(() => test.close());

  const requestFrame = (slot: string, host = 'octavo.example') =>
    test.app.inject({ url: `/ads/frame?slot=${slot}`, headers: { host } });

  it('puts house ads and the frame URL into an article', async () => {
    const props: { ads: PageAds } = (await test.app.inject(PAYLOAD_PATH_PREFIX + path)).json()
      .props;
    expect(Object.keys(props.ads.house)).toEqual(HOUSE_AD_SLOTS);
    expect(props.ads.frames).toBe(frames);
    for (const { to } of Object.values(props.ads.house))
      expect((await test.app.inject(to)).statusCode, to).toBe(200);
  });

  it('allows only frames of the configured origin', async () => {
    for (const url of [path, '/about']) {
      const policy = String((await test.app.inject(url)).headers['content-security-policy']);
      expect(parseDirectives(policy).get('frame-src')).toBe(frameSrc);
      expect(parseDirectives(policy).get('default-src')).toBe("'none'");
      expect(policy.replace(`frame-src ${frameSrc}`, '')).not.toContain('https:');
    }
  });

  if (!frames)
    it('responds with 404 to the frame and ads.txt', async () => {
      expect((await requestFrame('header')).statusCode).toBe(404);
      expect((await test.app.inject('/ads.txt')).statusCode).toBe(404);
    });
  else {
    it.each(AD_SLOTS.map((slot, at) => [slot, String(11 + at)]))(
      'renders the frame of the slot %s with the ad unit %s',
      async (slot, unit) => {
        const { statusCode, body } = await requestFrame(slot);
        expect(statusCode).toBe(200);
        expect(body).toContain(`data-ad-slot="${unit}"`);
        expect(body).toContain('data-ad-client="ca-pub-1234567890123456"');
      },
    );

    it('keeps the sandbox for any forwarded host', async () => {
      const behindProxy = await createTestApp(test.database, { ...env, TRUST_PROXY: '127.0.0.1' });
      const { headers } = await behindProxy.app.inject({
        url: '/ads/frame?slot=header',
        headers: { host: 'octavo.example', 'x-forwarded-host': new URL(ADS_ORIGIN).host },
      });
      expect(String(headers['content-security-policy'])).toContain('sandbox');
      await behindProxy.app.close();
    });

    it('responds with 404 for an unknown slot', async () => {
      for (const slot of ['', 'sidebar', 'header"><script>'])
        expect((await requestFrame(encodeURIComponent(slot))).statusCode).toBe(404);
    });

    it('lists the seller in ads.txt', async () => {
      const { body } = await test.app.inject('/ads.txt');
      expect(body).toBe('google.com, pub-1234567890123456, DIRECT, f08c47fec0942fa0\n');
    });

    it('limits a frame to its own script, to pages of the site, and to a short referrer', async () => {
      const { headers, body } = await requestFrame('header');
      const policy = parseDirectives(String(headers['content-security-policy']));
      const script = /<script>(.*?)<\/script>/s.exec(body)![1]!;
      const hash = createHash('sha256').update(script).digest('base64');
      expect(policy.get('script-src')).toBe(`'sha256-${hash}' 'strict-dynamic' 'unsafe-eval'`);
      expect(policy.get('frame-ancestors')).toContain('https://octavo.example');
      expect(headers['referrer-policy']).toBe('strict-origin');
    });

    it('sandboxes a frame on the site’s origin', async () => {
      const { headers } = await requestFrame('header');
      const sandbox = parseDirectives(String(headers['content-security-policy'])).get('sandbox');
      expect(sandbox).toContain('allow-scripts');
      expect(sandbox).not.toContain('allow-same-origin');
    });

    it('gives a frame its own origin only if one is configured', async () => {
      const { headers } = await requestFrame('header', 'octavo-ads.example');
      const policy = parseDirectives(String(headers['content-security-policy']));
      expect(policy.has('sandbox')).toBe(!frames.startsWith('https:'));
    });
  }
});

function parseDirectives(policy: string): Map<string, string> {
  return new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(' ');
      return [name, values.join(' ')];
    }),
  );
}
