import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { getCategory, getSubcategory } from '#domain/categories.ts';
import { formatPicturePath } from '#domain/images.ts';
import { AUTHOR_STATE_MACHINE } from '#domain/statuses/author-states.ts';
import { listAllowedEvents } from '#domain/statuses/state-machine.ts';
import type { StudioAuthor, StudioAuthorProfile, WritingVoice } from '#domain/studio/personas.ts';
import { type BaseDialogProps, Dialog } from '#ui/dialog.tsx';
import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import { useRefetchAiQueries } from '../../lib/ai-requests.ts';
import { authorQuery } from '../../lib/author-queries.ts';
import { type PaletteCommand, useRegisterCommands } from '../../lib/commands.ts';
import { formatDateTime, formatRelativeTime } from '../../lib/date-format.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Fact, FactList } from '../../ui/fact-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import styles from './authors.module.css';

const words = copy.authors;

/** Shows a persona's profile and voice, with buttons for decisions such as retiring the persona. */
export function AuthorScreen() {
  const { id = '' } = useParams();
  const query = useQuery(authorQuery(id));
  const navigate = useNavigate();
  useRegisterCommands(
    useMemo(
      (): PaletteCommand[] => [
        { name: words.edit, icon: 'authors', run: () => void navigate(`/authors/${id}/edit`) },
      ],
      [id, navigate],
    ),
  );
  return (
    <QueryContent query={query}>
      {(authorProfile) => (
        <>
          <ScreenHeader
            title={authorProfile.profile.alias}
            parent={{ to: '/authors', name: words.title }}
            actions={<AuthorActions author={authorProfile.author} />}
          >
            {authorProfile.profile.tagline}
          </ScreenHeader>
          <div className={styles.whole}>
            <AuthorSummary authorProfile={authorProfile} />
            <ProfileSheet profile={authorProfile.profile} />
            {authorProfile.voice && <VoiceSheet voice={authorProfile.voice} />}
          </div>
        </>
      )}
    </QueryContent>
  );
}

/** Shows an author's portrait and status, a link to their ideas, and notes about edits and library imports. */
function AuthorSummary({
  authorProfile: { author, edited, libraryNotes },
}: {
  authorProfile: StudioAuthorProfile;
}) {
  return (
    <div className={styles.face}>
      <img
        src={formatPicturePath('avatars', author.portrait, 256, 'webp')}
        alt=""
        width={128}
        height={128}
      />
      <StatusBadge
        machine={AUTHOR_STATE_MACHINE}
        state={author.status}
        tones={{ active: 'good', pending_idea: 'waiting' }}
      />
      {author.status === 'active' && (
        <Link className="link" to={`/ideas?author=${author.id}`}>
          {words.theirIdeas}
        </Link>
      )}
      {edited && <EditedNote author={author} edited={edited} />}
      {libraryNotes.map((note) => (
        <p className={styles.edited} key={note}>
          {note}
        </p>
      ))}
    </div>
  );
}

/** Shows the part of a persona that readers see. They do not see the voice sheet. */
function ProfileSheet({ profile }: { profile: StudioAuthorProfile['profile'] }) {
  return (
    <Panel title={words.profile}>
      <FactList layout="stacked">
        <Fact name={words.mission}>{profile.mission}</Fact>
        <Fact name={words.about}>
          <Paragraphs texts={profile.about} />
        </Fact>
        <Fact name={words.perspective}>{profile.perspective}</Fact>
        <Fact name={words.topics}>
          {getCategory(profile.expertise.category).name},{' '}
          {getSubcategory(profile.expertise.category, profile.expertise.subcategory).name}:{' '}
          {profile.expertise.subjects.join(', ')}
        </Fact>
        <Fact name={words.audience}>
          {profile.targetAudience.description} ({profile.targetAudience.level})
        </Fact>
        <Fact name={words.influences}>
          <Paragraphs
            texts={profile.influencedBy.map(({ name, influence }) => `${name}: ${influence}`)}
          />
        </Fact>
      </FactList>
    </Panel>
  );
}

interface EditedProps {
  author: StudioAuthor;
  edited: NonNullable<StudioAuthorProfile['edited']>;
}

