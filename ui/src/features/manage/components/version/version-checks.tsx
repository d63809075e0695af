import { CircleAlert, CircleCheck, CircleDashed, CircleX, Download, Fingerprint, LoaderCircle, Search, type LucideIcon } from 'lucide-react'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import type { Check } from '../../model/checks'

const afterIcons = [Search, Download, Fingerprint]
const icons: Record<Check['state'], LucideIcon> = { done: CircleCheck, open: CircleDashed, bad: CircleX, warn: CircleAlert, wait: LoaderCircle }
const classes: Record<Check['state'], string | undefined> = { done: 'is-done', open: undefined, bad: 'ck-bad', warn: 'ck-warn', wait: undefined }

/** What is still missing or wrong, and what will happen. */
export function VersionChecks({ checks }: { checks: readonly Check[] }) {
  return (
    <>
      <section className="card">
        <header className="card-head">
          <h2>{t.check}</h2>
        </header>
        <ul className="ckl">
          {checks.map((check) => {
            const Icon = icons[check.state]
            return (
              <li key={check.text} className={classes[check.state]}>
                <Icon className={check.state === 'wait' ? 'i spin' : 'i'} aria-hidden />
                <span>
                  {check.text}
                  <span className="sr">{t.checkStates[check.state]}</span>
                </span>
              </li>
            )
          })}
        </ul>
      </section>
      <section className="card">
        <header className="card-head">
          <h2>{t.after}</h2>
        </header>
        <ul className="ckl">
          {t.afterList.map((text, at) => {
            const Icon = afterIcons[at] ?? Search
            return (
              <li key={text}>
                <Icon className="i" aria-hidden />
                {text}
              </li>
            )
          })}
        </ul>
      </section>
    </>
  )
}
