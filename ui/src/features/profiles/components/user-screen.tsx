import { useQuery } from '@tanstack/react-query'
import { CalendarDays, Pencil } from 'lucide-react'
import { Suspense } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button'
import { Bone } from '@/components/ui/feedback'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import { UserCollections } from '@/features/collection'
import { UserPosts } from '@/features/forum/parts'
import type { Organization, UrlType } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { profileText as t } from '@/lib/i18n/zh-Hans/profiles'
import { useSession } from '@/lib/session'
import { profileQueries } from '../api/queries'
import type { ListSearch } from '../model/list-search'
import { OwnedList } from './owned-list'
import { ProfileFacts } from './profile-facts'
import { profileAddress, type ProfilePart } from '../model/list'
import { ProfileTabs, profileTab } from './profile-tabs'
import sideCss from '@/components/ui/side.module.css'
import subjectCss from '@/components/ui/subject.module.css'
import ui from '@/components/ui/ui.module.css'
import profileHeadCss from './profile-head.module.css'
import { besideLazy } from '@/lib/ready-lazy'

const ProfileMore = besideLazy(() => import('./profile-more'))

/** A user's page: profile, projects and organisations. */
export function UserScreen({ id, kind, search }: { id: string; kind: UrlType | ProfilePart | undefined; search: ListSearch }) {
  const { data: user } = useQuery(profileQueries.user(id))
  const viewer = useSession()
  if (!user) return null
  const own = viewer?.id === user.id
  return (
    <>
      <header className={subjectCss.root}>
        <Pic src={user.avatar_url} name={user.username} size={96} round eager />
        <div className={subjectCss.body}>
          <h1 className={subjectCss.title}>
            {user.username}
            {user.role === 'developer' ? null : (
              <Badge tone="accent" className={cn(ui.before8, ui.middle)}>
                {t.roles[user.role]}
              </Badge>
            )}
          </h1>
          <p className={subjectCss.summary}>{user.bio ?? (own ? t.noBioOwn : t.noBio)}</p>
          <div className={subjectCss.facts}>
            <span>
              <CalendarDays className={ui.icon} aria-hidden />
              <Ago time={user.created} wrap={t.joined} />
            </span>
            <ProfileFacts counts={user.counts} />
          </div>
        </div>
        <div className={profileHeadCss.action}>
          {own ? (
            <PathLink className={buttonClass({ kind: 'outline', size: 'lg' })} to="/settings/$page" params={{ page: 'profile' }}>
              <Pencil className={ui.icon} aria-hidden />
              {t.editProfile}
            </PathLink>
          ) : null}
          <Suspense>
            <ProfileMore id={user.id} reported={own ? undefined : 'user'} />
          </Suspense>
        </div>
      </header>
      <ProfileTabs of="user" id={id} counts={user.counts} open={kind ?? 'all'}>
        {profileTab({ address: profileAddress('user', id, 'collections'), label: t.collections, on: kind === 'collections' })}
        {profileTab({ address: profileAddress('user', id, 'forum'), label: t.posts, on: kind === 'forum' })}
      </ProfileTabs>
      <div className={user.organizations.length > 0 ? ui.cols : undefined}>
        {kind === 'collections' ? (
          <Suspense fallback={<Bone h={240} />}>
            <UserCollections user={user.id} />
          </Suspense>
        ) : kind === 'forum' ? (
          <Suspense fallback={<Bone h={240} />}>
            <UserPosts user={user.id} />
          </Suspense>
        ) : (
          <OwnedList
            key={kind ?? 'all'}
            of="user"
            id={id}
            kind={kind}
            search={search}
            count={kind ? (user.counts.types[kind] ?? 0) : user.counts.projects}
          />
        )}
        {user.organizations.length > 0 ? <Organizations list={user.organizations} /> : null}
      </div>
    </>
  )
}

function Organizations({ list }: { list: readonly Organization[] }) {
  return (
    <aside className={cn(ui.card, sideCss.section)} aria-labelledby="organizations-title">
      <h2 id="organizations-title" className={sideCss.heading}>
        {t.organizations}
      </h2>
      <ul className={sideCss.people}>
        {list.map((one) => (
          <li key={one.id} className={ui.result}>
            <Pic src={one.icon_url} id={one.id} name={one.name} size={32} />
            <div className={ui.grow}>
              <b>
                <PathLink className={cn(ui.clip, ui.resultLink)} to="/organization/$id/{-$kind}" params={{ id: one.slug }}>
                  {one.name}
                </PathLink>
              </b>
              <small>
                {one.repost ? t.repostTeam : t.team} · {t.memberCount(formatExact(one.members.length))}
              </small>
            </div>
          </li>
        ))}
      </ul>
    </aside>
  )
}
