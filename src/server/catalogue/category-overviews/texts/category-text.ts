/** A title ending and an introduction for the list page of a category or subcategory. Search engines show both. */
export interface CategoryText {
  /** The part of the page's title that follows the name of the category or subcategory. */
  hook: string;
  /**
   * Two or three sentences about the subject. The first sentence is short enough for the description that search
   * engines show.
   */
  introduction: string;
}

/** Title endings and introductions for the subcategories of one category, keyed by subcategory ID. */
export type SubcategoryTexts = Readonly<Record<string, CategoryText>>;
