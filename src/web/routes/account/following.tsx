import { useRevalidator } from 'react-router';
import type { FollowingScreenProps } from '#domain/page.ts';
import { TIER_BENEFITS } from '#domain/tiers.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Link } from '#ui/link.tsx';
import { profileCopy } from '#web/copy/profile.ts';
import { AuthorList } from '#web/features/explore/author-list.tsx';
import { FollowButton } from '#web/features/follows/follow-button.tsx';
import { followSet } from '#web/features/follows/follow-set.ts';
import { OpmlControls } from '#web/features/follows/opml-controls.tsx';
import { LimitUsage } from '#web/features/profile/limit-usage.tsx';
import { ProfileFrame } from '#web/features/profile/profile-frame.tsx';
import { usePayload } from '#web/pages/use-screen-props.ts';
import { reloadReaderItemSet } from '#web/reader/reload-reader-set.ts';
import { useReaderSetItemsIfComplete } from '#web/reader/use-members-if-complete.ts';
import styles from './following.module.css';
import { SignedOutProfile } from './signed-out-profile.tsx';

const copy = profileCopy.following;

/**
 * Shows the page with the authors that a reader follows. Signed-out visitors see an invitation to sign in instead (spec
 * 2).
 */
export function FollowingScreen() {
  const payload = usePayload();
  return payload?.screen === 'following' ? (
    <FollowedAuthors {...payload.props} />
  ) : (
    <SignedOutProfile />
  );
}

/**
 * Shows the authors that the reader followed when the page was loaded. If the reader unfollows an author, the author
 * stays in the list.
 */
function FollowedAuthors({ userInfo, followedAuthors }: FollowingScreenProps) {
  const authors = Object.values(followedAuthors).sort((one, other) =>
    one.alias.localeCompare(other.alias, 'en'),
  );
  const { revalidate } = useRevalidator();
  const showImported = async () => {
    await reloadReaderItemSet(followSet);
    await revalidate();
  };
  const used = useReaderSetItemsIfComplete(followSet)?.length ?? authors.length;
  return (
    <ProfileFrame
      reader={userInfo}
      tab="Following"
      allowance={<LimitUsage used={used} limit={TIER_BENEFITS.free.follows} of="authors" />}
    >
      {authors.length > 0 ? (
        <>
          <AuthorList
            authors={authors}
            action={({ alias }) => <FollowButton alias={alias} size="small" />}
          />
          <p className={styles.more}>
            <Link className="btn btn-line" to="/authors">
              {copy.meetMoreAuthors}
            </Link>
          </p>
        </>
      ) : (
        <NoAuthorsFollowed />
      )}
      <OpmlControls canExport={used > 0} onImported={showImported} />
    </ProfileFrame>
  );
}

function NoAuthorsFollowed() {
  return (
    <EmptyState
      drawing="portrait"
      title={copy.none}
      actions={
        <Link className="btn btn-red" to="/authors">
          {copy.meetAuthors}
        </Link>
      }
    >
      {copy.noneText}
    </EmptyState>
  );
}
