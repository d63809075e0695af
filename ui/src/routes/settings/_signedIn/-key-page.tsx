import { lazy, Suspense, type ComponentType } from 'react'
import { Bone, Loading } from '@/components/ui/feedback'
import { useSession } from '@/lib/session'
import type { OwnUser } from '@/lib/api/types'
import type { DeedFilter } from '@/features/settings/activity-api'
import { parseDeeds } from '@/features/settings/model/deed-filter'

type Search = { app?: string; linked?: string; fault?: string } & DeedFilter
type Shown = { user: OwnUser; search: Search; onSearch: (search: Search) => void }

const page = (load: () => Promise<ComponentType<Shown>>) => lazy(async () => ({ default: await load() }))

/** Pages about the account of the visitor, by the last segment of their address. */
export const keyPages = {
  account: page(async () => {
    const { AccountPage } = await import('@/features/settings/components/account-page')
    return ({ user, search: { linked, fault }, onSearch }) => (
      <AccountPage user={user} linked={linked} fault={fault} onSaid={() => onSearch({})} />
    )
  }),
  activity: page(async () => {
    const { ActivityPage } = await import('@/features/settings/components/activity-page')
    return ({ search, onSearch }) => <ActivityPage filter={parseDeeds(search)} onFilter={onSearch} />
  }),
  applications: page(async () => {
    const { ApplicationsPage } = await import('@/features/oauth/components/applications-page')
    return ({ user, search }) => <ApplicationsPage user={user} app={String(search.app ?? '')} />
  }),
  authorizations: page(async () => (await import('@/features/oauth/components/authorizations-page')).AuthorizationsPage),
  pats: page(async () => (await import('@/features/settings/components/tokens-page')).TokensPage),
  profile: page(async () => {
    const { ProfilePage } = await import('@/features/settings/components/profile-page')
    return ({ user }) => <ProfilePage key={user.id} user={user} />
  }),
  sessions: page(async () => (await import('@/features/settings/components/sessions-page')).SessionsPage),
} as const

type Props = { page: string; search: Search; onSearch: (search: Search) => void }

export function KeyPage({ page, search, onSearch }: Props) {
  const user = useSession()
  const Shown = Object.hasOwn(keyPages, page) ? keyPages[page as keyof typeof keyPages] : undefined
  if (!user || !Shown) return null
  return (
    <Suspense
      fallback={
        <Loading>
          <Bone h={240} />
        </Loading>
      }
    >
      <Shown user={user} search={search} onSearch={onSearch} />
    </Suspense>
  )
}
