import { useQuery } from '@tanstack/react-query'
import { Bell, BellOff, BellRing, Check, ChevronDown, type LucideIcon } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Menu, MenuItem } from '@/components/ui/dropdown-menu'
import { cn } from '@/lib/cn'
import { watchText as t } from '@/lib/i18n/zh-Hans/watch'
import { useSession } from '@/lib/session'
import { watchQueries, useWatching, type WatchKind, type WatchLevel } from '../api'
import css from './watch.module.css'
import ui from '@/components/ui/ui.module.css'

const icons: Record<WatchLevel, LucideIcon> = { all: BellRing, addressed: Bell, never: BellOff }
const levels: readonly WatchLevel[] = ['all', 'addressed', 'never']

/** Says how much the person hears of a place, and changes it. Nobody else sees it. */
export function WatchButton({ kind, id }: { kind: WatchKind; id: string }) {
  const viewer = useSession()
  const { data } = useQuery({ ...watchQueries.of(kind, id), enabled: Boolean(viewer) })
  const change = useWatching(kind, id)
  if (!viewer || !data) return null
  const level = change.isPending ? change.variables : data.level
  const Icon = icons[level]
  const choose = (next: WatchLevel) => {
    if (next !== level && !change.isPending) change.mutate(next)
  }
  return (
    <Menu
      label={t.menu}
      trigger={
        <Button size="sm" on={level === 'all'} title={t.hints[kind][level]} aria-busy={change.isPending || undefined}>
          <Icon className={ui.icon14} aria-hidden />
          {t.now[level]}
          <ChevronDown className={ui.icon14} aria-hidden />
        </Button>
      }
    >
      {levels.map((one) => (
        <MenuItem key={one} asChild onSelect={() => choose(one)}>
          <div role="menuitemradio" aria-checked={one === level}>
            <Check className={cn(ui.icon14, one !== level && css.not)} aria-hidden />
            <span>
              {t.levels[one]}
              <small className={cn(ui.small, ui.block, css.hint)}>{t.hints[kind][one]}</small>
            </span>
          </div>
        </MenuItem>
      ))}
    </Menu>
  )
}
