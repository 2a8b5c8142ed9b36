ALTER TABLE "articles" ADD COLUMN "links_to" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "articles_by_link" ON "articles" USING gin ("links_to");