CREATE TABLE "article_counts" (
	"article_id" uuid NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "article_counts_article_id_day_kind_pk" PRIMARY KEY("article_id","day","kind")
);
--> statement-breakpoint
CREATE TABLE "count_receipts" (
	"visit" uuid NOT NULL,
	"kind" text NOT NULL,
	"article_id" uuid NOT NULL,
	"day" date NOT NULL,
	"is_tallied" boolean DEFAULT false NOT NULL,
	CONSTRAINT "count_receipts_visit_kind_pk" PRIMARY KEY("visit","kind")
);
--> statement-breakpoint
ALTER TABLE "article_counts" ADD CONSTRAINT "article_counts_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "count_receipts" ADD CONSTRAINT "count_receipts_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "count_receipts_oldest" ON "count_receipts" USING btree ("day");--> statement-breakpoint
CREATE INDEX "count_receipts_untallied" ON "count_receipts" USING btree ("article_id") WHERE NOT is_tallied;