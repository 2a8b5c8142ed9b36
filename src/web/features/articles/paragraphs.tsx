interface ParagraphsProps {
  html: readonly string[];
  /**
   * Prefix of the paragraphs' anchors. Each paragraph's index, counted from 0, is appended to it. A narration's timings
   * contain these anchors.
   */
  anchor: string;
}

/** Renders paragraphs of an article from HTML that the server has sanitized and that has only inline tags. */
export function Paragraphs({ html, anchor }: ParagraphsProps) {
  return html.map((paragraph, index) => (
    <p
      key={paragraph}
      data-anchor={`${anchor}.${index}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitizes this HTML
      dangerouslySetInnerHTML={{ __html: paragraph }}
    />
  ));
}
