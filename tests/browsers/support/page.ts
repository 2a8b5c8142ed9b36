import { error, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { vi } from 'vitest';

/** CSS selectors for the elements that can have an ARIA role, by role. */
const SELECTORS = {
  button: 'button, [role=button]',
  checkbox: 'input[type=checkbox]',
  combobox: 'select',
  dialog: 'dialog, [role=dialog], [role=alertdialog]',
  heading: 'h1, h2, h3, h4',
  link: 'a[href]',
  menuitem: '[role=menuitem]',
  navigation: 'nav',
  radio: 'input[type=radio]',
  region: 'section, [role=region]',
  searchbox: 'input[type=search]',
  slider: 'input[type=range]',
  textbox: 'textarea, [contenteditable=true], input:is([type=text], [type=email], :not([type]))',
} as const;

type Role = keyof typeof SELECTORS;
type Name = string | RegExp;

/**
 * Maximum time to wait for the page to reach an expected state, and interval between checks, in milliseconds. The
 * maximum is long, because the machine may be busy.
 */
const WAIT_OPTIONS = { timeout: 120_000, interval: 100 };

/**
 * The page that a browser shows. The methods find elements by their ARIA roles and accessible names, and wait until an
 * element is visible.
 */
export class BrowserPage {
  readonly driver: WebDriver;
  readonly #origin: string;

  constructor(driver: WebDriver, origin: string) {
    this.driver = driver;
    this.#origin = origin;
  }

  async open(path: string): Promise<void> {
    await this.driver.get(this.#origin + path);
  }

  /** Returns the path and the query of the page's URL. */
  async path(): Promise<string> {
    const { pathname, search } = new URL(await this.driver.getCurrentUrl());
    return pathname + search;
  }

  /** Returns the first visible element with the given ARIA role and accessible name. */
  async find(role: Role, name: Name, within?: WebElement): Promise<WebElement> {
    return vi.waitFor(async () => {
      const names: string[] = [];
      for (const element of await this.#listVisible(SELECTORS[role], within)) {
        const label = await readAccessibleName(element);
        if (typeof name === 'string' ? label === name : name.test(label)) return element;
        names.push(label);
      }
      throw new Error(
        `No ${role} is called ${name} at ${await this.path()}: there are ${JSON.stringify(names)}`,
      );
    }, WAIT_OPTIONS);
  }

  /** Waits until no visible element has the given ARIA role and accessible name. */
  async waitUntilGone(role: Role, name: Name): Promise<void> {
    await vi.waitFor(async () => {
      for (const element of await this.#listVisible(SELECTORS[role])) {
        const label = await readAccessibleName(element);
        if (typeof name === 'string' ? label === name : name.test(label))
          throw new Error(`A ${role} is still called ${name} at ${await this.path()}.`);
      }
    }, WAIT_OPTIONS);
  }

  /** Clicks a control with the mouse. For a radio button or checkbox, clicks its label. */
  async press(role: Role, name: Name, within?: WebElement): Promise<void> {
    await vi.waitFor(async () => {
      const control = await this.find(role, name, within);
      const target = await this.driver.executeScript<WebElement>(scrollToTarget, control);
      await target.click().catch((failure: Error) => {
        throw new Error(`The ${role} ${name} cannot be clicked: ${failure.name}`);
      });
    }, WAIT_OPTIONS);
  }

  /** Scrolls until an element is in the middle of the window. */
  async scrollTo(role: Role, name: Name): Promise<void> {
    await vi.waitFor(async () => {
      await this.driver.executeScript(scrollToTarget, await this.find(role, name));
    }, WAIT_OPTIONS);
  }

  /** Selects an option of a list box by its value. Waits until the list box has this option. */
  async choose(name: Name, value: string, within?: WebElement): Promise<void> {
    await vi.waitFor(async () => {
      const list = await this.find('combobox', name, within);
      await list.findElement({ css: `option[value="${value}"]` }).click();
    }, WAIT_OPTIONS);
  }

  /** Replaces the text of a field by typing. */
  async fill(name: Name, text: string, role: Role = 'textbox'): Promise<void> {
    const field = await this.find(role, name);
    await field.clear();
    await field.sendKeys(text);
  }

  /** Presses the Control key together with another key. The focused element receives the key presses. */
  async pressControl(key: string): Promise<void> {
    await this.driver.actions().keyDown(Key.CONTROL).sendKeys(key).keyUp(Key.CONTROL).perform();
  }

  /** Waits until the page shows the given text. */
  async waitForText(expected: Name): Promise<void> {
    await vi.waitFor(async () => {
      const text = await this.driver.executeScript<string>('return document.body.innerText');
      if (!(typeof expected === 'string' ? text.includes(expected) : expected.test(text)))
        throw new Error(`${expected} is not shown at ${await this.path()}.`);
    }, WAIT_OPTIONS);
  }

  /**
   * Starts watching for a text that the page shows for only a few seconds. On a busy machine, {@link waitForText} could
   * miss such a text between two checks. Returns a function that waits until the text has been shown.
   */
  async watchForText(expected: string): Promise<() => Promise<void>> {
    await this.driver.executeScript((text: string) => {
      const check = () => {
        if (document.body.innerText.includes(text)) document.body.dataset['shownText'] = text;
      };
      const options = { subtree: true, childList: true, characterData: true };
      new MutationObserver(check).observe(document.body, options);
    }, expected);
    const readShownText = () =>
      this.driver.executeScript<string>('return document.body.dataset.shownText');
    return () =>
      vi.waitFor(async () => {
        if ((await readShownText()) !== expected)
          throw new Error(`${expected} was not shown at ${await this.path()}.`);
      }, WAIT_OPTIONS);
  }

  /** Returns the titles of the articles in the list that the page shows. */
  async titles(): Promise<string[]> {
    return this.driver.executeScript(() =>
      [...document.querySelectorAll('main li article h2')]
        .filter((title) => title.checkVisibility())
        .map((title) => title.textContent),
    );
  }

  async #listVisible(selector: string, within?: WebElement): Promise<WebElement[]> {
    return this.driver.executeScript(
      (selector: string, within: Element | null) =>
        [...(within ?? document).querySelectorAll(selector)].filter((element) =>
          element.checkVisibility({ visibilityProperty: true }),
        ),
      selector,
      within ?? null,
    );
  }
}

/** Returns a pattern for the accessible name of an article's card, which ends with the article's title. */
export function createCardNamePattern(title: string): RegExp {
  return new RegExp(`${title.replace(/[^\w\s]/g, '\\$&')}$`);
}

/** Returns the accessible name of an element, or an empty string if React has just removed the element. */
async function readAccessibleName(element: WebElement): Promise<string> {
  try {
    return await element.getAccessibleName();
  } catch (failure) {
    if (failure instanceof error.StaleElementReferenceError) return '';
    throw failure;
  }
}

/**
 * Scrolls a control to the middle of the window, where no bar covers it. Returns the element to click. Runs in the
 * page.
 */
async function scrollToTarget(control: HTMLElement): Promise<HTMLElement> {
  const isToggle = control instanceof HTMLInputElement && /radio|checkbox/.test(control.type);
  const target = (isToggle ? control.labels?.[0] : undefined) ?? control;
  target.scrollIntoView({ block: 'center' });
  const waitForFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await waitForFrame();
  await waitForFrame();
  const { top, bottom } = target.getBoundingClientRect();
  // A navigation scrolls the page to its beginning, so the control may have left the window. In this case, throws an
  // error, so that the caller tries again.
  if (bottom < 0 || top > innerHeight) throw new Error('The page has scrolled away.');
  return target;
}
