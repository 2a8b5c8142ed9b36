ALTER TABLE "article_weeks" ADD COLUMN "finished" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shelf_days" ADD COLUMN "finished" integer DEFAULT 0 NOT NULL;