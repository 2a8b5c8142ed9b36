CREATE TABLE "article_claims" (
	"article_id" uuid PRIMARY KEY NOT NULL,
	"claims" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "library_conflicts" (
	"article_id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"article" jsonb NOT NULL,
	"claims" jsonb,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "manuscript_presence" (
	"user_id" uuid NOT NULL,
	"article_id" uuid NOT NULL,
	"name" text NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "manuscript_presence_user_id_article_id_pk" PRIMARY KEY("user_id","article_id")
);
--> statement-breakpoint
CREATE TABLE "manuscript_versions" (
	"article_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"reason" text NOT NULL,
	"saved_by_id" uuid,
	"saved_by_name" text NOT NULL,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "manuscript_versions_article_id_version_pk" PRIMARY KEY("article_id","version")
);
--> statement-breakpoint
CREATE TABLE "manuscripts" (
	"article_id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"saved_by_id" uuid,
	"saved_by_name" text NOT NULL,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"published_version" integer,
	"publish_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "held_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "authors" ADD COLUMN "held_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "authors" ADD COLUMN "voice" jsonb;--> statement-breakpoint
ALTER TABLE "article_claims" ADD CONSTRAINT "article_claims_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_conflicts" ADD CONSTRAINT "library_conflicts_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manuscript_presence" ADD CONSTRAINT "manuscript_presence_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manuscript_presence" ADD CONSTRAINT "manuscript_presence_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manuscript_versions" ADD CONSTRAINT "manuscript_versions_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manuscripts" ADD CONSTRAINT "manuscripts_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "manuscript_presence_of_article" ON "manuscript_presence" USING btree ("article_id");--> statement-breakpoint
CREATE INDEX "manuscripts_to_publish" ON "manuscripts" USING btree ("publish_at");