import { Images, LayoutGrid, List } from 'lucide-react'
import { Card } from '@/components/ui/card'
import { Segmented } from '@/components/ui/segmented'
import { cn } from '@/lib/cn'
import { preferencesText as t } from '@/lib/i18n/zh-Hans/preferences'
import { displayModes, usePrefs } from '@/stores/prefs'
import ui from '@/components/ui/ui.module.css'
import settingsRowCss from './settings-row.module.css'

const icons = { list: List, grid: LayoutGrid, gallery: Images } as const
const types = Object.keys(t.layoutTypes) as (keyof typeof t.layoutTypes)[]

/** The display mode of each kind of page. */
export function LayoutRows() {
  const modes = usePrefs((state) => state.searchDisplayMode)
  const choose = usePrefs((state) => state.setDisplayMode)
  return (
    <Card id="layout-title" title={t.layoutTitle} note={t.layoutLead}>
      <div className={cn(settingsRowCss.rows, settingsRowCss.two)}>
        {types.map((type) => (
          <div key={type} className={settingsRowCss.root}>
            <b>{t.layoutTypes[type]}</b>
            <Segmented
              label={t.layoutOf(t.layoutTypes[type])}
              value={modes[type] ?? 'list'}
              segments={displayModes.map((value) => {
                const Icon = icons[value]
                return { value, label: t.modes[value], icon: <Icon className={ui.icon14} aria-hidden /> }
              })}
              onValue={(mode) => choose(type, mode)}
              iconsOnly
            />
          </div>
        ))}
      </div>
    </Card>
  )
}
