import { type Page, test } from '@playwright/test';
import { isRunOfAllTests } from '../../../scripts/test-scope.mjs';
import { expect } from './browser.ts';
import { findBrokenWords, setTextSize } from './narrow-screens.ts';

/** A window size, with or without doubled text, at which layouts are checked. */
interface WindowSize {
  name: string;
  width: number;
  height: number;
  /** True if the reader has doubled the browser's text size. */
  isDoubled?: boolean;
}

/**
 * The window sizes for the quick set of tests (`npm test`): the narrowest window, a wide window, and a phone with large
 * text.
 */
const QUICK_WINDOW_SIZES: readonly WindowSize[] = [
  { name: '320 px', width: 320, height: 640 },
  { name: '1280 px', width: 1280, height: 800 },
  { name: '200 % text', width: 390, height: 844, isDoubled: true },
];

/**
 * The window sizes for a run of all tests. A window of 320 × 200 pixels corresponds to a screen of 1280 × 800 pixels
 * with 400 % zoom.
 */
const WINDOW_SIZES: readonly WindowSize[] = [
  { name: '390 px', width: 390, height: 844 },
  { name: '768 px', width: 768, height: 1024 },
  { name: '400 % zoom', width: 320, height: 200 },
  { name: '200 % text in the narrowest window', width: 320, height: 640, isDoubled: true },
  { name: '200 % text on a wide screen', width: 1280, height: 800, isDoubled: true },
  ...QUICK_WINDOW_SIZES,
];

/**
 * Minimum width in pixels of the windows in which the project `desktop` checks a layout. The project `phone` runs the
 * same tests and checks all window sizes.
 */
const MIN_DESKTOP_WIDTH = 768;

/** Maximum share of a window's height that fixed bars may cover. */
const MAX_FIXED_SHARE = 0.35;

/**
 * Fails if the current page, or its open dialog, has a layout problem at any of several window sizes. The problems are:
 *
 * - horizontal scrolling
 * - text or a control that is cut off, overlaps another one, or extends beyond its box
 * - a word that is broken across two lines
 * - a target smaller than 24 pixels, or a primary target smaller than 44 pixels
 * - fixed bars that cover more than 35 % of the height
 *
 * Afterwards, the window has the last of these sizes, and its text may be doubled.
 */
export async function expectNoLayoutProblems(
  page: Page,
  { maxFixedShare = MAX_FIXED_SHARE } = {},
): Promise<void> {
  const problems: string[] = [];
  for (const { name, width, height, isDoubled } of listWindowSizes()) {
    await page.setViewportSize({ width, height });
    await setTextSize(page, isDoubled ? 200 : 100);
    await waitForLayout(page);
    const pageProblems = await page.evaluate(findLayoutProblems, { maxFixedShare, width });
    const broken = (await findBrokenWords(page)).map(
      (word) => `“${word}” is broken over two lines`,
    );
    problems.push(...[...pageProblems, ...broken].map((problem) => `${name}: ${problem}`));
  }
  expect(problems, page.url()).toEqual([]);
}

/** Returns the window sizes to check in the current project and run. */
function listWindowSizes(): readonly WindowSize[] {
  if (!isRunOfAllTests()) return QUICK_WINDOW_SIZES;
  return test.info().project.name === 'desktop'
    ? WINDOW_SIZES.filter(({ width }) => width >= MIN_DESKTOP_WIDTH)
    : WINDOW_SIZES;
}

/**
 * Waits until the page's layout is complete: animations have ended, and scripts have adapted their elements to the
 * window size.
 */
async function waitForLayout(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Forces the layout of content far outside the window, which browsers would otherwise skip.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important; }');
    document.adoptedStyleSheets = [sheet];
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    // Waits until dialogs and panels have finished opening, because they must be measured in their final position.
    const finite = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(finite.map(({ finished }) => finished));
  });
}

