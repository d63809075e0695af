import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Eye, Hand, UserCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { ApiError } from '@/lib/api/errors'
import { cn } from '@/lib/cn'
import { reviewLockText as t } from '@/lib/i18n/zh-Hans/review-lock'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { useSession } from '@/lib/session'
import { reviewQueries } from '../api'
import { useTakeOver, type Lock } from '../lock-api'
import { formatSpan } from '../model/waiting'
import ui from '@/components/ui/ui.module.css'
import panelCss from './decision-panel.module.css'
import css from './lock-bar.module.css'

const HandOverDialog = lazy(() => import('./hand-over-dialog'))

type LockBarProps = {
  project: { id: string; title: string; status: string }
  lock: UseQueryResult<Lock>
  now: number
  onHandedOver: () => void
}

/** Who works on the project: the lock, with a way to take it over, who else is looking, and to whom it was handed. */
export function LockBar({ project, lock, now, onHandedOver }: LockBarProps) {
  const user = useSession()
  const takeOver = useTakeOver(project.id)
  const [held, setHeld] = useState(false)
  const [giving, setGiving] = useState(false)
  const row = useQuery(reviewQueries.queue({ query: project.id, count: 1 }))
  const entry = row.data?.projects.find((one) => one.id === project.id)
  const handed = entry?.handed
  const barred = entry?.own === true && user?.role !== 'admin'
  const data = lock.data
  if (data?.is_own_lock && !held) setHeld(true)
  const other = data?.locked && !data.is_own_lock ? (data.locked_by?.username ?? t.somebody) : undefined
  const others =
    data?.looking.filter((one) => one.id !== user?.id && (one.id !== data.locked_by?.id || !data.locked)).map((one) => one.username) ?? []
  const refused = lock.error ?? takeOver.error
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
        <Note
          tone="warn"
          className={cn(panelCss.note, css.note)}
          actions={
            <Button size="sm" loading={takeOver.isPending} onClick={() => takeOver.mutate(data.lock ?? '')}>
              <Hand className={ui.icon} aria-hidden />
              {t.takeOver}
            </Button>
          }
        >
          {held ? t.lost(other) : t.held(other, formatSpan(Math.max(0, (Date.parse(data.expires_at) - now) / 1000)))}
        </Note>
      ) : null}
      {refused ? (
        <Note tone="bad" className={cn(panelCss.note, css.note)}>
          {refused instanceof ApiError ? refused.description : siteText.errorTitle}
        </Note>
      ) : null}
      <div className={css.root} role="status">
        {data?.is_own_lock ? (
          <span>
            <UserCheck className={ui.icon14} aria-hidden />
            {t.mine}
          </span>
        ) : null}
        {others.length > 0 ? (
          <span>
            <Eye className={ui.icon14} aria-hidden />
            {t.looking(others.join('、'))}
          </span>
        ) : null}
        {data?.is_own_lock && project.status === 'processing' ? (
          <Button kind="quiet" size="sm" className={css.end} onClick={() => setGiving(true)}>
            {t.handOver}
          </Button>
        ) : null}
      </div>
      {giving ? (
        <Suspense>
          <HandOverDialog project={project} onClose={() => setGiving(false)} onHandedOver={onHandedOver} />
        </Suspense>
      ) : null}
    </>
  )
}
