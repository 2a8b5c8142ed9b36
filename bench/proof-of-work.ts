import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { ProofOfWorkChallenge } from '#domain/captcha.ts';

/** The time limit, in milliseconds, for the contact form's proof of work on a slow phone (docs/decisions/0032). */
export const MAX_PROOF_OF_WORK_MILLISECONDS = 2000;

/**
 * Returns the time, in milliseconds, that a page needs for the proof of work that it must send with a contact message.
 * The processor is slowed down by the factor `cpuSlowdown`. Uses the most difficult challenge: its solution is the last
 * number that the page tries.
 */
export async function measureProofOfWorkTime(
  page: Page,
  origin: string,
  cpuSlowdown: number,
): Promise<number> {
  const formFilled = Promise.withResolvers<void>();
  await page.route('**/api/v1/contact/challenge', async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: ProofOfWorkChallenge };
    const challenge = createHash('sha256').update(`${data.salt}${data.largest}`).digest('hex');
    await formFilled.promise;
    await route.fulfill({ json: { data: { ...data, challenge } } });
  });
  // The contact message is intercepted before it reaches the server, because the server would reject the proof of work
  // for a challenge that it has not signed.
  await page.route('**/api/v1/contact', (route) => route.fulfill({ status: 204 }));
  await page.goto(`${origin}/contact`, { waitUntil: 'networkidle' });
  for (const [name, text] of [
    ['Name', 'Ada Lovelace'],
    ['Email', 'ada@example.org'],
    ['Message', 'Which of the authors is the oldest?'],
  ] as const)
    await page.getByRole('textbox', { name, exact: true }).fill(text);
  await page.getByRole('combobox', { name: 'Subject' }).selectOption('press');
  const send = page.getByRole('button', { name: 'Send message' });
  await send.focus();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  const sent = page.waitForRequest('**/api/v1/contact');
  await page.keyboard.press('Enter');
  const startedAt = performance.now();
  formFilled.resolve();
  await sent;
  return performance.now() - startedAt;
}
