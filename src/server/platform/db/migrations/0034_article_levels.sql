ALTER TABLE "articles" ADD COLUMN "level" text;--> statement-breakpoint
-- Articles of the library get theirs with the next import.
UPDATE "articles" SET "level" = "article_ideas"."idea" ->> 'level'
FROM "article_ideas" WHERE "article_ideas"."article_id" = "articles"."id";
