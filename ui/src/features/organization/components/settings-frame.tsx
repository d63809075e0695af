import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { ArrowLeft, ChartNoAxesColumn, Package, SlidersHorizontal, Users, Webhook } from 'lucide-react'
import type { ReactNode } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Bone, ErrorCard, Forbidden, Loading } from '@/components/ui/feedback'
import { useCurrentInSight } from '@/components/ui/use-current-in-sight'
import { Pic } from '@/components/ui/pic'
import type { Organization } from '@/lib/api/types'
import { hrefOf } from '@/lib/address'
import { cn } from '@/lib/cn'
import { organizationText as t } from '@/lib/i18n/zh-Hans/organization'
import { standingIn, type Standing } from '@/lib/organization'
import { useSession } from '@/lib/session'
import { organizationQueries } from '../queries'
import settingsLayoutCss from '@/components/ui/settings-layout.module.css'
import ui from '@/components/ui/ui.module.css'

const pages = [
  { to: '/organization/$id/settings', label: t.pages.general, icon: SlidersHorizontal },
  { to: '/organization/$id/settings/members', label: t.pages.members, icon: Users },
  { to: '/organization/$id/settings/projects', label: t.pages.projects, icon: Package },
  { to: '/organization/$id/settings/analytics', label: t.pages.analytics, icon: ChartNoAxesColumn },
  { to: '/organization/$id/settings/webhooks', label: t.pages.webhooks, icon: Webhook },
] as const

export type SettingsPageProps = { organization: Organization; standing: Standing }

/** The settings of an organisation: their list at the left, one page at the right. */
export function SettingsFrame({ id, children }: { id: string; children: (props: SettingsPageProps) => ReactNode }) {
  const { data: organization, error, refetch } = useQuery(organizationQueries.one(id))
  const user = useSession()
  const bar = useCurrentInSight()
  const path = useRouterState({ select: (state) => decodeURI(state.location.pathname) })
  if (error && !organization) return <ErrorCard className={ui.above16} error={error} onRetry={() => void refetch()} />
  if (!organization || user === undefined) {
    return (
      <Loading className={cn(settingsLayoutCss.root, ui.above16)}>
        <Bone h={180} />
        <Bone h={360} />
      </Loading>
    )
  }
  const standing = standingIn(organization, user)
  if (!standing.inside) return <Forbidden className={ui.above16} text={t.forbidden} />
  return (
    <div className={cn(settingsLayoutCss.root, ui.above16)}>
      <nav ref={bar} className={settingsLayoutCss.nav} aria-label={t.settings}>
        <PathLink className={settingsLayoutCss.back} to="/organization/$id/{-$kind}" params={{ id: organization.slug }}>
          <ArrowLeft className={ui.icon14} aria-hidden />
          <Pic src={organization.icon_url} id={organization.id} name={organization.name} size={24} />
          <span className={ui.clip}>{organization.name}</span>
        </PathLink>
        {pages.map((page) => {
          const on = path === decodeURI(hrefOf({ to: page.to, params: { id } }))
          return (
            <PathLink
              key={page.to}
              keepScroll
              to={page.to}
              params={{ id }}
              className={on ? settingsLayoutCss.on : undefined}
              aria-current={on ? 'page' : undefined}
            >
              <page.icon className={ui.icon} aria-hidden />
              {page.label}
            </PathLink>
          )
        })}
      </nav>
      <div className={settingsLayoutCss.main}>
        <h1 className={ui.visuallyHidden}>{t.settingsOf(organization.name)}</h1>
        {children({ organization, standing })}
      </div>
    </div>
  )
}
