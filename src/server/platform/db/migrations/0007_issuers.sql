-- Offers stand for an hour, and of these nobody knows through which issuer they were made.
DELETE FROM "link_offers";--> statement-breakpoint
ALTER TABLE "identities" RENAME COLUMN "provider" TO "issuer";--> statement-breakpoint
ALTER TABLE "link_offers" RENAME COLUMN "provider" TO "issuer";--> statement-breakpoint
ALTER TABLE "identities" DROP CONSTRAINT "identities_by_subject";--> statement-breakpoint
ALTER TABLE "identities" DROP CONSTRAINT "identities_user_id_provider_subject_pk";--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_issuer_subject_pk" PRIMARY KEY("user_id","issuer","subject");--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_by_subject" UNIQUE("issuer","subject");