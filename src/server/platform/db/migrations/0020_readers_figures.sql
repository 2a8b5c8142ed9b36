CREATE TABLE "subscription_turns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"turn" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL,
	"text" text NOT NULL,
	"replied_by_name" text NOT NULL,
	"is_mailed" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"mailed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "article_weeks" (
	"week" date NOT NULL,
	"article_id" uuid NOT NULL,
	"read" integer DEFAULT 0 NOT NULL,
	"listen25" integer DEFAULT 0 NOT NULL,
	"listen50" integer DEFAULT 0 NOT NULL,
	"listen75" integer DEFAULT 0 NOT NULL,
	"listen100" integer DEFAULT 0 NOT NULL,
	"share" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "article_weeks_week_article_id_pk" PRIMARY KEY("week","article_id")
);
--> statement-breakpoint
CREATE TABLE "shelf_days" (
	"day" date NOT NULL,
	"author_id" uuid NOT NULL,
	"category" text NOT NULL,
	"read" integer DEFAULT 0 NOT NULL,
	"listen25" integer DEFAULT 0 NOT NULL,
	"listen50" integer DEFAULT 0 NOT NULL,
	"listen75" integer DEFAULT 0 NOT NULL,
	"listen100" integer DEFAULT 0 NOT NULL,
	"share" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "shelf_days_day_author_id_category_pk" PRIMARY KEY("day","author_id","category")
);
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "status" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_message_id_contact_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_weeks" ADD CONSTRAINT "article_weeks_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shelf_days" ADD CONSTRAINT "shelf_days_author_id_authors_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."authors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscription_turns_by_time" ON "subscription_turns" USING btree ("at");--> statement-breakpoint
CREATE INDEX "contact_replies_of_message" ON "contact_replies" USING btree ("message_id","created_at");--> statement-breakpoint
CREATE INDEX "contact_replies_owed" ON "contact_replies" USING btree ("created_at") WHERE is_mailed AND mailed_at IS NULL;--> statement-breakpoint
CREATE INDEX "article_weeks_of_article" ON "article_weeks" USING btree ("article_id");--> statement-breakpoint
CREATE INDEX "users_by_subscription" ON "users" USING btree ("subscription_status") WHERE subscription_status IS NOT NULL AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX "bookmarks_by_time" ON "bookmarks" USING btree ("created_at","article_id");--> statement-breakpoint
CREATE INDEX "contact_messages_by_status" ON "contact_messages" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "article_counts_by_day" ON "article_counts" USING btree ("day");--> statement-breakpoint
CREATE INDEX "feedback_by_time" ON "feedback" USING btree ("updated_at","article_id","type");--> statement-breakpoint
CREATE INDEX "follows_by_time" ON "follows" USING btree ("created_at","author_id");--> statement-breakpoint
CREATE INDEX "reports_open" ON "reports" USING btree ("article_id","updated_at") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "reports_by_article" ON "reports" USING btree ("article_id","updated_at");--> statement-breakpoint
CREATE INDEX "reports_by_time" ON "reports" USING btree ("created_at","article_id");