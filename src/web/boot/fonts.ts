import { addLinkToHead } from './head.ts';
import { runAfterPaintAndLoad } from './run-after-paint-and-load.ts';

/**
 * Loads the fonts. On a first visit, the fonts load after the page and its pictures, and text first appears in the
 * device's fonts. On later visits, the fonts load from the cache before the first paint. Calls `then` once all text is
 * in its final font.
 */
export function loadFonts(style: HTMLStyleElement | null, then: () => void): void {
  if (!style) {
    runAfterPaintAndLoad(then);
    return;
  }
  const first = style.dataset.fonts!.split(' ');
  const use = () => {
    style.media = 'all';
  };
  if (haveBeenFetched()) {
    use();
    for (const href of first)
      addLinkToHead({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href });
    runAfterPaintAndLoad(then);
  } else
    runAfterPaintAndLoad(async () => {
      // If a font file fails to load here, the browser requests it again according to the rules in the style sheet.
      const faces = await Promise.allSettled(facesOf(style, first).map((face) => face.load()));
      for (const face of faces) if (face.status === 'fulfilled') document.fonts.add(face.value);
      use();
      then();
      document.fonts.ready.then(noteFetched);
    });
}

/**
 * Returns the font faces that the style sheet's rules define for the given font files. A script adds them all in one
 * frame, because a browser lays out the page twice for each font that a rule loads: once for the rule and once for the
 * font.
 */
function facesOf({ sheet }: HTMLStyleElement, files: readonly string[]): FontFace[] {
  return ([...(sheet?.cssRules ?? [])] as CSSFontFaceRule[]).flatMap(({ style }) => {
    const src = style.getPropertyValue('src');
    if (!files.some((file) => src.includes(file))) return [];
    return new FontFace(style.getPropertyValue('font-family').replaceAll('"', ''), src, {
      weight: style.getPropertyValue('font-weight'),
      style: style.getPropertyValue('font-style'),
      unicodeRange: style.getPropertyValue('unicode-range'),
      display: 'swap',
    });
  });
}

function haveBeenFetched(): boolean {
  try {
    return localStorage.getItem('fonts') !== null;
  } catch {
    return false;
  }
}

function noteFetched() {
  try {
    localStorage.setItem('fonts', 'fetched');
  } catch {
    // If storage is blocked or full, the fonts load after the page on every visit.
  }
}
