import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { cn } from '@/lib/cn'
import type { Answer } from '@/lib/api/operations'
import { statusText as t } from '@/lib/i18n/zh-Hans/status'
import ui from '@/components/ui/ui.module.css'
import { statusQuery } from '../queries'
import { IncidentList } from './incident-list'
import { PartRow } from './part-row'
import { SyncState } from './sync-lamp'
import css from './status-page.module.css'

export type Status = Answer<'GET', '/_internal/status'>
const tones = { ok: 'ok', late: 'warn', down: 'bad' } as const

/** Whether the site works now, and when it did not. */
export function StatusPage() {
  const status = useQuery(statusQuery)
  const { data } = status
  return (
    <div className={css.root}>
      <header>
        <h1>{t.title}</h1>
        <p className={ui.muted}>{t.lead}</p>
      </header>
      {status.isError && !data ? <ErrorCard error={status.error} onRetry={() => void status.refetch()} /> : null}
      {status.isLoading ? (
        <Loading className={cn(ui.card, ui.cardPad)}>
          <Bone w="40%" h={24} />
          <Bone className={ui.above12} h={220} />
        </Loading>
      ) : null}
      {data ? (
        <>
          <section className={cn(ui.card, ui.cardPad, css.now)} aria-live="polite">
            <Badge tone={tones[data.state]}>{t[data.state]}</Badge>
            <span className={css.sync}>
              <SyncState sync={data} />
            </span>
          </section>
          <Card id="status-parts" title={t.parts}>
            <ul className={css.list}>
              {data.parts.map((part) => (
                <PartRow key={part.name} part={part} tone={tones[part.state]} />
              ))}
            </ul>
          </Card>
          <Card id="status-incidents" title={t.incidents}>
            {data.incidents.length > 0 ? (
              <IncidentList incidents={data.incidents} now={data.now} />
            ) : (
              <Empty icon={CircleCheck} title={t.none} hint={t.noneHint} />
            )}
          </Card>
        </>
      ) : null}
    </div>
  )
}
