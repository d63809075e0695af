import { CircleAlert, CircleCheck, CircleDashed, CircleX, Download, Fingerprint, LoaderCircle, Search, type LucideIcon } from 'lucide-react'
import { cn } from '@/lib/cn'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import type { Check } from '../../model/checks'
import ui from '@/components/ui/ui.module.css'
import css from './version-checks.module.css'

const afterIcons = [Search, Download, Fingerprint]
const icons: Record<Check['state'], LucideIcon> = {
  done: CircleCheck,
  open: CircleDashed,
  bad: CircleX,
  warn: CircleAlert,
  wait: LoaderCircle,
}
const classes: Record<Check['state'], string | undefined> = {
  done: css.done,
  open: undefined,
  bad: css.failed,
  warn: css.warned,
  wait: undefined,
}

/** What is still missing or wrong, and what will happen. */
export function VersionChecks({ checks }: { checks: readonly Check[] }) {
  return (
    <>
      <section className={ui.card}>
        <header className={ui.cardHead}>
          <h2>{t.check}</h2>
        </header>
        <ul className={css.root}>
          {checks.map((check) => {
            const Icon = icons[check.state]
            return (
              <li key={check.text} className={classes[check.state]}>
                <Icon className={check.state === 'wait' ? cn(ui.icon, ui.spin) : ui.icon} aria-hidden />
                <span>
                  {check.text}
                  <span className={ui.visuallyHidden}>{t.checkStates[check.state]}</span>
                </span>
              </li>
            )
          })}
        </ul>
      </section>
      <section className={ui.card}>
        <header className={ui.cardHead}>
          <h2>{t.after}</h2>
        </header>
        <ul className={css.root}>
          {t.afterList.map((text, at) => {
            const Icon = afterIcons[at] ?? Search
            return (
              <li key={text}>
                <Icon className={ui.icon} aria-hidden />
                {text}
              </li>
            )
          })}
        </ul>
      </section>
    </>
  )
}
