import { Package, Rocket, Settings2, SlidersHorizontal, Users, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { useCurrentInSight } from '@/components/ui/use-current-in-sight'
import { serverParts } from '@/lib/server-parts.gen'
import { serverStartupText as t } from '@/lib/i18n/zh-Hans/server-startup'
import settingsLayoutCss from '@/components/ui/settings-layout.module.css'
import ui from '@/components/ui/ui.module.css'

const pages: readonly { sub: string; icon: LucideIcon }[] = [
  { sub: 'general', icon: SlidersHorizontal },
  { sub: 'properties', icon: Settings2 },
  { sub: 'loader', icon: Package },
  { sub: 'startup', icon: Rocket },
  { sub: 'members', icon: Users },
]

/** The settings of a server: their list at the left, one page at the right. */
export function SettingsFrame({ id, sub, children }: { id: string; sub: string; children: ReactNode }) {
  const bar = useCurrentInSight()
  return (
    <div className={settingsLayoutCss.root}>
      <nav ref={bar} className={settingsLayoutCss.nav} aria-label={t.nav}>
        {pages.map((page) => (
          <PathLink
            key={page.sub}
            keepScroll
            to="/servers/manage/{-$sid}/{-$part}/{-$sub}"
            params={{ sid: id, part: 'options', sub: page.sub }}
            className={page.sub === sub ? settingsLayoutCss.on : undefined}
            aria-current={page.sub === sub ? 'page' : undefined}
          >
            <page.icon className={ui.icon} aria-hidden />
            {serverParts[`options/${page.sub}`]}
          </PathLink>
        ))}
      </nav>
      <div className={settingsLayoutCss.main}>{children}</div>
    </div>
  )
}
