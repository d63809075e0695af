import { MessageSquare } from 'lucide-react'
import { Fragment, useState } from 'react'
import { AddressLink } from '@/components/layout/address-link'
import { buttonClass } from '@/components/ui/button'
import { Empty } from '@/components/ui/feedback'
import { Pagination } from '@/components/ui/pagination'
import { cn } from '@/lib/cn'
import { discussionText as t } from '@/lib/i18n/zh-Hans/discussion'
import { plainText } from '@/lib/plain-text'
import { useSession } from '@/lib/session'
import type { Discussion, Post } from '../api'
import { firstUnread, floorHref, pageHref, pagesOf } from '../model/floors'
import { useKnownFloors } from '../use-known-floors'
import { useReadMark } from '../use-read-mark'
import { useWantedFloor } from '../use-wanted-floor'
import type { Answered } from './answer-form'
import { AnswerBox } from './answer-box'
import { Floor } from './floor'
import { FloorLink } from './floor-link'
import { Fresh } from './fresh'
import { Opening } from './opening'
import replyCss from '@/components/ui/reply.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './discussion.module.css'

type BodyProps = {
  discussion: Discussion
  posts: readonly Post[]
  page: number
  /** The posts are still those of another page. */
  stale: boolean
}

/** The texts of a page. Floors that came since it was opened are shown when they are asked for. */
export function DiscussionBody({ discussion, posts, page, stale }: BodyProps) {
  const { id, last_floor: last } = discussion
  const viewer = useSession()
  // The line stays above what was new when the page was opened, while it is read.
  const [read] = useState(discussion.read_floor)
  const [answered, setAnswered] = useState<Answered>()
  const watch = useReadMark(id, discussion.read_floor, Boolean(viewer))
  const floors = { id, page, last, href: (floor: number) => floorHref(discussion, floor) }
  const wanted = useWantedFloor(floors, !stale)
  const { shown, known, fresh, load, sent } = useKnownFloors(floors, posts)
  const unread = firstUnread(shown, read, viewer?.id)
  const pages = pagesOf(known)

  const answer = (post: Post, floor: number) =>
    setAnswered({
      post: post.post_id,
      quote: `${t.answering(floor, post.user_name || t.gone)}：${plainText(post.content).slice(0, 120)}`,
      at: (answered?.at ?? 0) + 1,
    })
  const numbers = <Pagination page={page} count={pages} href={(to) => pageHref(discussion, to)} />
  return (
    <>
      {page === 1 ? (
        <Opening discussion={discussion} me={viewer?.id} watch={watch(0)} />
      ) : (
        <p>
          <FloorLink className={buttonClass({ size: 'sm' })} discussion={discussion} floor={0}>
            {t.toOpening}
          </FloorLink>
        </p>
      )}
      <section className={cn(ui.card, css.floors, stale && ui.stale)} aria-label={t.answers}>
        {shown.map((post) => {
          const floor = post.floor_number ?? 0
          return (
            <Fragment key={post.post_id}>
              {floor === unread ? (
                <p className={replyCss.unread} role="separator" aria-label={t.unread}>
                  <span>{t.unread}</span>
                </p>
              ) : null}
              <Floor
                discussion={discussion}
                post={post}
                floor={floor}
                viewer={viewer}
                wanted={floor === wanted}
                watch={watch(floor)}
                onAnswer={() => answer(post, floor)}
              />
            </Fragment>
          )
        })}
        {shown.length > 0 ? null : known === 0 ? (
          <Empty icon={MessageSquare} title={t.none} {...(discussion.can?.answer ? { hint: t.noneHint } : {})} />
        ) : page > pages ? (
          <Empty icon={MessageSquare} title={t.noSuchPage} hint={t.noSuchPageHint}>
            <AddressLink className={buttonClass()} href={pageHref(discussion, pages)}>
              {t.toLast}
            </AddressLink>
          </Empty>
        ) : null}
        <Fresh count={fresh} onLoad={load} />
      </section>
      {numbers}
      <AnswerBox
        discussion={discussion}
        signedIn={viewer === undefined ? undefined : viewer !== null}
        answered={answered}
        onSent={(post) => sent(post.floor_number)}
      />
    </>
  )
}
