interface ParagraphsProps {
  html: readonly string[];
  /** Prefix of the paragraphs' anchors, which a narration's timings refer to; the index is appended. */
  anchor: string;
}

/** Paragraphs of an article: HTML with inline tags only, sanitized by the server. */
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
