import { getUrlOfPageUnderTest, PAGES_UNDER_TEST } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';
import { listHtmlErrors } from '../support/valid-html.ts';

for (const page of PAGES_UNDER_TEST)
  test(`${page.name} is valid HTML`, async ({ request, library }) => {
    const html = await (await request.get(getUrlOfPageUnderTest(page, library))).text();
    expect(await listHtmlErrors(html)).toEqual([]);
  });
