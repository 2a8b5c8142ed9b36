interface ParagraphsProps {
  html: readonly string[];
  /**
   * The prefix of the `data-anchor` attributes of the paragraphs. The index of each paragraph, counted from 0, is
   * appended to it. The timings of a narration refer to these anchors.
   */
  anchor: string;
}

/** Renders paragraphs of an article. Their HTML is sanitized by the server and contains only inline tags. */
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
