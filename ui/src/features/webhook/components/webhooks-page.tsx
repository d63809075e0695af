import { useQuery } from '@tanstack/react-query'
import { Plus, Webhook as Icon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Forbidden, Loading } from '@/components/ui/feedback'
import { cn } from '@/lib/cn'
import { webhookText as t } from '@/lib/i18n/zh-Hans/webhook'
import { webhooksHeld } from '@/lib/limits.gen'
import { webhookQueries, type Owner } from '../api'
import { SecretDialog } from './secret-dialog'
import { WebhookDialog } from './webhook-form'
import { WebhookRow } from './webhook-row'
import skeletonCss from '@/components/ui/skeleton.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './webhook.module.css'

/** The webhooks of a project or an organisation, for those who may edit its details. */
export function WebhooksPage({ owner, may }: { owner: Owner; may: boolean }) {
  return may ? <Webhooks owner={owner} /> : <Forbidden text={t.forbidden} />
}

/** Deliveries change the state of a webhook, and are not announced. */
const LOOK_MS = 10_000

function Webhooks({ owner }: { owner: Owner }) {
  const list = useQuery({ ...webhookQueries.list(owner), refetchInterval: LOOK_MS })
  const [adding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  const webhooks = list.data?.webhooks ?? []
  const full = webhooks.length >= webhooksHeld
  const add = (
    <Button kind="primary" size="sm" disabled={full} title={full ? t.full(webhooksHeld) : undefined} onClick={() => setAdding(true)}>
      <Plus className={ui.icon} aria-hidden />
      {t.add}
    </Button>
  )
  return (
    <section className={cn(ui.card, ui.flushS)} aria-labelledby="webhooks-title">
      <header className={ui.cardHead}>
        <h2 id="webhooks-title">{t.title}</h2>
        <small className={cn(ui.small, ui.hideS)}>{t.lead}</small>
        <span className={ui.cardEnd}>{list.data ? add : null}</span>
      </header>
      {list.isError && !list.data ? (
        <ErrorCard className={ui.around16} error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <Loading>
          <Bone className={skeletonCss.rows} h={114} />
        </Loading>
      ) : webhooks.length === 0 ? (
        <Empty icon={Icon} level={3} title={t.empty} hint={t.emptyHint} />
      ) : (
        <ul className={css.list}>
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} owner={owner} webhook={webhook} kinds={list.data.kinds ?? []} onSecret={setSecret} />
          ))}
        </ul>
      )}
      <WebhookDialog owner={owner} kinds={list.data?.kinds ?? []} open={adding} onOpenChange={setAdding} onSecret={setSecret} />
      <SecretDialog secret={secret} onDone={() => setSecret(undefined)} />
    </section>
  )
}
