CREATE TABLE "narrations" (
	"article_id" uuid NOT NULL,
	"narrator" text NOT NULL,
	"recording" text NOT NULL,
	"seconds" real NOT NULL,
	"bytes" integer NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "narrations_article_id_narrator_pk" PRIMARY KEY("article_id","narrator")
);
--> statement-breakpoint
ALTER TABLE "narrations" ADD CONSTRAINT "narrations_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;