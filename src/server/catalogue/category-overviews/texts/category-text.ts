/**
 * The ending of the page title, and the introductory text, for the article list of a category or subcategory. Search
 * engines show the title and the beginning of the text.
 */
export interface CategoryText {
  /** The part of the page's title that follows the name of the category or subcategory. */
  hook: string;
  /**
   * Two or three sentences about the subject. The first sentence is short enough for the description that search
   * engines show.
   */
  introduction: string;
}

/** Page-title endings and introductory texts for one category's subcategories, keyed by subcategory ID. */
export type SubcategoryTexts = Readonly<Record<string, CategoryText>>;
