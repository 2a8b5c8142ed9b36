interface ParagraphsProps {
  html: readonly string[];
  /** By what a narration's times name them: with their number behind it. */
  anchor: string;
}

/** Paragraphs of an article: HTML with inline tags only, which the server has sanitised. */
export function Paragraphs({ html, anchor }: ParagraphsProps) {
  return html.map((paragraph, index) => (
    <p
      key={paragraph}
      data-anchor={`${anchor}.${index}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server
      dangerouslySetInnerHTML={{ __html: paragraph }}
    />
  ));
}
