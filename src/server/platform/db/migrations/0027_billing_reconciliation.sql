CREATE TABLE "billing_reconciliation" (
	"id" smallint PRIMARY KEY NOT NULL,
	"complete_until" timestamp (3) with time zone NOT NULL
);
