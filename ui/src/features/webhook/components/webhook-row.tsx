import { Ellipsis } from 'lucide-react'
import { useId, useState } from 'react'
import { Badge, Tag } from '@/components/ui/badge'
import { Button, IconButton } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Menu, MenuItem, MenuLine } from '@/components/ui/dropdown-menu'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { formatDateTime } from '@/lib/format'
import { webhookText as t } from '@/lib/i18n/zh-Hans/webhook'
import { toast } from '@/stores/toasts'
import { useChangeWebhook, useRemoveWebhook, useRotateSecret, useTestWebhook, type Owner, type Webhook } from '../api'
import { stateOf, tones } from '../model'
import { DeliveryLog } from './delivery-log'
import { WebhookDialog } from './webhook-form'
import ui from '@/components/ui/ui.module.css'
import css from './webhook.module.css'

type WebhookRowProps = { owner: Owner; webhook: Webhook; kinds: readonly string[]; onSecret: (secret: string) => void }

/** One webhook: its state, its actions and, on request, its log of deliveries. */
export function WebhookRow({ owner, webhook, kinds, onSecret }: WebhookRowProps) {
  const [open, setOpen] = useState(false)
  const [dialog, setDialog] = useState<'edit' | 'rotate' | 'remove'>()
  const log = useId()
  const test = useTestWebhook(owner, webhook.id)
  const change = useChangeWebhook(owner, webhook.id)
  const rotate = useRotateSecret(owner, webhook.id)
  const remove = useRemoveWebhook(owner, webhook.id)
  const close = () => setDialog(undefined)
  const state = stateOf(webhook)
  return (
    <li className={css.row}>
      <div className={css.head}>
        <span className={cn(css.lamp, css[state])} aria-hidden />
        <div className={css.what}>
          <b>
            <span className={ui.break}>{webhook.host}</span>
            <Badge tone={tones[state]}>{t.states[state]}</Badge>
          </b>
          <div className={css.tags}>
            {(webhook.kinds ?? []).map((kind) => (
              <Tag key={kind} line>
                {t.kind(kind)}
              </Tag>
            ))}
          </div>
          <small>
            {webhook.last ? (
              <span>
                <Ago time={webhook.last.tried} wrap={t.last} />
                {webhook.last.status ? ` · ${webhook.last.status}` : null}
              </span>
            ) : (
              <span>{t.never}</span>
            )}
            {webhook.cause ? <span>{t.causes[webhook.cause]}</span> : null}
            {webhook.enabled && webhook.retry_at ? <span>{t.retry(formatDateTime(webhook.retry_at))}</span> : null}
            {webhook.former_until ? <span>{t.former(formatDateTime(webhook.former_until))}</span> : null}
          </small>
        </div>
        <div className={css.actions}>
          <Button
            size="sm"
            disabled={!webhook.enabled}
            loading={test.isPending}
            onClick={() =>
              test.mutate(undefined, {
                onSuccess: () => {
                  setOpen(true)
                  toast(t.tested, t.testedText)
                },
              })
            }
          >
            {t.test}
          </Button>
          <Button size="sm" aria-expanded={open} aria-controls={log} onClick={() => setOpen(!open)}>
            {open ? t.hideLog : t.log}
          </Button>
          <Menu
            label={t.more}
            trigger={
              <IconButton label={t.more} size="sm" kind="quiet">
                <Ellipsis className={ui.icon} aria-hidden />
              </IconButton>
            }
          >
            <MenuItem onSelect={() => setDialog('edit')}>{t.edit}</MenuItem>
            <MenuItem onSelect={() => setDialog('rotate')}>{t.rotate}</MenuItem>
            <MenuItem
              onSelect={() =>
                change.mutate(
                  { enabled: !webhook.enabled },
                  { onSuccess: () => toast(webhook.enabled ? t.disabled : t.enabled, webhook.host) },
                )
              }
            >
              {webhook.enabled ? t.disable : t.enable}
            </MenuItem>
            <MenuLine />
            <MenuItem danger onSelect={() => setDialog('remove')}>
              {t.remove}
            </MenuItem>
          </Menu>
        </div>
      </div>
      <div id={log}>{open ? <DeliveryLog owner={owner} webhook={webhook} /> : null}</div>
      <WebhookDialog owner={owner} kinds={kinds} webhook={webhook} open={dialog === 'edit'} onOpenChange={close} />
      <ConfirmDialog
        open={dialog === 'rotate'}
        onOpenChange={close}
        title={t.rotateTitle}
        text={t.rotateText}
        action={t.rotate}
        busy={rotate.isPending}
        onConfirm={() => rotate.mutate(undefined, { onSuccess: ({ secret }) => onSecret(secret), onSettled: close })}
      />
      <ConfirmDialog
        open={dialog === 'remove'}
        onOpenChange={close}
        title={t.removeTitle(webhook.host)}
        text={t.removeText}
        action={t.remove}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => toast(t.removed, webhook.host), onSettled: close })}
      />
    </li>
  )
}
