import { Crown } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Pic } from '@/components/ui/pic'
import { creators, roleText } from '@/features/project'
import type { Member } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { profileText as t } from '@/lib/i18n/zh-Hans/profiles'
import { projectText } from '@/lib/i18n/zh-Hans/project'
import sideCss from '@/components/ui/side.module.css'
import ui from '@/components/ui/ui.module.css'

/** The members of an organisation, the owner first. */
export function MembersCard({ members, repost }: { members: readonly Member[]; repost: boolean }) {
  return (
    <aside className={ui.card} aria-label={t.members}>
      <section className={sideCss.section}>
        <h2 className={sideCss.heading}>
          {t.members} <span className={cn(ui.tabular, ui.small)}>{formatExact(members.length)}</span>
        </h2>
        <ul className={sideCss.people}>
          {creators(members).map((member) => (
            <li key={member.user.id} className={ui.result}>
              <Pic src={member.user.avatar_url} name={member.user.username} size={32} round />
              <div className={ui.grow}>
                <b>
                  <PathLink className={ui.resultLink} to="/user/$id/{-$kind}" params={{ id: member.user.username }}>
                    {member.user.username}
                  </PathLink>
                  {member.is_owner ? <Crown className={cn(ui.icon14, ui.warn)} role="img" aria-label={projectText.owner} /> : null}
                </b>
                <small>{roleText(member) || projectText.owner}</small>
              </div>
            </li>
          ))}
        </ul>
      </section>
      {repost ? (
        <section className={sideCss.section}>
          <h2 className={sideCss.heading}>{projectText.repostTitle}</h2>
          <p className={cn(ui.text13, ui.muted)}>{projectText.repost}</p>
        </section>
      ) : null}
    </aside>
  )
}
