import { useInfiniteQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { AddressLink } from '@/components/layout/address-link'
import { Button } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { discussionPath } from '@/lib/discussion-path'
import { forumText } from '@/lib/i18n/zh-Hans/forum'
import { plainText } from '@/lib/plain-text'
import { forumQueries, type Written } from '../api'
import { DiscussionRow } from './discussion-row'
import ui from '@/components/ui/ui.module.css'
import css from './forum.module.css'

const t = forumText.ofUser

/** What a person wrote where everybody finds it: the newest discussions, and all answers. */
export default function UserPosts({ user }: { user: string }) {
  const query = useInfiniteQuery(forumQueries.ofUser(user))
  const { data } = query
  if (query.isError && !data) return <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
  if (!data)
    return (
      <Loading className={cn(ui.card, ui.cardPad, ui.pile)}>
        <Bone h={48} />
        <Bone h={48} />
      </Loading>
    )
  const opened = data.pages[0]?.discussions ?? []
  const posts = data.pages.flatMap((page) => page.posts)
  if (opened.length === 0 && posts.length === 0)
    return <Empty className={ui.card} icon={MessagesSquare} title={t.empty} hint={t.emptyHint} />
  return (
    <div className={ui.pile}>
      {opened.length > 0 ? (
        <section className={ui.card} aria-label={t.opened}>
          <div className={ui.cardHead}>
            <h2>{t.opened}</h2>
          </div>
          <ul className={css.list}>
            {opened.map((one) => (
              <DiscussionRow key={one.id} discussion={one} named />
            ))}
          </ul>
        </section>
      ) : null}
      {posts.length > 0 ? (
        <section className={ui.card} aria-label={t.answers}>
          <div className={ui.cardHead}>
            <h2>{t.answers}</h2>
          </div>
          <ul className={css.list}>
            {posts.map((one) => (
              <Answer key={one.post.post_id} {...one} />
            ))}
          </ul>
        </section>
      ) : null}
      {query.hasNextPage ? (
        <p className={css.foot}>
          <Button size="sm" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t.older}
          </Button>
        </p>
      ) : null}
    </div>
  )
}

/** An answer: where it stands, and how it begins. The address of its floor leads to the right page. */
function Answer({ post, discussion }: Written) {
  const floor = post.floor_number ?? 0
  return (
    <li className={cn(ui.result, css.answer)}>
      <p className={css.title}>
        <AddressLink className={cn(ui.resultLink, ui.clip2, css.name)} href={`${discussionPath(discussion)}#floor-${floor}`}>
          {discussion.title}
        </AddressLink>
        <span className={css.facts}>
          <span>{t.floor(floor)}</span>
          <Ago time={post.created_at} />
        </span>
      </p>
      <p className={cn(ui.clip2, ui.muted)}>{plainText(post.content)}</p>
    </li>
  )
}