function EditedNote({ author: { isOfLibrary }, edited: { by, at } }: EditedProps) {
  return (
    <p key={at} className={styles.edited}>
      Edited by {by}{' '}
      <time dateTime={at} title={formatDateTime(at)}>
        {formatRelativeTime(at)}
      </time>
      .{isOfLibrary && ' The library’s imports leave it so.'}
    </p>
  );
}

function VoiceSheet({ voice }: { voice: WritingVoice }) {
  const { promise, sentences, openings, endings, evidence, forbidden, sample } = voice;
  return (
    <Panel title={words.voice}>
      <FactList layout="stacked">
        <Fact name={words.promise}>{promise}</Fact>
        <Fact name={words.sentences}>
          {sentences.mean.join(' to ')} words on average;{' '}
          {sentences.short.map((share) => `${Math.round(share * 100)} %`).join(' to ')} of five
          words or fewer
        </Fact>
        <Fact name={words.openings}>
          <Paragraphs texts={openings} />
        </Fact>
        <Fact name={words.endings}>
          <Paragraphs texts={endings} />
        </Fact>
        <Fact name={words.trusts}>{evidence}</Fact>
        <Fact name={words.never}>
          <Paragraphs texts={forbidden} />
        </Fact>
      </FactList>
      <blockquote className={styles.sample}>{sample}</blockquote>
    </Panel>
  );
}

function Paragraphs({ texts }: { texts: readonly string[] }) {
  return texts.map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have the same text
    <p key={index} className={styles.line}>
      {text}
    </p>
  ));
}

function AuthorActions({ author }: { author: StudioAuthor }) {
  const refresh = useRefetchAiQueries();
  const [isRetiring, setRetiring] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const decide = useMutation({
    mutationFn: ({ event, body }: { event: string; body?: object }) =>
      studioApi.post(`/authors/${author.id}/${event}`, body ?? {}),
    onSuccess: () => setRetiring(false),
    onSettled: refresh,
  });
  const events = listAllowedEvents(AUTHOR_STATE_MACHINE, author.status, 'editor');
  const simpleActions = (
    [
      ['decline', words.decline, 'btn-line'],
      ['accept', words.accept, 'btn-red'],
      ['reinstate', words.reinstate, 'btn-red'],
    ] as const
  ).filter(([event]) => events.includes(event));
  return (
    <>
      <Link className="btn btn-line" to={`/authors/${author.id}/edit`}>
        {words.edit}
      </Link>
      {simpleActions.map(([event, label, buttonClass]) => (
        <Button
          key={event}
          className={`btn ${buttonClass}`}
          type="button"
          isBusy={decide.isPending}
          onClick={() => decide.mutate({ event })}
        >
          {label}
        </Button>
      ))}
      {events.includes('retire') && (
        <button
          className="btn btn-line"
          type="button"
          ref={opener}
          onClick={() => setRetiring(true)}
        >
          {words.retire}
        </button>
      )}
      <RetireDialog
        alias={author.alias}
        isOpen={isRetiring}
        onClose={() => setRetiring(false)}
        opener={opener}
        isBusy={decide.isPending}
        onRetire={(articles) => decide.mutate({ event: 'retire', body: { articles } })}
      />
    </>
  );
}

interface RetireDialogProps extends BaseDialogProps {
  alias: string;
  isBusy: boolean;
  /**
   * Called when the editor retires the author. With `keep`, the author's articles are hidden from readers until the
   * author is reinstated. With `archive`, they are archived.
   */
  onRetire: (articles: 'keep' | 'archive') => void;
}

/**
 * Shows a dialog that retires an author. The editor chooses whether the author's articles are archived, or only hidden
 * until the author is reinstated.
 */
function RetireDialog({ alias, isBusy, onRetire, ...dialog }: RetireDialogProps) {
  return (
    <Dialog title={words.retireTitle(alias)} description={words.retireNote} {...dialog}>
      <div className={styles.form}>
        <Button
          className="btn btn-red btn-l"
          type="button"
          isBusy={isBusy}
          onClick={() => onRetire('keep')}
        >
          {words.retireKeep}
        </Button>
        <Button
          className="btn btn-line btn-l"
          type="button"
          isBusy={isBusy}
          onClick={() => onRetire('archive')}
        >
          {words.retireArchive}
        </Button>
      </div>
    </Dialog>
  );
}
