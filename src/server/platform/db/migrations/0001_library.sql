CREATE TABLE "article_search" (
	"article_id" uuid PRIMARY KEY NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"title" "tsvector" NOT NULL,
	"head" "tsvector" NOT NULL,
	"document" "tsvector" NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "articles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"author_id" uuid NOT NULL,
	"slug" text COLLATE "C" NOT NULL,
	"status" text NOT NULL,
	"title" text NOT NULL,
	"tagline" text NOT NULL,
	"category" text NOT NULL,
	"subcategory" text NOT NULL,
	"reading_minutes" smallint NOT NULL,
	"has_audio" boolean DEFAULT false NOT NULL,
	"image" jsonb NOT NULL,
	"body" jsonb NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"source_hash" text,
	CONSTRAINT "articles_by_address" UNIQUE("author_id","slug")
);
--> statement-breakpoint
CREATE TABLE "authors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"alias" text NOT NULL,
	"alias_key" text COLLATE "C" NOT NULL,
	"status" text NOT NULL,
	"tagline" text NOT NULL,
	"mission" text NOT NULL,
	"about" jsonb NOT NULL,
	"perspective" text NOT NULL,
	"category" text NOT NULL,
	"subcategory" text NOT NULL,
	"subjects" jsonb NOT NULL,
	"level" text NOT NULL,
	"audience" text NOT NULL,
	"influences" jsonb NOT NULL,
	"portrait" text NOT NULL,
	"published_article_count" integer DEFAULT 0 NOT NULL,
	"source_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "authors_alias_key_unique" UNIQUE("alias_key")
);
--> statement-breakpoint
CREATE TABLE "content_version" (
	"id" smallint PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "faults" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"message" text NOT NULL,
	"stack" text NOT NULL,
	"path" text NOT NULL,
	"occurred_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_aliases" (
	"alias_key" text COLLATE "C" PRIMARY KEY NOT NULL,
	"author_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_slugs" (
	"author_id" uuid NOT NULL,
	"slug" text COLLATE "C" NOT NULL,
	"article_id" uuid NOT NULL,
	CONSTRAINT "former_slugs_author_id_slug_pk" PRIMARY KEY("author_id","slug")
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text COLLATE "C" PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "article_search" ADD CONSTRAINT "article_search_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_author_id_authors_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."authors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_aliases" ADD CONSTRAINT "former_aliases_author_id_authors_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."authors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_slugs" ADD CONSTRAINT "former_slugs_author_id_authors_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."authors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_slugs" ADD CONSTRAINT "former_slugs_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_search_title" ON "article_search" USING gin ("title");--> statement-breakpoint
CREATE INDEX "article_search_head" ON "article_search" USING gin ("head");--> statement-breakpoint
CREATE INDEX "article_search_document" ON "article_search" USING gin ("document");--> statement-breakpoint
CREATE INDEX "articles_newest" ON "articles" USING btree ("published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "articles_newest_of_author" ON "articles" USING btree ("author_id","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "articles_newest_of_category" ON "articles" USING btree ("category","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "articles_newest_of_subcategory" ON "articles" USING btree ("category","subcategory","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "authors_by_status" ON "authors" USING btree ("status","alias_key");--> statement-breakpoint
CREATE INDEX "faults_newest" ON "faults" USING btree ("occurred_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "search_words_trigrams" ON "search_words" USING gin ("word" gin_trgm_ops);