import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { AD_FRAME_MESSAGES, AD_FRAME_PERMISSIONS } from '#domain/ad-frames.ts';
import type { AdSlot } from '#domain/ads.ts';
import type { AdNetwork } from './network.ts';

/** The script of the network, which brings all others. */
const NETWORK_SCRIPT = 'https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js';

const FRAME_SCRIPT = readFileSync(new URL('./frame-script.js', import.meta.url), 'utf8');
const FRAME_SCRIPT_HASH = createHash('sha256').update(FRAME_SCRIPT).digest('base64');

/** The document of an ad: its box, and a script that asks the network to fill it. It knows nothing of the reader. */
export function renderAdFrame({ client, units }: AdNetwork, slot: AdSlot): string {
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
 * The frame's own policy. The network names no hosts it keeps to, and supports one form only: trust in what trusted
 * scripts load (https://support.google.com/adsense/answer/16283098). So a frame may do much, but for one thing: where it
 * does not have an origin of its own it has none at all, and reaches nothing of the product's. `isApart` is whether it
 * was asked for on its own origin; `embedder` is the product's.
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
