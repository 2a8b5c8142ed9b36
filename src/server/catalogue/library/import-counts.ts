/** How many of each kind an import touched. */
export interface ImportCounts {
  added: number;
  updated: number;
  unchanged: number;
  archived: number;
}
