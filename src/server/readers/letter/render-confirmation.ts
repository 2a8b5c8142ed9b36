import { LETTER_CONFIRMATION_DAYS } from '#domain/letter.ts';
import { MAIL_SIGNATURE_SEPARATOR } from '#server/platform/mail/smtp.ts';
import { letterCopy } from './letter-copy.ts';
import { MAIL_STYLES, renderMailHtml } from './mail-frame.ts';
import type { RenderedMail } from './render-letter.ts';

const copy = letterCopy.confirmation;

/** Renders the email with the link for confirming a subscription to the weekly letter. */
export function renderConfirmationMail(confirmUrl: string): RenderedMail {
  const { title, text, button } = MAIL_STYLES;
  const expiry = copy.expiry(LETTER_CONFIRMATION_DAYS);
  return {
    subject: copy.subject,
    html: renderMailHtml({
      subject: copy.subject,
      preheader: copy.text,
      date: '',
      rows: `<tr><td style="padding-bottom:28px">
<h1 class="ink" style="${title}">${copy.title}</h1>
<p class="ink" style="${text}">${copy.text}</p>
</td></tr>
<tr><td style="padding-bottom:28px"><a class="button" href="${confirmUrl}" style="${button}">${copy.confirm}</a></td></tr>`,
      footer: [`${expiry} ${copy.ignore}`],
    }),
    text: `${copy.title}

${copy.text}

${copy.confirm}: ${confirmUrl}

${MAIL_SIGNATURE_SEPARATOR}
${expiry}
${copy.ignore}
`,
  };
}
