/** A page of `content/pages`, compiled by the build. `html` and `answer` are trusted HTML. */

/** A legal text: its date, a summary in plain lines, and sections. */
export interface LegalText {
  title: string;
  /** `YYYY-MM-DD`. */
  updated: string;
  summary: readonly string[];
  /** `id` is a public anchor: other sites link to it. `html` begins with the section's heading. */
  sections: readonly { id: string; title: string; html: string }[];
}

/** Questions and answers by category. */
export interface QuestionsText {
  title: string;
  /** `id` is a public anchor. An `answer` is the inside of one paragraph. */
  categories: readonly {
    id: string;
    title: string;
    questions: readonly { question: string; answer: string }[];
  }[];
}
