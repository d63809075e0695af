import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { cn } from '@/lib/cn'
import { firstRanges, formatGameVersions } from '@/lib/game-versions'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import { tagQueries } from '@/lib/tags'
import textButtonCss from '@/components/ui/text-button.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './game-range-note.module.css'

const SHOWN = 4

/** Tells of game versions that the file allows and nobody has chosen. */
export function GameRangeNote({
  missing,
  beyond,
  disabled,
  onAdd,
}: {
  missing: readonly string[]
  beyond: readonly string[]
  disabled: boolean
  onAdd: (versions: string[]) => void
}) {
  const { data: all = [] } = useQuery(tagQueries.gameVersions())
  const list = missing.length > 0 ? missing : beyond
  if (list.length === 0) return null
  const names = firstRanges(formatGameVersions(list, all), SHOWN, list.length)
  return (
    <p className={missing.length > 0 ? css.root : cn(css.root, css.quiet)}>
      <TriangleAlert className={ui.icon14} aria-hidden />
      {missing.length > 0 ? t.rangeMissing(names) : t.rangeBeyond(names)}
      <button type="button" className={cn(ui.link, textButtonCss.root)} disabled={disabled} onClick={() => onAdd([...list])}>
        {t.rangeAdd}
      </button>
    </p>
  )
}
