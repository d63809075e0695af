import { MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { AddressLink } from '@/components/layout/address-link'
import { buttonClass } from '@/components/ui/button'
import { Empty } from '@/components/ui/feedback'
import { Pagination } from '@/components/ui/pagination'
import { Fresh, pagesOf, useKnownFloors, useWantedFloor, type Answered, type Floors } from '@/features/discussion'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { discussionText } from '@/lib/i18n/zh-Hans/discussion'
import { issueText as t } from '@/lib/i18n/zh-Hans/issue'
import { plainText } from '@/lib/plain-text'
import { useSession } from '@/lib/session'
import type { Comment, Comments, Issue } from '../api'
import { issueFloorHref, issueHref } from '../model/address'
import { timelineOf } from '../model/timeline'
import { CommentBox } from './comment-box'
import { CommentFloor, IssueOpening } from './comment-floor'
import { EventList } from './event-list'
import ui from '@/components/ui/ui.module.css'
import css from './issue.module.css'

type BodyProps = {
  project: ProjectPage
  issue: Issue
  comments: Comments
  page: number
  /** The comments are still those of another page. */
  stale: boolean
}

/** The texts of a page. Comments that came since it was opened are shown when they are asked for. */
export function IssueBody({ project, issue, comments, page, stale }: BodyProps) {
  const { id, number, last_floor: last } = issue
  const viewer = useSession()
  const [answered, setAnswered] = useState<Answered>()
  const floors: Floors = { id, page, last, href: (floor) => issueFloorHref(project, number, floor) }
  const wanted = useWantedFloor(floors, !stale)
  const { shown, known, fresh, load, sent } = useKnownFloors(floors, comments.comments)
  const pages = pagesOf(known)
  const entries = timelineOf(shown, comments.events, known)
  const answer = (comment: Comment, floor: number) =>
    setAnswered({
      post: comment.id,
      quote: `${discussionText.answering(floor, comment.author?.username ?? discussionText.gone)}：${plainText(comment.body).slice(0, 120)}`,
      at: (answered?.at ?? 0) + 1,
    })
  return (
    <>
      {page === 1 ? (
        <IssueOpening project={project} issue={issue} viewer={viewer} />
      ) : (
        <p>
          <AddressLink className={buttonClass({ size: 'sm' })} href={issueHref(project, number)}>
            {t.toOpening}
          </AddressLink>
        </p>
      )}
      <section className={cn(ui.card, css.floors, stale && ui.stale)} aria-label={t.timeline}>
        {entries.map((entry) =>
          entry.kind === 'events' ? (
            <EventList key={entry.key} project={project} events={entry.events} />
          ) : (
            <CommentFloor
              key={entry.comment.id}
              project={project}
              issue={issue}
              comment={entry.comment}
              floor={entry.floor}
              viewer={viewer}
              wanted={entry.floor === wanted}
              onAnswer={() => answer(entry.comment, entry.floor)}
            />
          ),
        )}
        {entries.length > 0 ? null : page > pages ? (
          <Empty icon={MessageSquare} title={discussionText.noSuchPage} hint={discussionText.noSuchPageHint}>
            <AddressLink className={buttonClass()} href={issueHref(project, number, pages)}>
              {discussionText.toLast}
            </AddressLink>
          </Empty>
        ) : (
          <Empty icon={MessageSquare} title={t.none} {...(issue.can?.comment ? { hint: t.noneHint } : {})} />
        )}
        <Fresh count={fresh} onLoad={load} />
      </section>
      <Pagination page={page} count={pages} href={(to) => issueHref(project, number, to)} />
      <CommentBox
        project={project}
        issue={issue}
        signedIn={viewer === undefined ? undefined : viewer !== null}
        answered={answered}
        onSent={(comment) => sent(comment.floor_number)}
      />
    </>
  )
}
