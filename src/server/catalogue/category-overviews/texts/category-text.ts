/** The text about a category or subcategory, for its list page and for search engines. */
export interface CategoryText {
  /** Second half of the page's title, after the name of the category or subcategory. */
  hook: string;
  /** Two or three sentences about the subject. The first one fits the description that search engines show. */
  introduction: string;
}

/** The texts of a category's subcategories, by subcategory ID. */
export type SubcategoryTexts = Readonly<Record<string, CategoryText>>;
