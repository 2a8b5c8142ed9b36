CREATE TABLE "letter_subscriptions" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"end_reason" text,
	"time_zone" text COLLATE "C" NOT NULL,
	"confirmation_token_hash" text COLLATE "C",
	"confirmation_expires_at" timestamp (3) with time zone NOT NULL,
	"unsubscribe_token" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"claimed_week" text COLLATE "C" DEFAULT '' NOT NULL,
	"sent_week" text COLLATE "C",
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "letter_subscriptions_confirmation_token_hash_unique" UNIQUE("confirmation_token_hash"),
	CONSTRAINT "letter_subscriptions_unsubscribe_token_unique" UNIQUE("unsubscribe_token")
);
--> statement-breakpoint
ALTER TABLE "letter_subscriptions" ADD CONSTRAINT "letter_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "letter_subscriptions_due" ON "letter_subscriptions" USING btree ("time_zone","claimed_week","user_id") WHERE state = 'confirmed';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "letter_subscriptions_unconfirmed" ON "letter_subscriptions" USING btree ("confirmation_expires_at") WHERE state = 'pending' AND confirmed_at IS NULL;