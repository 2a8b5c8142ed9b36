CREATE TABLE "popular_articles" (
	"day" date NOT NULL,
	"place" integer NOT NULL,
	"article_id" uuid NOT NULL,
	CONSTRAINT "popular_articles_day_place_pk" PRIMARY KEY("day","place")
);
--> statement-breakpoint
ALTER TABLE "popular_articles" ADD CONSTRAINT "popular_articles_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "popular_articles_of_article" ON "popular_articles" USING btree ("article_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "articles_newest_short" ON "articles" USING btree ("published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status = 'published' AND reading_minutes <= 3;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "articles_newest_short_of_category" ON "articles" USING btree ("category","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status = 'published' AND reading_minutes <= 3;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "articles_newest_short_of_subcategory" ON "articles" USING btree ("category","subcategory","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status = 'published' AND reading_minutes <= 3;