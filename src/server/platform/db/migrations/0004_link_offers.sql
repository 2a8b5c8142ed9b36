CREATE TABLE "link_offers" (
	"user_id" uuid NOT NULL,
	"token_hash" text COLLATE "C" NOT NULL,
	"provider" text COLLATE "C" NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "link_offers_user_id_token_hash_pk" PRIMARY KEY("user_id","token_hash"),
	CONSTRAINT "link_offers_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "link_offers" ADD CONSTRAINT "link_offers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_to_purge" ON "users" USING btree ("deleted_at") WHERE deleted_at IS NOT NULL;