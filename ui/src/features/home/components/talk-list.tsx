import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { AddressLink } from '@/components/layout/address-link'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import { discussionPath } from '@/lib/discussion-path'
import { homeText as t } from '@/lib/i18n/zh-Hans/home'
import { noticeQuery, talkQuery } from '../queries'
import sectionCss from '@/components/ui/section.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './side-list.module.css'

/** The newest announcement, and what people talk about. */
export function TalkList() {
  const notice = useQuery(noticeQuery)
  const talk = useQuery(talkQuery)
  const notices = notice.data?.forums ?? []
  const shown = [...notices, ...(talk.data?.forums ?? []).filter(({ id }) => notices.every((one) => one.id !== id))]
  if (shown.length === 0 && !talk.isPending) return null
  return (
    <section className={ui.card} aria-busy={talk.isPending || undefined}>
      <div className={ui.cardHead}>
        <h2>{t.talk}</h2>
        <span className={ui.cardEnd}>
          <PathLink className={sectionCss.more} to="/forums/$forum" params={{ forum: 'all' }}>
            {t.moreNew}
            <ChevronRight className={ui.icon14} aria-hidden />
          </PathLink>
        </span>
      </div>
      <ul className={css.root}>
        {shown.map((one) => (
          <li key={one.id} className={ui.result}>
            <Pic src={one.avatar} id={one.user_id ?? undefined} name={one.user_name || t.nobody} size={32} round />
            <div className={ui.grow}>
              <h3 className={ui.clip}>
                <AddressLink className={ui.resultLink} href={discussionPath(one)}>
                  {one.title}
                </AddressLink>
              </h3>
              <div className={sectionCss.meta}>
                {one.category === 'notice' ? (
                  <Badge tone="accent">{one.section_title}</Badge>
                ) : (
                  <span>{one.project?.title ?? one.section_title}</span>
                )}
                <span>{t.replies(one.replies)}</span>
                <Ago time={one.last_post_time} />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
