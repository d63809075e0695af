import { Archive, Folder, History, Network, Package, Settings, SquareTerminal } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { useCurrentInSight } from '@/components/ui/use-current-in-sight'
import { serverText } from '@/lib/i18n/zh-Hans/server'
import { cn } from '@/lib/cn'
import { titleOf, type Place } from '../model/parts'
import tabsCss from '@/components/ui/tabs.module.css'
import ui from '@/components/ui/ui.module.css'

const t = serverText.tabs
const tabs = [
  { part: undefined, sub: undefined, label: t.overview, icon: SquareTerminal },
  { part: 'content', sub: undefined, label: titleOf({ part: 'content' }), icon: Package },
  { part: 'files', sub: undefined, label: t.files, icon: Folder },
  { part: 'backups', sub: undefined, label: titleOf({ part: 'backups' }), icon: Archive },
  { part: 'network', sub: undefined, label: t.network, icon: Network },
  { part: 'options', sub: 'general', label: t.options, icon: Settings },
  { part: 'history', sub: undefined, label: titleOf({ part: 'history' }), icon: History },
]

type ServerTabsProps = {
  id: string
  place: Place /** How much there is on a page, by its first segment. */
  counts: Readonly<Record<string, number>>
}

/** The pages of a server. */
export function ServerTabs({ id, place, counts }: ServerTabsProps) {
  const bar = useCurrentInSight()
  return (
    <nav className={cn(tabsCss.root, ui.below16)} aria-label={t.label} ref={bar}>
      {tabs.map(({ part, sub, label, icon: Icon }) => (
        <PathLink
          key={label}
          to="/servers/manage/{-$sid}/{-$part}/{-$sub}"
          params={{ sid: id, part, sub }}
          {...(place.part === part ? { className: tabsCss.on, 'aria-current': 'page' as const } : {})}
        >
          <Icon className={ui.icon} aria-hidden />
          {label}
          {counts[part ?? ''] ? <small>{counts[part ?? '']}</small> : null}
        </PathLink>
      ))}
    </nav>
  )
}
