import { createHash } from 'node:crypto';
import { escapeHtml } from '#domain/escape-html.ts';
import { THEME_COLORS } from '#domain/theme-colors.ts';
import { letterCopy } from './letter-copy.ts';

const copy = letterCopy.pages;

/**
 * The texts on a page that opens from a link in an email. `action` is the label of the page's button, if it has one.
 */
interface LinkPageTexts {
  title: string;
  text: string;
  action?: string;
}

const { paper, ink, quiet, line, red, 'on-red': onRed } = THEME_COLORS;

const STYLES = `
:root { color-scheme: light dark; --paper: ${paper.day}; --ink: ${ink.day}; --quiet: ${quiet.day}; --line: ${line.day}; --red: ${red.day}; --on-red: ${onRed.day}; }
@media (prefers-color-scheme: dark) { :root { --paper: ${paper.night}; --ink: ${ink.night}; --quiet: ${quiet.night}; --line: ${line.night}; --red: ${red.night}; --on-red: ${onRed.night}; } }
* { box-sizing: border-box; }
html { background: var(--paper); }
body { max-width: 30.5rem; margin: 0 auto; padding: 0 1.25rem 3rem; color: var(--ink); font: 400 1rem / 1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; overflow-wrap: anywhere; }
header { padding: 0.875rem 0; border-bottom: 1px solid var(--line); }
header a { display: inline-flex; align-items: center; min-height: 2.75rem; color: inherit; font: 400 1.5rem / 1 Georgia, "Times New Roman", serif; letter-spacing: -0.01em; text-decoration: none; }
header b { font-weight: 400; color: var(--red); }
h1 { margin: 2.5rem 0 0; font: 400 min(2.25rem, 11vw) / 1.15 Georgia, "Times New Roman", serif; letter-spacing: -0.015em; text-wrap: balance; overflow-wrap: break-word; }
p { margin: 0.75rem 0 0; color: var(--quiet); text-wrap: pretty; }
button, .button { display: block; width: 100%; margin: 2rem 0 0; padding: 0.875rem min(1.5rem, 4vw); border: 0; border-radius: 8px; background: var(--red); color: var(--on-red); font: 600 1rem / 1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; text-align: center; text-decoration: none; cursor: pointer; }
.link { display: block; margin: 0.75rem 0 0; padding: 0.625rem; color: inherit; text-align: center; text-underline-offset: 5px; }
:focus-visible { outline: 2px solid var(--red); outline-offset: 3px; border-radius: 6px; }
`;

/**
 * Hash of the style sheet of the pages that open from links in emails. The content security policy uses this hash to
 * allow the style sheet.
 */
export const EMAIL_LANDING_PAGE_STYLE_HASH = `sha256-${createHash('sha256').update(STYLES).digest('base64')}`;

/**
 * Renders a page that opens from a link in an email. The page requires no script, session or cookies. If `action` is
 * given, the page has a button that sends a POST request to the page's URL. Opening the link itself must not change
 * anything, because some mail programs open all links automatically.
 */
export function renderEmailLandingPage({ title, text, action }: LinkPageTexts): string {
  const renderSettingsLink = (className: string) =>
    `<a class="${className}" href="/settings#letter">${copy.toSettings}</a>`;
  const actions = action
    ? `<form method="post"><button type="submit">${escapeHtml(action)}</button></form>`
    : `${renderSettingsLink('button')}\n<a class="link" href="/">${copy.toHome}</a>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} – Octavo</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${STYLES}</style>
</head>
<body>
<header><a href="/"><span><b>O</b>ctavo</span></a></header>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${actions}
</main>
</body>
</html>
`;
}
