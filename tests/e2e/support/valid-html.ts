import { HtmlValidate, StaticConfigLoader } from 'html-validate';

/** An HTML validator with all rules of the standard preset. */
const validator = new HtmlValidate(new StaticConfigLoader({ extends: ['html-validate:standard'] }));

/** Returns the validation errors of an HTML document. */
export async function listHtmlErrors(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`),
  );
}
