CREATE TABLE "author_counts" (
	"status" text NOT NULL,
	"category" text NOT NULL,
	"subcategory" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "author_counts_status_category_subcategory_pk" PRIMARY KEY("status","category","subcategory")
);
--> statement-breakpoint
CREATE INDEX "authors_of_category" ON "authors" USING btree ("status","category","alias_key");--> statement-breakpoint
CREATE INDEX "authors_of_subcategory" ON "authors" USING btree ("status","category","subcategory","alias_key");--> statement-breakpoint
CREATE INDEX "authors_by_name" ON "authors" USING gin (('-' || "alias_key") gin_trgm_ops);--> statement-breakpoint
CREATE FUNCTION count_authors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Rows are updated in the order of their keys, so that two concurrent changes do not deadlock.
  INSERT INTO "author_counts" ("status", "category", "subcategory", "count")
  SELECT "status", "category", "subcategory", sum("change")
  FROM (
    SELECT NEW."status", NEW."category", NEW."subcategory", 1 AS "change" WHERE TG_OP <> 'DELETE'
    UNION ALL
    SELECT OLD."status", OLD."category", OLD."subcategory", -1 WHERE TG_OP <> 'INSERT'
  ) AS "changes"
  GROUP BY "status", "category", "subcategory" HAVING sum("change") <> 0
  ORDER BY "status", "category", "subcategory"
  ON CONFLICT ("status", "category", "subcategory") DO UPDATE SET "count" = "author_counts"."count" + excluded."count";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER count_authors AFTER INSERT OR DELETE OR UPDATE OF "status", "category", "subcategory" ON "authors"
  FOR EACH ROW EXECUTE FUNCTION count_authors();--> statement-breakpoint
INSERT INTO "author_counts" ("status", "category", "subcategory", "count")
SELECT "status", "category", "subcategory", count(*) FROM "authors" GROUP BY "status", "category", "subcategory";
