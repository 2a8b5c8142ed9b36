/** UI text for the screens for a missing page, a withdrawn article, and too many requests. */
export const statusScreensCopy = {
  exploreArticles: 'Explore articles',
  notFound: {
    title: 'Page Not Found',
    text: 'This copy skips from page 402 straight to page 405. The page you’re looking for may have moved, or the address may have a typo.',
  },
  gone: {
    title: 'This article has been withdrawn',
    text: 'Your link is correct, but we’ve taken this article down. There’s plenty more to read.',
    meetAuthors: 'Meet the authors',
    aside: {
      before: 'Did you quote it, or are you wondering why it’s gone?',
      link: 'Write to us',
    },
  },
  busy: {
    title: 'One Moment, Please',
    text: 'We’re getting more requests than we can handle right now. Wait a few seconds, then try again.',
    aside: 'On a shared network? Other people’s requests may count toward the same limit.',
  },
} as const;
