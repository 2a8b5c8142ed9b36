import { getPageUrl, READER_PAGES } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';
import { listHtmlErrors } from '../support/valid-html.ts';

for (const page of READER_PAGES)
  test(`${page.name} is valid HTML`, async ({ request, library }) => {
    const html = await (await request.get(getPageUrl(page, library))).text();
    expect(await listHtmlErrors(html)).toEqual([]);
  });
