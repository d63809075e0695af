import { useInfiniteQuery } from '@tanstack/react-query'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Bone, ErrorCard, Loading } from '@/components/ui/feedback'
import { Ago } from '@/components/ui/time'
import { formatDateTime } from '@/lib/format'
import { webhookText } from '@/lib/i18n/zh-Hans/webhook'
import { toast } from '@/stores/toasts'
import { useDeliverAgain, webhookQueries, type Delivery, type Owner, type Webhook } from '../api'
import { deliveryTones } from '../model'
import ui from '@/components/ui/ui.module.css'
import css from './webhook.module.css'

const t = webhookText.deliveries
const FRESH_MS = 1_500

/** The deliveries of a webhook. It follows those that were not attempted yet. */
export function DeliveryLog({ owner, webhook }: { owner: Owner; webhook: Webhook }) {
  const log = useInfiniteQuery({
    ...webhookQueries.deliveries(owner, webhook.id),
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.deliveries?.some((one) => one.state === 'waiting' && new Date(one.next_at ?? 0).getTime() < Date.now())
        ? FRESH_MS
        : false,
  })
  const deliveries = log.data?.pages.flatMap((page) => page.deliveries ?? []) ?? []
  return (
    <section className={css.log} aria-label={`${t.title} ${webhook.host}`}>
      <p className={ui.small}>{t.lead}</p>
      {log.isError && !log.data ? (
        <ErrorCard error={log.error} onRetry={() => void log.refetch()} />
      ) : !log.data ? (
        <Loading>
          <Bone h={48} />
          <Bone h={48} />
        </Loading>
      ) : deliveries.length === 0 ? (
        <p className={ui.muted}>{t.empty}</p>
      ) : (
        <ul className={css.deliveries}>
          {deliveries.map((one) => (
            <DeliveryRow key={one.id} owner={owner} webhook={webhook} delivery={one} />
          ))}
        </ul>
      )}
      {log.hasNextPage ? (
        <Button size="sm" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {t.older}
        </Button>
      ) : null}
    </section>
  )
}

function DeliveryRow({ owner, webhook, delivery }: { owner: Owner; webhook: Webhook; delivery: Delivery }) {
  const again = useDeliverAgain(owner, webhook.id)
  return (
    <li className={css.delivery}>
      <Badge tone={deliveryTones[delivery.state]}>{t.states[delivery.state]}</Badge>
      <div className={css.what}>
        <b>{webhookText.kind(delivery.kind)}</b>
        <small>
          <Ago time={delivery.tried ?? delivery.made} />
          {delivery.attempts ? <span>{t.times(delivery.attempts)}</span> : null}
          {delivery.status ? <span>HTTP {delivery.status}</span> : null}
          {delivery.took_ms === null ? null : <span>{t.took(delivery.took_ms)}</span>}
          {delivery.error ? <span>{t.errors[delivery.error] ?? delivery.error}</span> : null}
          {delivery.next_at && delivery.attempts ? <span>{t.next(formatDateTime(delivery.next_at))}</span> : null}
        </small>
        {delivery.answer ? (
          <details className={css.answer}>
            <summary>{t.answer}</summary>
            <pre>{delivery.answer}</pre>
          </details>
        ) : null}
      </div>
      {delivery.state === 'waiting' ? null : (
        <Button
          size="sm"
          kind="quiet"
          disabled={!webhook.enabled}
          loading={again.isPending}
          onClick={() => again.mutate(delivery.id, { onSuccess: () => toast(t.queued) })}
        >
          {t.again}
        </Button>
      )}
    </li>
  )
}
