CREATE TABLE "billing_events" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"customer_id" text COLLATE "C" NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"customer_id" text COLLATE "C" NOT NULL,
	"asked" integer DEFAULT 0 NOT NULL,
	"answered" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customers_customer_id_unique" UNIQUE("customer_id")
);
--> statement-breakpoint
CREATE TABLE "leaving_customers" (
	"customer_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"left_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "demo_billing" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"object" text NOT NULL,
	"customer_id" text COLLATE "C" NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "subscription_ends" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_events_by_customer" ON "billing_events" USING btree ("customer_id","received_at");--> statement-breakpoint
CREATE INDEX "demo_billing_by_customer" ON "demo_billing" USING btree ("customer_id","object");