import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { addressOf, PAGES } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

/** The standard preset as it is: no rule is switched off. */
const validator = new HtmlValidate(new StaticConfigLoader({ extends: ['html-validate:standard'] }));

for (const page of PAGES)
  test(`${page.name} is valid HTML`, async ({ request, library }) => {
    const html = await (await request.get(addressOf(page, library))).text();
    const { results } = await validator.validateString(html);
    const complaints = results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`),
    );
    expect(complaints).toEqual([]);
  });
