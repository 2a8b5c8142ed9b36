/**
 * Types of the pages that the build compiles from `content/pages`. Their `html` and `answer` fields are trusted HTML.
 */

/** A legal text with its date, a plain-language summary, and its sections. */
export interface LegalText {
  title: string;
  /** Date of the last change, as `YYYY-MM-DD`. */
  updated: string;
  summary: readonly string[];
  /**
   * Sections of the text. `id` is a URL fragment. It must not change, because other sites may link to it. `html` begins
   * with the section's heading.
   */
  sections: readonly { id: string; title: string; html: string }[];
}

/** A page of questions and answers by category. */
export interface FaqText {
  title: string;
  /**
   * The categories, each with its questions. `id` is a URL fragment. It must not change, because other sites may link
   * to it. `answer` is the HTML inside one `<p>` element.
   */
  categories: readonly {
    id: string;
    title: string;
    questions: readonly { question: string; answer: string }[];
  }[];
}
