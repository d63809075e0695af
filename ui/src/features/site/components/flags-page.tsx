import { RotateCcw } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { miscText as t } from '@/lib/i18n/zh-Hans/misc'
import { flagDefaults, useDeveloperMode, useFlags, type Flag } from '@/stores/flags'
import { toast } from '@/stores/toasts'
import ui from '@/components/ui/ui.module.css'
import sitePageCss from './site-page.module.css'
import css from './flags-page.module.css'

const order = Object.keys(flagDefaults) as Flag[]

/** What can be switched on this device. */
export function FlagsPage() {
  const { flags, set, reset } = useFlags()
  const developer = useDeveloperMode()
  const changed = developer.on || order.some((name) => flags[name] !== flagDefaults[name])
  const restore = () => {
    reset()
    if (developer.on) developer.toggle()
    toast(t.resetDone)
  }
  return (
    <div className={sitePageCss.root}>
      <h1>{t.flagsTitle}</h1>
      <p className={ui.muted}>{t.flagsLead}</p>
      <ul className={cn(ui.card, css.switches)}>
        <Row name="developer" on={developer.on} onChange={developer.toggle} />
        {order.map((name) => (
          <Row key={name} name={name} on={flags[name]} onChange={() => set(name, !flags[name])} />
        ))}
      </ul>
      <Button onClick={restore} disabled={!changed}>
        <RotateCcw className={ui.icon} aria-hidden />
        {t.reset}
      </Button>
    </div>
  )
}

function Row({ name, on, onChange }: { name: keyof typeof t.flags; on: boolean; onChange: () => void }) {
  const [label, hint] = t.flags[name]
  return (
    <li>
      <div className={ui.grow}>
        <b id={`flag-${name}`}>{label}</b>
        <p id={`flag-${name}-hint`} className={cn(ui.muted, ui.text13)}>
          {hint}
        </p>
      </div>
      <button
        type="button"
        role="switch"
        className={css.switch}
        aria-checked={on}
        aria-labelledby={`flag-${name}`}
        aria-describedby={`flag-${name}-hint`}
        onClick={onChange}
      >
        <span aria-hidden>{on ? t.on : t.off}</span>
      </button>
    </li>
  )
}
