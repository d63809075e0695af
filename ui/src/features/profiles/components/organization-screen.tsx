import { useQuery } from '@tanstack/react-query'
import { CalendarDays, Settings, Users } from 'lucide-react'
import { Suspense } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import { OrganizationInvitation } from '@/features/organization'
import type { UrlType } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { profileText as t } from '@/lib/i18n/zh-Hans/profiles'
import { standingIn } from '@/lib/organization'
import { useSession } from '@/lib/session'
import { profileQueries } from '../api/queries'
import type { ListSearch } from '../model/list-search'
import { MembersCard } from './members-card'
import { OwnedList } from './owned-list'
import { ProfileFacts } from './profile-facts'
import { ProfileTabs } from './profile-tabs'
import subjectCss from '@/components/ui/subject.module.css'
import ui from '@/components/ui/ui.module.css'
import profileHeadCss from './profile-head.module.css'
import { besideLazy } from '@/lib/ready-lazy'

const ProfileMore = besideLazy(() => import('./profile-more'))

/** An organisation's page: its people and its projects. */
export function OrganizationScreen({ id, kind, search }: { id: string; kind: UrlType | undefined; search: ListSearch }) {
  const { data: team } = useQuery(profileQueries.organization(id))
  const viewer = useSession()
  if (!team) return null
  const standing = standingIn(team, viewer)
  const members = team.members.filter((member) => member.accepted)
  return (
    <>
      {standing.invitation ? <OrganizationInvitation organization={team} invitation={standing.invitation} /> : null}
      <header className={subjectCss.root}>
        <Pic src={team.icon_url} id={team.id} name={team.name} size={96} eager />
        <div className={subjectCss.body}>
          <h1 className={subjectCss.title}>
            {team.name}
            <Badge className={cn(ui.before8, ui.middle)}>{team.repost ? t.repostTeam : t.team}</Badge>
          </h1>
          <p className={subjectCss.summary}>{team.description}</p>
          <div className={subjectCss.facts}>
            <span>
              <Users className={ui.icon} aria-hidden />
              {t.memberCount(formatExact(members.length))}
            </span>
            <ProfileFacts counts={team.counts} />
            <span>
              <CalendarDays className={ui.icon} aria-hidden />
              <Ago time={team.created} wrap={t.founded} />
            </span>
          </div>
        </div>
        <div className={profileHeadCss.action}>
          {standing.inside ? (
            <PathLink className={buttonClass({ kind: 'outline', size: 'lg' })} to="/organization/$id/settings" params={{ id: team.slug }}>
              <Settings className={ui.icon} aria-hidden />
              {t.settings}
            </PathLink>
          ) : null}
          <Suspense>
            <ProfileMore id={team.id} reported={standing.inside ? undefined : 'organization'} />
          </Suspense>
        </div>
      </header>
      <ProfileTabs of="organization" id={id} counts={team.counts} open={kind ?? 'all'} />
      <div className={ui.cols}>
        <OwnedList
          key={kind ?? 'all'}
          of="organization"
          id={id}
          kind={kind}
          search={search}
          count={kind ? (team.counts.types[kind] ?? 0) : team.counts.projects}
        />
        <MembersCard members={members} repost={team.repost} />
      </div>
    </>
  )
}
