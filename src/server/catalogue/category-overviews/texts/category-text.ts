/** The texts about a category or subcategory, which its list page and search engines show. */
export interface CategoryText {
  /** The part of the page's title that follows the name of the category or subcategory. */
  hook: string;
  /**
   * Two or three sentences about the subject. The first sentence is short enough for the description that search
   * engines show.
   */
  introduction: string;
}

/** The texts about the subcategories of a category, keyed by subcategory ID. */
export type SubcategoryTexts = Readonly<Record<string, CategoryText>>;
