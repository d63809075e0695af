import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import { momentText } from '../model/words'
import type { PayoutStep } from '../types'
import ui from '@/components/ui/ui.module.css'
import css from './payout-facts.module.css'

/** What happened to a withdrawal, the latest last. */
export function PayoutTimeline({ steps }: { steps: readonly PayoutStep[] }) {
  return (
    <section aria-label={t.detail.timeline}>
      <h3 className={ui.heading}>{t.detail.timeline}</h3>
      <ol className={css.timeline}>
        {steps.map((step, at) => (
          <li key={at}>
            <b>{t.steps[step.kind]}</b>
            <time dateTime={step.at}>{momentText(step.at)}</time>
            {step.detail ? <p>{step.detail}</p> : null}
          </li>
        ))}
      </ol>
    </section>
  )
}
