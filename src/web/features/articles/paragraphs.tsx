/** Paragraphs of an article: HTML with inline tags only, which the server has sanitised. */
export function Paragraphs({ html }: { html: readonly string[] }) {
  return html.map((paragraph) => (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server
    <p key={paragraph} dangerouslySetInnerHTML={{ __html: paragraph }} />
  ));
}
