import { Lock, MessageSquare, Pin } from 'lucide-react'
import { AddressLink } from '@/components/layout/address-link'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { discussionPath } from '@/lib/discussion-path'
import { formatExact } from '@/lib/format'
import { forumText as t } from '@/lib/i18n/zh-Hans/forum'
import { projectParams } from '@/lib/links'
import type { Discussion } from '../api'
import badgeCss from '@/components/ui/badge.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './forum.module.css'

type RowProps = {
  discussion: Discussion
  /** Where it belongs is said on the page of all sections. */
  named: boolean
}

/** One discussion of a list. What is new since the viewer last read it leads to the first new floor. */
export function DiscussionRow({ discussion, named }: RowProps) {
  const { last_floor: last, read_floor: read, project, last_post_user: answered, lock_reason: why } = discussion
  const path = discussionPath(discussion)
  const fresh = read === null ? 0 : Math.max(0, last - read)
  return (
    <li className={cn(ui.result, css.row, fresh > 0 && css.fresh)}>
      <Pic src={discussion.avatar} id={discussion.user_id ?? undefined} name={discussion.user_name || t.gone} size={40} round />
      <div className={css.main}>
        <p className={css.title}>
          {discussion.pinned ? (
            <Badge tone="accent">
              <Pin className={ui.icon12} aria-hidden />
              {t.pinned}
            </Badge>
          ) : null}
          {discussion.state === 'closed' ? (
            <span className={badgeCss.root} title={why ? t.lockedWhy(why.text) : undefined}>
              <Lock className={ui.icon12} aria-hidden />
              {t.locked}
            </span>
          ) : null}
          <AddressLink className={cn(ui.resultLink, ui.clip2, css.name)} href={path}>
            {discussion.title}
          </AddressLink>
          {fresh > 0 && read !== null ? (
            <AddressLink className={cn(badgeCss.root, badgeCss.info)} href={`${path}#floor-${read + 1}`}>
              {t.unread(formatExact(fresh))}
            </AddressLink>
          ) : null}
        </p>
        <p className={css.facts}>
          {project ? (
            <PathLink to="/$type/$id" params={projectParams(project)}>
              {project.title}
            </PathLink>
          ) : named ? (
            <PathLink to="/forums/$forum" params={{ forum: discussion.category }}>
              {discussion.section_title}
            </PathLink>
          ) : null}
          {discussion.user_name ? (
            <PathLink to="/user/$id/{-$kind}" params={{ id: discussion.user_name }}>
              {discussion.user_name}
            </PathLink>
          ) : (
            <span>{t.gone}</span>
          )}
          <Ago time={discussion.created_at} />
          {discussion.deleted ? <span>{t.textDeleted}</span> : null}
        </p>
      </div>
      <p className={css.answers} title={t.repliesTitle(formatExact(discussion.replies))}>
        <MessageSquare className={ui.icon14} aria-hidden />
        <span className={ui.visuallyHidden}>{t.replies}</span>
        {formatExact(discussion.replies)}
      </p>
      <p className={css.last}>
        {discussion.replies > 0 ? (
          <>
            <span className={ui.visuallyHidden}>{t.lastBy}</span>
            <span className={ui.clip}>{answered?.username || t.gone}</span>
            <AddressLink href={`${path}#floor-${last}`}>
              <Ago time={discussion.last_post_time} />
            </AddressLink>
          </>
        ) : (
          t.noReplies
        )}
      </p>
    </li>
  )
}
