CREATE TABLE "category_counts" (
	"category" text NOT NULL,
	"subcategory" text NOT NULL,
	"reading_minutes" smallint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "category_counts_category_subcategory_reading_minutes_pk" PRIMARY KEY("category","subcategory","reading_minutes")
);
--> statement-breakpoint
CREATE INDEX "articles_unpublished_of_category" ON "articles" USING btree ("category","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status <> 'published';--> statement-breakpoint
CREATE INDEX "articles_from_library" ON "articles" USING btree ("id") WHERE source_hash IS NOT NULL;--> statement-breakpoint
CREATE INDEX "users_by_role" ON "users" USING btree ("role","id") WHERE role <> 'reader' AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX "sessions_by_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
INSERT INTO "category_counts" ("category", "subcategory", "reading_minutes", "count")
SELECT "category", "subcategory", "reading_minutes", count(*) FROM "articles"
WHERE "status" = 'published' AND "author_id" IN (SELECT "id" FROM "authors" WHERE "status" NOT IN ('inactive', 'pending_idea'))
GROUP BY "category", "subcategory", "reading_minutes";
