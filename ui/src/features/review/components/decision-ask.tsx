import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { ProjectStatus } from '@/lib/api/types'
import { projectText } from '@/lib/i18n/zh-Hans/project'
import { reviewPanelText } from '@/lib/i18n/zh-Hans/review-panel'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import type { Decision } from '../model/decision'
import type { Ask } from '../model/guard'
import css from './decision-panel.module.css'

const t = reviewPanelText.ask

type DecisionAskProps = {
  decision: Decision
  asks: readonly Ask[]
  from: ProjectStatus
  to: ProjectStatus
  objections: number
  unseen: number
  onRewrite: () => void
  onSure: () => void
  onClose: () => void
}

/** Asks in words for a decision that something speaks against. The key that opened it does not confirm it by repeating. */
export default function DecisionAsk({ decision, asks, from, to, objections, unseen, onRewrite, onSure, onClose }: DecisionAskProps) {
  const [sent, setSent] = useState(false)
  const status = (one: ProjectStatus) => projectText.statuses[one] ?? one
  const text = (ask: Ask) => {
    if (ask === 'outside') return t.outside(status(from), status(to))
    if (ask === 'objections') return t.objections(objections)
    if (ask === 'unseen') return t.unseen(unseen)
    return ask === 'closing' ? t.closing[decision === 'withhold' ? 'withhold' : 'reject'] : t.refusal
  }
  const outside = asks.includes('outside')
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={outside ? `${t.outsideSure}：${status(to)}` : t.title[decision]}
      footer={
        <>
          <Button onClick={onClose}>{uiText.cancel}</Button>
          {asks.includes('closing') ? <Button onClick={onRewrite}>{t.rewrite[decision]}</Button> : null}
          <Button
            kind="primary"
            danger={decision === 'reject' || outside}
            data-autofocus
            disabled={sent}
            onKeyDown={(event) => {
              if (event.repeat) event.preventDefault()
            }}
            onClick={() => {
              setSent(true)
              onSure()
            }}
          >
            {outside ? t.outsideSure : t.sure[decision]}
          </Button>
        </>
      }
    >
      <ul className={css.asks}>
        {asks.map((ask) => (
          <li key={ask}>{text(ask)}</li>
        ))}
      </ul>
    </Dialog>
  )
}
