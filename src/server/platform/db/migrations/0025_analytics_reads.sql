ALTER TABLE "article_weeks" ADD COLUMN "agreed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shelf_days" ADD COLUMN "agreed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What was read to its end was counted of those, too, who had not agreed to analytics.
DELETE FROM "count_receipts" WHERE "kind" = 'finished';--> statement-breakpoint
DELETE FROM "article_counts" WHERE "kind" = 'finished';--> statement-breakpoint
UPDATE "article_weeks" SET "finished" = 0 WHERE "finished" > 0;--> statement-breakpoint
UPDATE "shelf_days" SET "finished" = 0 WHERE "finished" > 0;
