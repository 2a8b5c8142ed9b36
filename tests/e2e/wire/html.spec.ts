import { addressOf, PAGES } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';
import { complaintsOf } from '../support/valid-html.ts';

for (const page of PAGES)
  test(`${page.name} is valid HTML`, async ({ request, library }) => {
    const html = await (await request.get(addressOf(page, library))).text();
    expect(await complaintsOf(html)).toEqual([]);
  });
