import { addToHead } from './head.ts';
import { whenPainted } from './when-painted.ts';

/**
 * On a first visit the fonts leave the line to the page and its pictures; the device's own stand in for them. Once they
 * have been fetched they are there with the next page's first paint. Calls `then` when letters stay as they are.
 */
export function loadFonts(style: HTMLStyleElement | null, then: () => void): void {
  if (!style) {
    whenPainted(then);
    return;
  }
  const first = style.dataset.fonts!.split(' ');
  const use = () => {
    style.media = 'all';
  };
  if (haveBeenFetched()) {
    use();
    for (const href of first)
      addToHead({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href });
    whenPainted(then);
  } else
    whenPainted(async () => {
      // What does not come now is asked for again by the rules.
      const faces = await Promise.allSettled(facesOf(style, first).map((face) => face.load()));
      for (const face of faces) if (face.status === 'fulfilled') document.fonts.add(face.value);
      use();
      then();
      document.fonts.ready.then(noteFetched);
    });
}

/**
 * The fonts of some files, by the rules that name them. Taken up by hand, and all in one frame: each that a rule fetches
 * would have the page laid out twice more, once for the rule and once for the font.
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
    // Storage is closed to us, or full.
  }
}
