import { Images, LayoutGrid, List } from 'lucide-react'
import { Segmented } from '@/components/ui/segmented'
import { preferencesText as t } from '@/lib/i18n/zh-Hans/preferences'
import { displayModes, usePrefs } from '@/stores/prefs'

const icons = { list: List, grid: LayoutGrid, gallery: Images } as const
const types = Object.keys(t.layoutTypes) as (keyof typeof t.layoutTypes)[]

/** The display mode of each kind of page. */
export function LayoutRows() {
  const modes = usePrefs((state) => state.searchDisplayMode)
  const choose = usePrefs((state) => state.setDisplayMode)
  return (
    <section className="card" aria-labelledby="layout-title">
      <header className="card-head">
        <h2 id="layout-title" className="head-15">
          {t.layoutTitle}
        </h2>
        <small className="subtle t12">{t.layoutLead}</small>
      </header>
      <div className="acc-rows acc-two">
        {types.map((type) => (
          <div key={type} className="acc-row">
            <b>{t.layoutTypes[type]}</b>
            <Segmented
              label={t.layoutOf(t.layoutTypes[type])}
              value={modes[type] ?? 'list'}
              segments={displayModes.map((value) => {
                const Icon = icons[value]
                return { value, label: t.modes[value], icon: <Icon className="i i-14" aria-hidden /> }
              })}
              onValue={(mode) => choose(type, mode)}
              iconsOnly
            />
          </div>
        ))}
      </div>
    </section>
  )
}
