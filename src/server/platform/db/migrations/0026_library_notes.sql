CREATE TABLE "library_notes" (
	"subject_id" uuid NOT NULL,
	"note" text NOT NULL,
	CONSTRAINT "library_notes_subject_id_note_pk" PRIMARY KEY("subject_id","note")
);
