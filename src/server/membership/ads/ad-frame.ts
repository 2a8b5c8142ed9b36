import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { AD_FRAME_MESSAGES, AD_FRAME_PERMISSIONS } from '#domain/ad-frames.ts';
import type { AdSlot } from '#domain/ads.ts';
import type { AdNetworkSettings } from './network.ts';

/** URL of the ad network's main script, which loads the network's other scripts. */
const NETWORK_SCRIPT = 'https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js';

const FRAME_SCRIPT = readFileSync(new URL('./frame-script.js', import.meta.url), 'utf8');
const FRAME_SCRIPT_HASH = createHash('sha256').update(FRAME_SCRIPT).digest('base64');

/**
 * Renders the HTML document of a frame that shows an ad. The document's script requests the ad from the ad network. The
 * document contains no data about the reader.
 */
export function renderAdFrame({ client, units }: AdNetworkSettings, slot: AdSlot): string {
  const script = `${NETWORK_SCRIPT}?client=${client}`;
  const { filled, unfilled } = AD_FRAME_MESSAGES;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Advertisement</title>
<style>html, body, ins { display: block; width: 100%; height: 100%; margin: 0; overflow: hidden; text-align: center }</style>
</head>
<body data-script="${script}" data-filled="${filled}" data-unfilled="${unfilled}">
<ins class="adsbygoogle" data-ad-client="${client}" data-ad-slot="${units[slot]}"></ins>
<script>${FRAME_SCRIPT}</script>
</body>
</html>
`;
}

/**
 * Creates the content security policy of an ad frame. The policy is permissive, because the ad
 * network does not publish a list of its hosts. The network requires `strict-dynamic`, which trusts
 * every script that a trusted script loads (https://support.google.com/adsense/answer/16283098).
 * `hasOwnOrigin` is true if the frame was requested from the separate origin for ads. Otherwise,
 * the policy adds a sandbox, so that the frame cannot access the site. `embedder` is the origin of
 * the site's pages.
 */
export function createAdFramePolicy(embedder: string, hasOwnOrigin: boolean): string {
  const directives = [
    `object-src 'none'`,
    `script-src 'sha256-${FRAME_SCRIPT_HASH}' 'strict-dynamic' 'unsafe-eval'`,
    `base-uri 'none'`,
    `frame-ancestors ${hasOwnOrigin ? embedder : `'self' ${embedder}`}`,
    ...(hasOwnOrigin ? [] : [`sandbox ${AD_FRAME_PERMISSIONS.join(' ')}`]),
  ];
  return directives.join(';');
}