/** Returns a description of each layout problem on the page. Runs in the page. */
function findLayoutProblems({
  maxFixedShare,
  width,
}: {
  maxFixedShare: number;
  width: number;
}): string[] {
  const CONTROL_SELECTOR =
    'a[href], button, input, select, textarea, summary, [role=tab], [role=switch]';
  const dialog = [...document.querySelectorAll('[role=dialog][data-open], dialog[open]')].at(-1);
  const root = dialog ?? document.body;

  interface Line {
    text: Text;
    box: DOMRect;
  }
  const problems = new Set<string>();

  const describeElement = (element: Element): string => {
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
    return `<${element.localName} ${element.closest('[class]')?.className}> “${text.replaceAll(/\s+/g, ' ').slice(0, 40)}”`;
  };
  /**
   * Returns true for content that is hidden from view but available to screen readers, such as a table's head on a
   * phone.
   */
  const isClippedAway = (element: Element | null): boolean =>
    element !== null &&
    (getComputedStyle(element).clipPath === 'inset(50%)' || isClippedAway(element.parentElement));
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('.vh, [inert]') &&
    !isClippedAway(element);
  /** Returns the nearest ancestor that hides or scrolls overflowing content. */
  const findClip = (element: Element): Element | null => {
    for (
      let ancestor: Element | null = element;
      ancestor && ancestor !== document.body;
      ancestor = ancestor.parentElement
    )
      if (getComputedStyle(ancestor).overflowX !== 'visible') return ancestor;
    return null;
  };
  /**
   * Returns true if an element can scroll horizontally. Returns false for dialogs, which do not scroll horizontally
   * although their computed style suggests it.
   */
  const scrollsHorizontally = (element: Element): boolean =>
    element !== dialog && ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
  const canScroll = (element: Element | null): boolean =>
    element !== null && (scrollsHorizontally(element) || canScroll(element.parentElement));
  /** Returns true for text that intentionally ends in an ellipsis. */
  const isTrimmed = (element: Element): boolean => {
    const { textOverflow, webkitLineClamp } = getComputedStyle(element);
    return textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
  };

  // The page must not scroll horizontally.
  const { scrollWidth } = document.documentElement;
  // The expected width is passed in, because `innerWidth` grows with wide content on a phone.
  if (scrollWidth > width) problems.add(`the page is ${scrollWidth - width} px too wide`);

  if (dialog && dialog.scrollWidth > dialog.clientWidth)
    problems.add(`the dialog is ${dialog.scrollWidth - dialog.clientWidth} px too wide`);
  // The first item in a row of category links must be aligned with the page's heading.
  const margin = document.querySelector('main h1')?.getBoundingClientRect().left;
  for (const row of dialog ? [] : document.querySelectorAll('nav[aria-label="Categories"] ul')) {
    // On a wide screen, the categories form a column instead of a row, so the check is skipped.
    if (getComputedStyle(row).flexDirection !== 'row') continue;
    const first = row.querySelector('[class*=name] > span')?.getBoundingClientRect();
    const chip = row.querySelector('[class*=name]')?.getBoundingClientRect();
    const offsets = [first?.left, chip?.left].map((left) => Math.abs((left ?? 0) - (margin ?? 0)));
    if (margin !== undefined && row.scrollLeft === 0 && Math.min(...offsets) > 3)
      problems.add(`the first choice stands at ${chip?.left}, the text at ${margin}`);
  }

  // Each line of text must fit its box.
  const lines: Line[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    const parent = text.parentElement!;
    if (!text.data.trim() || parent.closest('script, style, noscript, svg, option')) continue;
    if (!isShown(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) if (box.width > 1) lines.push({ text, box });
  }

  for (const { text, box } of lines) {
    const parent = text.parentElement!;
    const clip = findClip(parent);
    if (clip && isTrimmed(clip)) continue;
    if (!canScroll(clip) && (box.right > width + 1 || box.left < -1))
      problems.add(`${describeElement(parent)} is cut off`);
    if (!clip || scrollsHorizontally(clip)) continue;
    const edge = clip.getBoundingClientRect();
    if (box.right > edge.right + 1 || box.left < edge.left - 1)
      problems.add(`${describeElement(parent)} is wider than its box`);
    const { overflowY } = getComputedStyle(clip);
    if (overflowY === 'auto' || overflowY === 'scroll') continue;
    // A small overlap is allowed, because letters fill only about two thirds of a line's height.
    const slack = box.height / 6;
    if (box.bottom - slack > edge.bottom + 1 || box.top + slack < edge.top - 1)
      problems.add(`${describeElement(parent)} is higher than its box`);
  }

  // Each control must fit into the window. In a dialog, it must also fit between the dialog's margins.
  const dialogContent = { left: Number.NEGATIVE_INFINITY, right: Number.POSITIVE_INFINITY };
  if (dialog) {
    const { left, right } = dialog.getBoundingClientRect();
    const { paddingLeft, paddingRight } = getComputedStyle(dialog);
    dialogContent.left = left + Number.parseFloat(paddingLeft) - 1;
    dialogContent.right = right - Number.parseFloat(paddingRight) + 1;
  }
  const controls = [...root.querySelectorAll<HTMLElement>(CONTROL_SELECTOR)].filter(isShown);
  for (const control of controls) {
    const box = control.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const isScrolled = canScroll(control.parentElement);
    if (!isScrolled && (box.right > width + 1 || box.left < -1))
      problems.add(`${describeElement(control)} is cut off`);
    const style = getComputedStyle(control);
    // Only controls with a border or background are checked, because the clickable area of a text link may extend into
    // the margin.
    const isFramed =
      Number.parseFloat(style.borderTopWidth) > 0 || style.backgroundColor !== 'rgba(0, 0, 0, 0)';
    if (
      !isScrolled &&
      isFramed &&
      (box.right > dialogContent.right || box.left < dialogContent.left)
    )
      problems.add(`${describeElement(control)} reaches into the margin of the dialog`);
    const isBox = style.display !== 'inline' && style.display !== 'contents';
    if (isBox)
      for (const line of lines)
        if (
          control.contains(line.text) &&
          !isTrimmed(findClip(line.text.parentElement!) ?? control)
        ) {
          if (line.box.right > box.right + 1 || line.box.left < box.left - 1)
            problems.add(`${describeElement(control)} is narrower than its text`);
        }
  }

  // No box may extend beyond the window, unless an ancestor clips it.
  const BOX_SELECTOR = dialog ? '*' : 'main *, header *, footer *, nav *';
  for (const element of root.querySelectorAll(BOX_SELECTOR)) {
    const { left, right, width: ownWidth } = element.getBoundingClientRect();
    if (ownWidth <= 1 || (right <= width + 1 && left >= -1)) continue;
    const clip = element.parentElement && findClip(element.parentElement);
    if (!clip && !canScroll(element))
      problems.add(`${describeElement(element)} hangs over the edge`);
  }

  for (const element of root.querySelectorAll('*')) {
    if (!['hidden', 'clip'].includes(getComputedStyle(element).overflowX)) continue;
    if (
      !isShown(element) ||
      isTrimmed(element) ||
      element.matches('input') ||
      element.querySelector('img, iframe')
    )
      continue;
    if (element.scrollWidth > element.clientWidth + 1)
      problems.add(`${describeElement(element)} is narrower than what it holds`);
  }

  // Returns the clickable size of a control, including its label and pseudo-elements.
  const measureReach = (control: Element): { width: number; height: number } => {
    const { width, height } = control.getBoundingClientRect();
    let reach = { width, height };
    const label = control.closest('label') ?? (control as HTMLInputElement).labels?.[0];
    if (label) {
      const box = label.getBoundingClientRect();
      reach = { width: Math.max(width, box.width), height: Math.max(height, box.height) };
    }
    for (const pseudo of ['::before', '::after']) {
      const style = getComputedStyle(control, pseudo);
      if (style.content === 'none' || style.position !== 'absolute') continue;
      reach = {
        width: Math.max(reach.width, Number.parseFloat(style.width) || 0),
        height: Math.max(reach.height, Number.parseFloat(style.height) || 0),
      };
    }
    return reach;
  };
  const isInText = (control: Element): boolean => {
    if (getComputedStyle(control).display !== 'inline') return false;
    const text = (control.parentElement!.textContent ?? '').trim();
    return text.length > (control.textContent ?? '').trim().length;
  };
  for (const control of controls) {
    if (isInText(control) || control.matches('[type=hidden], [type=file]')) continue;
    const { width, height } = measureReach(control);
    if (width < 2 || height < 2) continue;
    // On a wide screen with a mouse, the studio's primary buttons may be as small as other controls.
    const isDense =
      location.pathname.startsWith('/studio') &&
      matchMedia('(min-width: 64rem) and (pointer: fine)').matches;
    const minSize = control.matches('.btn-red, .btn-l') && !isDense ? 43.5 : 23.5;
    if (width < minSize || height < minSize)
      problems.add(
        `${describeElement(control)} is ${Math.round(width)} × ${Math.round(height)} px to press`,
      );
  }

  // Text must not overlap other text. Text in a fixed or sticky element may cover scrolled content, so it is compared
  // only with text in the same element.
  const findPinnedBox = (element: Element): Element | undefined => {
    for (
      let ancestor: Element | null = element;
      ancestor && ancestor !== root;
      ancestor = ancestor.parentElement
    )
      if (['fixed', 'sticky'].includes(getComputedStyle(ancestor).position)) return ancestor;
    return undefined;
  };
  const shrinkBox = ({ box }: Line) => ({
    left: box.left + 1,
    right: box.right - 1,
    top: box.top + box.height * 0.28,
    bottom: box.bottom - box.height * 0.28,
  });
  const computeVisiblePart = (line: Line) => {
    const part = shrinkBox(line);
    for (
      let ancestor: Element | null = line.text.parentElement;
      ancestor && ancestor !== root;
      ancestor = ancestor.parentElement
    ) {
      if (getComputedStyle(ancestor).overflow === 'visible') continue;
      const edge = ancestor.getBoundingClientRect();
      part.left = Math.max(part.left, edge.left);
      part.right = Math.min(part.right, edge.right);
      part.top = Math.max(part.top, edge.top);
      part.bottom = Math.min(part.bottom, edge.bottom);
    }
    return part;
  };
  const parts = lines
    .map((line) => ({
      line,
      part: computeVisiblePart(line),
      pinned: findPinnedBox(line.text.parentElement!),
    }))
    .filter(({ part }) => part.right > part.left && part.bottom > part.top)
    .sort((one, other) => one.part.top - other.part.top);
  for (const [index, one] of parts.entries())
    for (const other of parts.slice(index + 1)) {
      if (other.part.top >= one.part.bottom) break;
      if (one.line.text === other.line.text || one.pinned !== other.pinned) continue;
      if (one.part.left < other.part.right && other.part.left < one.part.right)
        problems.add(
          `${describeElement(one.line.text.parentElement!)} lies over ${describeElement(other.line.text.parentElement!)}`,
        );
    }

  // Fixed bars may cover only part of the window.
  if (!dialog) {
    let coveredHeight = 0;
    for (const element of document.querySelectorAll('body *')) {
      if (getComputedStyle(element).position !== 'fixed' || !isShown(element)) continue;
      // Status messages are ignored, because they disappear automatically.
      if (element.matches('[role=status]')) continue;
      const { top, bottom, left, right } = element.getBoundingClientRect();
      if (right - left > innerWidth / 2 && top < innerHeight && bottom > 0)
        coveredHeight += Math.min(bottom, innerHeight) - Math.max(top, 0);
    }
    if (coveredHeight > maxFixedShare * innerHeight)
      problems.add(
        `fixed bars take ${Math.round((coveredHeight / innerHeight) * 100)} % of the height`,
      );
  }
  return [...problems];
}
