import { Badge } from '@/components/ui/badge'
import { cn } from '@/lib/cn'
import { serverText as t } from '@/lib/i18n/zh-Hans/server'
import { tones, type Shown } from '../model/state'
import lampCss from '@/components/ui/lamp.module.css'
import css from './state-badge.module.css'

/** The state of a server: a lamp and a word. */
export function StateBadge({ shown }: { shown: Shown }) {
  const tone = tones[shown]
  return (
    <Badge tone={tone}>
      <span className={cn(lampCss.root, lampCss.off, css.lamp, css[tone])} aria-hidden />
      {t.states[shown]}
    </Badge>
  )
}
