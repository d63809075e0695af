import { Images, LayoutGrid, List } from 'lucide-react'
import { Segmented } from '@/components/ui/segmented'
import { collectionText as t } from '@/lib/i18n/zh-Hans/collection'
import { displayModes, usePrefs, type DisplayMode } from '@/stores/prefs'
import ui from '@/components/ui/ui.module.css'

const icons = { list: List, grid: LayoutGrid, gallery: Images } as const

/** List, grid or gallery, remembered for collections. */
export function ModeControl({ mode }: { mode: DisplayMode }) {
  const setMode = usePrefs((state) => state.setDisplayMode)
  return (
    <Segmented
      label={t.mode}
      value={mode}
      onValue={(next) => setMode('collection', next)}
      iconsOnly
      segments={displayModes.map((value) => {
        const Icon = icons[value]
        return { value, label: t.modes[value], icon: <Icon className={ui.icon} aria-hidden /> }
      })}
    />
  )
}
