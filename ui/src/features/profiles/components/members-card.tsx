import { Crown } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Pic } from '@/components/ui/pic'
import { creators, roleText } from '@/features/project'
import type { Member } from '@/lib/api/types'
import { formatExact } from '@/lib/format'
import { profileText as t } from '@/lib/i18n/zh-Hans/profiles'
import { projectText } from '@/lib/i18n/zh-Hans/project'

/** Who works in an organisation, the owner with the crown first. */
export function MembersCard({ members, repost }: { members: readonly Member[]; repost: boolean }) {
  return (
    <aside className="card" aria-label={t.members}>
      <section className="side-sec">
        <h2 className="side-h">
          {t.members} <span className="num subtle t12">{formatExact(members.length)}</span>
        </h2>
        <ul className="people">
          {creators(members).map((member) => (
            <li key={member.user.id}>
              <Pic src={member.user.avatar_url} name={member.user.username} size={32} round />
              <div className="grow">
                <b>
                  <PathLink href={`/user/${member.user.username}`}>{member.user.username}</PathLink>
                  {member.is_owner ? <Crown className="i i-14 crown" role="img" aria-label={projectText.owner} /> : null}
                </b>
                <small>{roleText(member) || projectText.owner}</small>
              </div>
            </li>
          ))}
        </ul>
      </section>
      {repost ? (
        <section className="side-sec">
          <h2 className="side-h">{projectText.repostTitle}</h2>
          <p className="t13 muted">{projectText.repost}</p>
        </section>
      ) : null}
    </aside>
  )
}
