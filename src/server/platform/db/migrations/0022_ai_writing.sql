CREATE TABLE "demo_batches" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"requests" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"canceled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "article_ideas" (
	"id" uuid PRIMARY KEY NOT NULL,
	"author_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"idea" jsonb NOT NULL,
	"twin" jsonb,
	"request_id" uuid,
	"article_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" uuid,
	"subject_name" text NOT NULL,
	"details" jsonb NOT NULL,
	"prompt" text NOT NULL,
	"estimate" double precision NOT NULL,
	"reason" text,
	"outcomes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"remarks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"cost" double precision DEFAULT 0 NOT NULL,
	"retried_in" uuid
);
--> statement-breakpoint
CREATE TABLE "writing_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"asked" jsonb NOT NULL,
	"model" text NOT NULL,
	"prompt" text NOT NULL,
	"prompt_hash" text NOT NULL,
	"system" text NOT NULL,
	"answer_schema" jsonb NOT NULL,
	"asked_by_id" uuid,
	"asked_by_name" text NOT NULL,
	"retry_of" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"estimated_cost" double precision NOT NULL,
	"note" text,
	"service_id" text COLLATE "C",
	"is_certain" boolean DEFAULT false NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"not_ours" text[] DEFAULT '{}' NOT NULL,
	"cancel_sent" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"failures" smallint DEFAULT 0 NOT NULL,
	"look_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	CONSTRAINT "writing_requests_service_id_unique" UNIQUE("service_id")
);
--> statement-breakpoint
CREATE TABLE "article_reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"article_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"request_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"version" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "review_concerns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"review_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'pending_action' NOT NULL,
	"path" text NOT NULL,
	"passage" text NOT NULL,
	"concern" text NOT NULL,
	"improved" text
);
--> statement-breakpoint
ALTER TABLE "article_ideas" ADD CONSTRAINT "article_ideas_author_id_authors_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."authors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_ideas" ADD CONSTRAINT "article_ideas_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_items" ADD CONSTRAINT "request_items_request_id_writing_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."writing_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_items" ADD CONSTRAINT "request_items_retried_in_writing_requests_id_fk" FOREIGN KEY ("retried_in") REFERENCES "public"."writing_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "writing_requests" ADD CONSTRAINT "writing_requests_retry_of_writing_requests_id_fk" FOREIGN KEY ("retry_of") REFERENCES "public"."writing_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_reviews" ADD CONSTRAINT "article_reviews_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_concerns" ADD CONSTRAINT "review_concerns_review_id_article_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."article_reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_ideas_by_status" ON "article_ideas" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "article_ideas_of_author" ON "article_ideas" USING btree ("author_id","status");--> statement-breakpoint
CREATE INDEX "request_items_of_request" ON "request_items" USING btree ("request_id","position");--> statement-breakpoint
CREATE INDEX "request_items_of_subject" ON "request_items" USING btree ("subject_id","status");--> statement-breakpoint
CREATE INDEX "writing_requests_to_look_at" ON "writing_requests" USING btree ("status","look_at");--> statement-breakpoint
CREATE INDEX "writing_requests_of_month" ON "writing_requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "article_reviews_of_article" ON "article_reviews" USING btree ("article_id","status");--> statement-breakpoint
CREATE INDEX "article_reviews_by_status" ON "article_reviews" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "article_reviews_by_item" ON "article_reviews" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "review_concerns_of_review" ON "review_concerns" USING btree ("review_id","position");