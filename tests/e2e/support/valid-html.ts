import { HtmlValidate, StaticConfigLoader } from 'html-validate';

/** The standard preset as it is: no rule is switched off. */
const validator = new HtmlValidate(new StaticConfigLoader({ extends: ['html-validate:standard'] }));

/** Returns the problems of a document. */
export async function complaintsOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`),
  );
}
