import { addLinkToHead } from './head.ts';
import { runAfterPaintAndLoad } from './run-after-paint-and-load.ts';

/**
 * Loads the fonts. On a first visit, the fonts load after the page and its pictures, and text first appears in the
 * device's fonts. On later visits, the fonts load from the cache before the first paint. Calls `onComplete` once all
 * text is in its final font.
 */
export function loadFonts(style: HTMLStyleElement | null, onComplete: () => void): void {
  if (!style) {
    runAfterPaintAndLoad(onComplete);
    return;
  }
  const fontUrls = style.dataset.fonts!.split(' ');
  const applyFonts = () => {
    style.media = 'all';
  };
  if (wereFontsFetched()) {
    applyFonts();
    for (const href of fontUrls)
      addLinkToHead({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href });
    runAfterPaintAndLoad(onComplete);
  } else
    runAfterPaintAndLoad(async () => {
      // If a font file fails to load here, the browser requests it again according to the rules in the style sheet.
      const results = await Promise.allSettled(
        createFontFaces(style, fontUrls).map((face) => face.load()),
      );
      for (const result of results)
        if (result.status === 'fulfilled') document.fonts.add(result.value);
      applyFonts();
      onComplete();
      document.fonts.ready.then(recordFontsFetched);
    });
}

/**
 * Returns the font faces that the style sheet's rules define for the given font files. A script adds them all in one
 * frame, because a browser lays out the page twice for each font that a rule loads: once for the rule and once for the
 * font.
 */
function createFontFaces({ sheet }: HTMLStyleElement, files: readonly string[]): FontFace[] {
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

function wereFontsFetched(): boolean {
  try {
    return localStorage.getItem('fonts') !== null;
  } catch {
    return false;
  }
}

function recordFontsFetched() {
  try {
    localStorage.setItem('fonts', 'fetched');
  } catch {
    // If storage is blocked or full, the fonts load after the page on every visit.
  }
}
