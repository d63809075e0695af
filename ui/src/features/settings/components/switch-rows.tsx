import { useId } from 'react'
import { Card } from '@/components/ui/card'
import { cn } from '@/lib/cn'
import { preferencesText as t } from '@/lib/i18n/zh-Hans/preferences'
import { usePrefs } from '@/stores/prefs'
import checkCss from '@/components/ui/check.module.css'
import settingsRowCss from './settings-row.module.css'

/** Switches; each change is applied at once. */
export function SwitchRows() {
  const prefs = usePrefs()
  return (
    <Card id="switches-title" title={t.switchesTitle}>
      <div className={settingsRowCss.rows}>
        <Row
          {...t.switches.advancedRendering}
          checked={prefs.advancedRendering}
          onChange={(advancedRendering) => prefs.change({ advancedRendering })}
        />
        <Row
          {...t.switches.externalLinksNewTab}
          checked={prefs.externalLinksNewTab}
          onChange={(externalLinksNewTab) => prefs.change({ externalLinksNewTab })}
        />
        <Row {...t.switches.hideAppPromos} checked={prefs.hideAppPromos} onChange={(hideAppPromos) => prefs.change({ hideAppPromos })} />
        <Row
          {...t.switches.rightProject}
          checked={!prefs.leftContentLayout}
          onChange={(right) => prefs.change({ leftContentLayout: !right })}
        />
        <Row
          {...t.switches.rightSearchLayout}
          checked={prefs.rightSearchLayout}
          onChange={(rightSearchLayout) => prefs.change({ rightSearchLayout })}
        />
      </div>
    </Card>
  )
}

function Row({ title, hint, checked, onChange }: { title: string; hint: string; checked: boolean; onChange: (checked: boolean) => void }) {
  const id = useId()
  return (
    <label className={cn(settingsRowCss.root, checkCss.root, checkCss.switch)}>
      <span>
        <b id={id}>{title}</b>
        <small id={`${id}-hint`}>{hint}</small>
      </span>
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
