import type { UseQueryResult } from '@tanstack/react-query'
import { Eye, UserCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { ApiError } from '@/lib/api/errors'
import { cn } from '@/lib/cn'
import { reviewLockText as t } from '@/lib/i18n/zh-Hans/review-lock'
import { reviewPanelText } from '@/lib/i18n/zh-Hans/review-panel'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { useSession } from '@/lib/session'
import type { QueueEntry } from '../api'
import type { Lock, useTakeOver } from '../lock-api'
import { formatSpan } from '../model/waiting'
import ui from '@/components/ui/ui.module.css'
import panelCss from './decision-panel.module.css'
import css from './lock-bar.module.css'

const HandOverDialog = lazy(() => import('./hand-over-dialog'))

type LockBarProps = {
  project: { id: string; title: string; status: string }
  /** Undefined for a project that is not in review. */
  lock: UseQueryResult<Lock> | undefined
  takeOver: ReturnType<typeof useTakeOver>
  handed: QueueEntry['handed'] | undefined
  /** The viewer belongs to the project's team and may not decide. */
  barred: boolean
  watching: boolean
  now: number
  onHandedOver: () => void
}

/** Who works on the project: the lock, who else is looking, and to whom it was handed. It is taken over beside the decisions. */
export function LockBar({ project, lock, takeOver, handed, barred, watching, now, onHandedOver }: LockBarProps) {
  const user = useSession()
  const [held, setHeld] = useState(false)
  const [giving, setGiving] = useState(false)
  const data = lock?.data
  if (data?.is_own_lock && !held) setHeld(true)
  const other = data?.locked && !data.is_own_lock ? (data.locked_by?.username ?? t.somebody) : undefined
  const others =
    data?.looking.filter((one) => one.id !== user?.id && (one.id !== data.locked_by?.id || !data.locked)).map((one) => one.username) ?? []
  const refused = lock?.error ?? takeOver.error
  const mine = data?.is_own_lock === true && project.status === 'processing'
  return (
    <>
      {barred ? (
        <Note tone="warn" className={cn(panelCss.note, css.note)}>
          {t.own}
        </Note>
      ) : null}
      {handed?.own ? (
        <Note className={cn(panelCss.note, css.note)}>{t.handedNote(handed.by?.username ?? t.somebody, handed.note)}</Note>
      ) : null}
      {other !== undefined && !barred && data?.lock && data.expires_at ? (
        <Note tone="warn" className={cn(panelCss.note, css.note)}>
          {held ? t.lost(other) : t.held(other, formatSpan(Math.max(0, (Date.parse(data.expires_at) - now) / 1000)))}
        </Note>
      ) : null}
      {refused ? (
        <Note tone="bad" className={cn(panelCss.note, css.note)}>
          {refused instanceof ApiError ? refused.description : siteText.errorTitle}
        </Note>
      ) : null}
      {lock ? (
        <div className={css.root} role="status">
          {mine ? (
            <span>
              <UserCheck className={ui.icon14} aria-hidden />
              {t.mine}
            </span>
          ) : watching ? (
            <span>
              <Eye className={ui.icon14} aria-hidden />
              {reviewPanelText.block.watching}
            </span>
          ) : null}
          {others.length > 0 ? (
            <span>
              <Eye className={ui.icon14} aria-hidden />
              {t.looking(others.join('、'))}
            </span>
          ) : null}
          {mine ? (
            <Button kind="quiet" size="sm" className={css.end} onClick={() => setGiving(true)}>
              {t.handOver}
            </Button>
          ) : null}
        </div>
      ) : null}
      {giving ? (
        <Suspense>
          <HandOverDialog project={project} onClose={() => setGiving(false)} onHandedOver={onHandedOver} />
        </Suspense>
      ) : null}
    </>
  )
}
