import { Images, LayoutGrid, List } from 'lucide-react'
import { Segmented } from '@/components/ui/segmented'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import { displayModes, type DisplayMode } from '@/stores/prefs'
import { shownMode, type Pictured } from '../model/shown-mode'
import ui from '@/components/ui/ui.module.css'

const icons = { list: List, grid: LayoutGrid, gallery: Images } as const

type ModeChoiceProps = {
  mode: DisplayMode
  /** What is shown: there is no gallery of results of which most have no picture. */
  hits?: readonly Pictured[] | undefined
  onMode: (mode: DisplayMode) => void
}

/** List, grid or gallery. */
export function ModeChoice({ mode, hits, onMode }: ModeChoiceProps) {
  return (
    <Segmented
      label={t.mode}
      value={shownMode(mode, hits)}
      onValue={onMode}
      iconsOnly
      segments={displayModes.map((value) => {
        const Icon = icons[value]
        const off = shownMode(value, hits) === value ? undefined : t.unpictured
        return { value, label: t.modes[value], off, icon: <Icon className={ui.icon} aria-hidden /> }
      })}
    />
  )
}
