CREATE TABLE "listening_places" (
	"user_id" uuid NOT NULL,
	"article_id" uuid NOT NULL,
	"anchor" text NOT NULL,
	"start" integer NOT NULL,
	"seconds" double precision NOT NULL,
	"heard_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "listening_places_user_id_article_id_pk" PRIMARY KEY("user_id","article_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "narrator" text;--> statement-breakpoint
ALTER TABLE "listening_places" ADD CONSTRAINT "listening_places_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listening_places" ADD CONSTRAINT "listening_places_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;