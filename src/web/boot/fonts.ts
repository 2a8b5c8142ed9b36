import { addLinkToHead } from './head.ts';
import { runAfterPaintAndLoad } from './run-after-paint-and-load.ts';

/**
 * Loads the fonts. On a first visit, the fonts load after the page and its pictures, so text first appears in the
 * device's fonts. On later visits, the fonts load from the browser's cache before the first paint. Calls `onComplete`
 * once all text appears in its final font.
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
      // If a font file fails to load here, the style sheet's rules make the browser load it later.
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
 * Returns the font faces that the style sheet defines for the given font files. The caller loads them and then adds all
 * of them in one frame. If the style sheet's rules loaded the fonts, the browser would lay out the page twice for each
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
