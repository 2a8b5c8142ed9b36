ALTER TABLE "lines" ADD COLUMN "category" text;--> statement-breakpoint
UPDATE "lines" SET "category" = (SELECT "category" FROM "articles" WHERE "articles"."id" = "lines"."article_id");--> statement-breakpoint
ALTER TABLE "lines" ALTER COLUMN "category" SET NOT NULL;--> statement-breakpoint
-- The earlier release, which may run beside this one during a rollout, inserts lines without a category.
CREATE FUNCTION set_line_category() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT category INTO NEW.category FROM articles WHERE id = NEW.article_id;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER set_line_category BEFORE INSERT ON "lines" FOR EACH ROW
  WHEN (NEW.category IS NULL) EXECUTE FUNCTION set_line_category();
--> statement-breakpoint
ALTER TABLE "lines" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "lines_of_category" ON "lines" USING btree ("user_id","category","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "lines_removed" ON "lines" USING btree ("removed_at") WHERE "lines"."removed_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "readings_unfinished" ON "readings" USING btree ("user_id","read_at" DESC NULLS FIRST,"article_id" DESC NULLS FIRST) WHERE "readings"."finished_at" IS NULL AND "readings"."section" <> 'end';
