import { Key } from 'selenium-webdriver';
import type { BrowserPage } from './support/page.ts';
import { signInAndOpen } from './support/sign-in.ts';
import { expect, journey } from './support/test.ts';

/** Email address of the demo's editor. */
const EDITOR = 'editor@demo.octavo.example';
const DESKTOP = { width: 1280, height: 950 };

journey('writes with marks, pastes rich text, and undoes that', async ({ page }) => {
  await page.driver.manage().window().setRect(DESKTOP);
  await copyRichText(page);
  await signInAndOpen(page, '/studio/articles', EDITOR);
  await page.press('button', 'New article');
  const dialog = await page.find('dialog', /./);
  await page.choose('Author', 'Ballast', dialog);
  await page.fill('Title', 'Written in another browser');
  await page.press('button', 'Start writing', dialog);

  const findField = () => page.find('textbox', 'Introduction');
  const readHtml = async () => (await findField()).getProperty('innerHTML');
  await (await findField()).click();
  for (const character of 'A *lamp* and a **match**. ')
    await (await findField()).sendKeys(character);
  const typedHtml = /^<p>A <em>lamp<\/em> and a <strong>match<\/strong>. ?<\/p>$/;
  await expect.poll(readHtml).toMatch(typedHtml);
  // Moves the cursor before pasting, because one undo reverts all edits that were made at the same position within half
  // a second, and the test undoes only the paste.
  await (await findField()).sendKeys(Key.HOME);
  await page.pressControl('v');
  await expect
    .poll(readHtml)
    .toMatch(/^<p>the <strong>sign-in provider<\/strong>, [^<>]+A <em>lamp<\/em>/);
  await page.pressControl('z');
  await expect.poll(readHtml).toMatch(typedHtml);
  await page.waitForText('Saved');
  await page.driver.navigate().refresh();
  await expect.poll(readHtml).toMatch(typedHtml);
});

/** Copies formatted text from a list in the privacy policy to the clipboard, as a reader would. */
async function copyRichText(page: BrowserPage): Promise<void> {
  await page.open('/privacy');
  await page.driver.executeScript(() => {
    const term = [...document.querySelectorAll('li strong')].find(
      ({ textContent }) => textContent === 'sign-in provider',
    );
    getSelection()!.selectAllChildren(term!.parentElement!);
  });
  await page.pressControl('c');
}
