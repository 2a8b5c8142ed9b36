interface ParagraphsProps {
  html: readonly string[];
  /**
   * The prefix of the paragraphs' `data-anchor` attributes. Each paragraph's index, counted from 0, is appended to it.
   * A narration's timings refer to these anchors.
   */
  anchor: string;
}

/** Renders an article's paragraphs. Their HTML is sanitized by the server and contains only inline tags. */
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
