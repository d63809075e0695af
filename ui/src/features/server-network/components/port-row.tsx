import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { textBetween } from '@/components/form/schemas'
import { useAppForm } from '@/components/form/use-app-form'
import { Button, IconButton } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Input } from '@/components/ui/input'
import { cn } from '@/lib/cn'
import { addressAt } from '@/lib/hosting/address'
import type { Allocation } from '@/lib/hosting/network'
import type { Server } from '@/lib/hosting/servers'
import { serverNetworkText } from '@/lib/i18n/zh-Hans/server-network'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { isComposing } from '@/lib/ime'
import { toast } from '@/stores/toasts'
import { useRelease, useRenamePort } from '../api'
import { Address } from './address-card'
import tableCss from '@/components/ui/table.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './server-network.module.css'

const t = serverNetworkText.ports
const schema = v.object({ name: textBetween(1, 32, t.nameLong) })

type PortRowProps = { server: Server; allocation: Allocation; refused: string | undefined }

/** One further port: its name, which is changed in its place, and its address. */
export function PortRow({ server, allocation: { port, name }, refused }: PortRowProps) {
  const [editing, setEditing] = useState(false)
  const [asking, setAsking] = useState(false)
  const release = useRelease(server.server_id, port, () => toast(t.released, String(port)))
  const host = server.net.domain || server.net.ip
  const off = { disabled: refused !== undefined, 'aria-description': refused }
  return (
    <tr>
      <td className={css.port}>
        {editing ? (
          <RenamePort server={server.server_id} port={port} name={name} onDone={() => setEditing(false)} />
        ) : (
          <span className={css.named}>
            <b className={ui.break}>{name}</b>
            <IconButton kind="quiet" size="xs" label={t.rename(name)} {...off} title={refused} onClick={() => setEditing(true)}>
              <Pencil className={ui.icon14} aria-hidden />
            </IconButton>
          </span>
        )}
      </td>
      <td className={css.where}>
        <Address text={host ? addressAt(host, port) : undefined} />
      </td>
      <td className={cn(tableCss.right, tableCss.mobileEnd)}>
        <IconButton kind="quiet" size="sm" label={t.release(name)} {...off} title={refused} onClick={() => setAsking(true)}>
          <Trash2 className={ui.icon} aria-hidden />
        </IconButton>
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title={t.releaseTitle(String(port))}
          text={t.releaseText}
          action={t.releaseAction}
          busy={release.isPending}
          onConfirm={() => release.mutate(undefined, { onSettled: () => setAsking(false) })}
        />
      </td>
    </tr>
  )
}

function RenamePort({ server, port, name, onDone }: { server: string; port: number; name: string; onDone: () => void }) {
  const rename = useRenamePort(server, port)
  const form = useAppForm({
    schema,
    values: { name },
    send: (given) => (given.name === name ? Promise.resolve(undefined) : rename.mutateAsync(given.name)),
    onDone: (_answer, given) => {
      if (given.name !== name) toast(t.renamed, given.name)
      onDone()
    },
  })
  return (
    <Form form={form} className={css.rename}>
      <Field form={form} name="name" label={<span className={ui.visuallyHidden}>{t.renameLabel(String(port))}</span>}>
        {(control) => (
          <Input
            {...control}
            size="sm"
            autoComplete="off"
            spellCheck={false}
            // eslint-disable-next-line jsx-a11y-x/no-autofocus -- the field stands where its button was
            autoFocus
            onKeyDown={(event) => {
              if (event.key === 'Escape' && !isComposing(event)) onDone()
            }}
          />
        )}
      </Field>
      <Button type="submit" kind="primary" size="sm" loading={form.pending}>
        {t.save}
      </Button>
      <Button size="sm" onClick={onDone}>
        {uiText.cancel}
      </Button>
    </Form>
  )
}
