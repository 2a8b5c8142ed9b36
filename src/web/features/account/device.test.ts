import { expect, it } from 'vitest';
import { type DeviceKind, parseUserAgent } from './device.ts';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';
const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${WEBKIT}`;
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K)';

const recognizedUserAgents: readonly [name: string, kind: DeviceKind, userAgent: string][] = [
  ['Chrome on Android', 'phone', `${ANDROID} ${BLINK} Mobile Safari/537.36`],
  ['Chrome on Android', 'tablet', `${ANDROID} ${BLINK} Safari/537.36`],
  [
    'Samsung Internet on Android',
    'phone',
    `${ANDROID} AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
  ],
  ['Edge on Android', 'phone', `${ANDROID} ${BLINK} Mobile Safari/537.36 EdgA/142.0.0.0`],
  [
    'Firefox on Android',
    'phone',
    'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0',
  ],
  [
    'Firefox on Android',
    'tablet',
    'Mozilla/5.0 (Android 15; Tablet; rv:145.0) Gecko/145.0 Firefox/145.0',
  ],
  ['Safari on iPhone', 'phone', `${IPHONE} Version/26.1 Mobile/15E148 Safari/604.1`],
  ['Chrome on iPhone', 'phone', `${IPHONE} CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1`],
  ['Firefox on iPhone', 'phone', `${IPHONE} FxiOS/145.0 Mobile/15E148 Safari/604.1`],
  ['Edge on iPhone', 'phone', `${IPHONE} Version/18.0 EdgiOS/142.0.0.0 Mobile/15E148 Safari/604.1`],
  [
    'DuckDuckGo on iPhone',
    'phone',
    `${IPHONE} Version/18.6 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15`,
  ],
  [
    'Chrome on iPad',
    'tablet',
    `Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${WEBKIT} CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1`,
  ],
  ['Safari on Mac', 'computer', `${MAC} ${WEBKIT} Version/26.1 Safari/605.1.15`],
  ['Chrome on Mac', 'computer', `${MAC} ${BLINK} Safari/537.36`],
  ['Edge on Windows', 'computer', `${WINDOWS} ${BLINK} Safari/537.36 Edg/142.0.0.0`],
  ['Opera on Windows', 'computer', `${WINDOWS} ${BLINK} Safari/537.36 OPR/124.0.0.0`],
  [
    'Firefox on Windows',
    'computer',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  ],
  [
    'Firefox on Linux',
    'computer',
    'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  ],
  [
    'Chrome on Linux',
    'computer',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36',
  ],
  [
    'Chrome on ChromeOS',
    'computer',
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${BLINK} Safari/537.36`,
  ],
];
it.each(recognizedUserAgents)('recognizes %s, a %s', (name, kind, userAgent) => {
  expect(parseUserAgent(userAgent)).toEqual({ name, kind });
});

it.each([
  ['Unknown browser on Windows', 'computer', `${WINDOWS} Ladybird`],
  ['Firefox', 'unknown', 'Mozilla/5.0 (X11; FreeBSD amd64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  ['Unknown device', 'unknown', 'curl/8.14.1'],
  ['Unknown device', 'unknown', ''],
])('names only what the user agent shows: %s', (name, kind, userAgent) => {
  expect(parseUserAgent(userAgent)).toEqual({ name, kind });
});
