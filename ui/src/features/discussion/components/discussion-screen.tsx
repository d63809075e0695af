import { useQuery } from '@tanstack/react-query'
import { EyeOff, Lock, MessagesSquare, Pin } from 'lucide-react'
import { AddressLink } from '@/components/layout/address-link'
import { Badge } from '@/components/ui/badge'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { Ago } from '@/components/ui/time'
import { ApiError } from '@/lib/api/errors'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { WatchButton } from '@/features/watch'
import { goneDiscussion } from '@/lib/talk-heads.gen'
import { discussionText as t } from '@/lib/i18n/zh-Hans/discussion'
import { useLive } from '@/lib/live'
import { discussionQueries, discussionTopic, type Discussion } from '../api'
import { DiscussionBody } from './discussion-body'
import { Jump } from './jump'
import { StatedReason } from './stated-reason'
import subjectCss from '@/components/ui/subject.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './discussion.module.css'

type ScreenProps = {
  id: string
  page: number
  /** On the board of a project, which has a heading of its own and names the place: the title to show. */
  onBoard?: ((title: string) => string) | undefined
}

/** The page of a discussion: its opening text and the floors of a page. */
export function DiscussionScreen({ id, page, onBoard }: ScreenProps) {
  const { data, error, refetch } = useQuery(discussionQueries.one(id))
  const posts = useQuery(discussionQueries.posts(id, page))
  useLive([discussionTopic(id)])
  if (ApiError.is(error, 404) || ApiError.is(error, 410))
    return (
      <div className={cn(css.root, onBoard && css.onBoard)}>
        <section className={ui.card}>
          <Empty level={2} icon={MessagesSquare} title={goneDiscussion} />
        </section>
      </div>
    )
  const failed = data ? posts.error : error
  return (
    <div className={cn(css.root, onBoard && css.onBoard)}>
      {data ? <Head discussion={data} onBoard={onBoard} /> : null}
      {data && posts.data ? (
        <DiscussionBody key={id} discussion={data} posts={posts.data.posts} page={page} stale={posts.isPlaceholderData} />
      ) : failed ? (
        <ErrorCard error={failed} onRetry={() => void (data ? posts : { refetch }).refetch()} />
      ) : (
        <Loading className={cn(ui.card, ui.cardPad, ui.pile)}>
          {[40, 90, 80, 60].map((width) => (
            <Bone key={width} w={`${width}%`} h={16} />
          ))}
        </Loading>
      )}
    </div>
  )
}

function Head({ discussion, onBoard }: { discussion: Discussion } & Pick<ScreenProps, 'onBoard'>) {
  return (
    <>
      {onBoard ? null : (
        <nav className={subjectCss.crumb} aria-label={t.way}>
          <AddressLink href={`/forums/${discussion.category}`}>{discussion.section_title}</AddressLink>
        </nav>
      )}
      <header className={css.head}>
        {onBoard ? <h2>{onBoard(discussion.title)}</h2> : <h1>{discussion.title}</h1>}
        <div className={css.facts}>
          {discussion.pinned ? (
            <Badge tone="info">
              <Pin className={ui.icon14} aria-hidden /> {t.pinned}
            </Badge>
          ) : null}
          {discussion.state === 'closed' ? (
            <Badge tone="warn">
              <Lock className={ui.icon14} aria-hidden /> {t.locked}
            </Badge>
          ) : null}
          {discussion.hidden ? (
            <Badge tone="bad">
              <EyeOff className={ui.icon14} aria-hidden /> {t.hidden}
            </Badge>
          ) : null}
          <span>{t.count(formatExact(discussion.replies))}</span>
          {discussion.replies > 0 ? <Ago time={discussion.last_post_time} wrap={t.lastAnswer} /> : null}
          <WatchButton kind="discussion" id={discussion.id} />
          <Jump discussion={discussion} />
        </div>
      </header>
      {discussion.hidden ? <StatedReason text={t.hiddenNote} reason={discussion.reason} /> : null}
      {discussion.state === 'closed' ? <StatedReason text={t.lockedNote} reason={discussion.lock_reason} /> : null}
    </>
  )
}
