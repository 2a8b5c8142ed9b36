import { escapeHtml } from '#domain/escape-html.ts';
import { THEME_COLORS } from '#domain/theme-colors.ts';

const { paper, ink, quiet, line, red, 'on-red': onRed } = THEME_COLORS;

const SERIF = `font-family:Georgia,'Times New Roman',serif`;
const SANS = `font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif`;

/**
 * Inline styles of emails in the light theme. They are inline because many mail programs ignore style sheets. Mail
 * programs that support style sheets and a dark theme use the colors in {@link DARK_STYLES}.
 */
export const MAIL_STYLES = {
  wordmark: `margin:0;${SERIF};font-size:26px;line-height:32px;letter-spacing:-0.01em;color:${ink.day}`,
  red: `color:${red.day}`,
  date: `${SANS};font-size:13px;line-height:20px;color:${quiet.day}`,
  title: `margin:0;${SERIF};font-size:32px;line-height:38px;font-weight:normal;letter-spacing:-0.015em;color:${ink.day}`,
  sectionTitle: `margin:0;${SANS};font-size:13px;line-height:20px;font-weight:600;letter-spacing:0.04em;text-transform:uppercase;color:${red.day}`,
  leadTitle: `margin:0;${SERIF};font-size:28px;line-height:33px;font-weight:normal;letter-spacing:-0.015em;color:${ink.day}`,
  articleTitle: `margin:0;${SERIF};font-size:21px;line-height:26px;font-weight:normal;letter-spacing:-0.01em;color:${ink.day}`,
  titleLink: `color:${ink.day};text-decoration:none`,
  text: `margin:6px 0 0;${SANS};font-size:16px;line-height:24px;color:${ink.day}`,
  facts: `margin:6px 0 0;${SANS};font-size:13px;line-height:20px;color:${quiet.day}`,
  small: `margin:0 0 8px;${SANS};font-size:13px;line-height:20px;color:${quiet.day}`,
  smallLink: `color:${quiet.day};text-decoration:underline`,
  textLink: `color:${red.day};text-decoration:underline`,
  button: `display:inline-block;padding:14px 28px;border-radius:8px;background:${red.day};${SANS};font-size:16px;line-height:24px;font-weight:600;color:${onRed.day};text-decoration:none`,
} as const;

/** CSS rules for the dark theme, one per class. They override the inline styles. */
const DARK_STYLES = `.paper{background:${paper.night}!important}.ink{color:${ink.night}!important}.quiet{color:${quiet.night}!important}.red{color:${red.night}!important}.line{border-color:${line.night}!important}.button{background:${red.night}!important;color:${onRed.night}!important}`;

const DARK_THEME_QUERY = '@media (prefers-color-scheme:dark)';

const STYLE_SHEET = `:root{color-scheme:light dark;supported-color-schemes:light dark}a:hover{text-decoration:underline!important}${DARK_THEME_QUERY}{${DARK_STYLES}}@media (max-width:480px){.wide{padding-left:14px!important}.lead{font-size:24px!important;line-height:29px!important}}`;

/** Changes the HTML of an email so that it always has the given theme, regardless of the device's theme. */
export function setMailTheme(html: string, theme: 'light' | 'dark'): string {
  return html
    .replace(DARK_THEME_QUERY, theme === 'dark' ? '@media all' : '@media not all')
    .replaceAll(/(color-schemes?):light dark/g, `$1:${theme}`)
    .replaceAll('content="light dark"', `content="${theme}"`);
}

interface MailFrame {
  subject: string;
  /** Text that mail programs show after the subject in their list of emails. It is hidden in the email itself. */
  preheader: string;
  /** The date, shown to the right of the name "Octavo", or an empty string. */
  date: string;
  /** Table rows with the content of the email, as HTML. */
  rows: string;
  /** Paragraphs at the end of the email, as HTML. */
  footer: readonly string[];
}

/**
 * Renders the complete HTML of an email. The layout uses tables with inline styles and is at most 600 pixels wide, so
 * that the email is legible in any mail program, even without images.
 */
export function renderMailHtml({ subject, preheader, date, rows, footer }: MailFrame): string {
  const { wordmark, red, date: dateStyle, small } = MAIL_STYLES;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${STYLE_SHEET}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${paper.day}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preheader)}</div>
${renderTableStartTag(`class="paper" bgcolor="${paper.day}" style="background:${paper.day}"`)}
<tr><td align="center" style="padding:24px 20px 32px">
<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
${renderTableStartTag('style="max-width:560px"')}
<tr><td style="padding-bottom:20px">
${renderTableStartTag('')}
<tr>
<td align="left"><p class="ink" style="${wordmark}"><span class="red" style="${red}">O</span>ctavo</p></td>
<td align="right" class="quiet" style="${dateStyle}">${escapeHtml(date)}</td>
</tr>
</table>
</td></tr>
${rows}
<tr><td class="line" style="padding-top:20px;border-top:1px solid ${line.day}">
${footer.map((html) => `<p class="quiet" style="${small}">${html}</p>`).join('\n')}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`;
}

/**
 * Returns the start tag of a layout table. The tag has layout attributes, because some mail programs ignore the
 * equivalent styles.
 */
export function renderTableStartTag(attributes: string): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"${attributes && ` ${attributes}`}>`;
}
