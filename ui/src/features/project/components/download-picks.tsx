import { Check } from 'lucide-react'
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { downloadText as t } from '@/lib/i18n/zh-Hans/download'
import type { Pick } from '../model/download-choice'
import ui from '@/components/ui/ui.module.css'
import downloadDialogCss from './download-dialog.module.css'

type DownloadPicksProps = {
  title: string
  picks: readonly Pick[]
  value: string
  onValue: (value: string) => void
  name: (value: string) => ReactNode
  /** Why a pick does not go with the other choice. */
  reason: (value: string) => string
  empty: string
  before: ReactNode
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/** A list of fixed height of which one may be chosen; what does not fit stays visible and says why. */
export function DownloadPicks({ title, picks, value, onValue, name, reason, empty, before }: DownloadPicksProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const current = picks.some((one) => one.value === value) ? value : picks[0]?.value
  // What was chosen before may stand far down the list.
  useEffect(() => {
    const on = list.current?.querySelector<HTMLElement>('[aria-checked="true"]')
    if (list.current && on) list.current.scrollTop = on.offsetTop - (list.current.clientHeight - on.offsetHeight) / 2
  }, [])
  const keys = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const items = [...(list.current?.querySelectorAll<HTMLButtonElement>('[role="radio"]') ?? [])]
    const at = items.findIndex((item) => item === document.activeElement)
    items[(at + step + items.length) % items.length]?.focus()
  }
  return (
    <div>
      <h3 id={id}>{title}</h3>
      {before}
      {/* The radios inside take the focus; the group only moves it. */}
      {/* eslint-disable-next-line jsx-a11y-x/interactive-supports-focus */}
      <div className={downloadDialogCss.list} role="radiogroup" aria-labelledby={id} ref={list} onKeyDown={keys}>
        {picks.length === 0 ? <p className={cn(ui.text13, ui.muted, downloadDialogCss.none)}>{empty}</p> : null}
        {picks.map((pick) => {
          const on = pick.value === value
          return (
            <button
              key={pick.value}
              type="button"
              role="radio"
              aria-checked={on}
              tabIndex={pick.value === current ? 0 : -1}
              className={cn(downloadDialogCss.pick, on && downloadDialogCss.on, !pick.supported && downloadDialogCss.no)}
              title={pick.supported ? undefined : reason(pick.value)}
              onClick={() => onValue(pick.value)}
            >
              <span className={ui.clip}>{name(pick.value)}</span>
              {pick.supported ? null : <small>{t.unsupported}</small>}
              {on ? <Check className={ui.icon} aria-hidden /> : null}
            </button>
          )
        })}
      </div>
    </div>
  )
}
