import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { GroupRow } from '@/components/ui/form-row'
import { OnceSecret } from '@/components/ui/once-secret'
import { Ago } from '@/components/ui/time'
import { oauthText as t } from '@/lib/i18n/zh-Hans/oauth'
import { toast } from '@/stores/toasts'
import { useAddSecret, useEndSecret, type Application, type Secret } from '../api'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './applications.module.css'

const MOST_SECRETS = 2

/** The id of an application and its secrets, of which two may live so that they can be changed one after the other. */
export function KeysCard({ app }: { app: Application }) {
  return (
    <Card id="keys-title" title={t.keys}>
      <div className={formCss.rows}>
        <GroupRow label={t.id}>
          <span className={css.id}>
            <code>{app.id}</code>
            <CopyButton text={app.id} label={t.copyId} />
          </span>
        </GroupRow>
        {app.type === 'public' ? (
          <GroupRow label={t.secrets}>
            <span className={ui.muted}>{t.secretsPublic}</span>
          </GroupRow>
        ) : (
          <Secrets app={app} />
        )}
      </div>
    </Card>
  )
}

function Secrets({ app }: { app: Application }) {
  const add = useAddSecret(app.id)
  const end = useEndSecret(app.id)
  const [shown, setShown] = useState<string>()
  const [ending, setEnding] = useState<Secret>()
  const secrets = app.secrets ?? []
  const full = secrets.length >= MOST_SECRETS
  return (
    <GroupRow label={t.secrets} hint={t.secretsFull(MOST_SECRETS)}>
      <div className={css.secrets}>
        {secrets.length === 0 ? <p className={ui.muted}>{t.secretsNone}</p> : null}
        <ul>
          {secrets.map((secret) => (
            <li key={secret.id} className={css.secret}>
              <code>{secret.id}</code>
              <small>
                <Ago time={secret.created} wrap={t.secretMade} />
                {' · '}
                {secret.last_used ? <Ago time={secret.last_used} wrap={t.secretUsed} /> : t.secretUnused}
              </small>
              <Button size="xs" danger aria-label={t.endSecretNamed(secret.id)} onClick={() => setEnding(secret)}>
                {t.endSecret}
              </Button>
            </li>
          ))}
        </ul>
      </div>
      <Button
        size="sm"
        disabled={full}
        loading={add.isPending}
        onClick={() => add.mutate(undefined, { onSuccess: ({ client_secret }) => setShown(client_secret) })}
      >
        <Plus className={ui.icon} aria-hidden />
        {t.addSecret}
      </Button>
      <Dialog open={shown !== undefined} onOpenChange={() => setShown(undefined)} title={t.onceTitle} wide>
        {shown ? (
          <OnceSecret secret={shown} text={t.onceText} copy={t.copySecret} done={t.onceDone} onDone={() => setShown(undefined)} />
        ) : null}
      </Dialog>
      <ConfirmDialog
        open={ending !== undefined}
        onOpenChange={() => setEnding(undefined)}
        title={t.endSecretTitle}
        text={t.endSecretText}
        action={t.endSecret}
        busy={end.isPending}
        onConfirm={() => {
          if (ending) end.mutate(ending.id, { onSuccess: () => toast(t.secretEnded), onSettled: () => setEnding(undefined) })
        }}
      />
    </GroupRow>
  )
}
