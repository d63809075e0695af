import { Pencil } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { textBetween } from '@/components/form/schemas'
import { useAppForm } from '@/components/form/use-app-form'
import { Button, IconButton } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import type { Server } from '@/lib/hosting/servers'
import { serverText } from '@/lib/i18n/zh-Hans/server'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { toast } from '@/stores/toasts'
import { useRename } from '../api'
import ui from '@/components/ui/ui.module.css'
import css from './server-head.module.css'

const t = serverText.rename
const schema = v.object({ name: textBetween(1, 48, t.long) })

/** The name of a server, which is changed in its place. */
export function RenameServer({ server, children }: { server: Server; children: ReactNode }) {
  const [editing, setEditing] = useState(false)
  if (editing) return <RenameForm server={server} onDone={() => setEditing(false)} />
  return (
    <div className={css.title}>
      <h1>{server.name}</h1>
      {server.deleted ? null : (
        <IconButton kind="quiet" size="xs" label={t.action} onClick={() => setEditing(true)}>
          <Pencil className={ui.icon14} aria-hidden />
        </IconButton>
      )}
      {children}
    </div>
  )
}

function RenameForm({ server, onDone }: { server: Server; onDone: () => void }) {
  const rename = useRename(server.server_id)
  const form = useAppForm({
    schema,
    values: { name: server.name },
    send: ({ name }) => (name === server.name ? Promise.resolve(undefined) : rename.mutateAsync(name)),
    onDone: (_answer, { name }) => {
      if (name !== server.name) toast(t.done)
      onDone()
    },
  })
  return (
    <>
      <h1 className={ui.visuallyHidden}>{server.name}</h1>
      <Form form={form} className={css.rename}>
        <Field form={form} name="name" label={<span className={ui.visuallyHidden}>{t.label}</span>} className={css.name}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              spellCheck={false}
              // eslint-disable-next-line jsx-a11y-x/no-autofocus -- the field stands where its button was
              autoFocus
              onKeyDown={(event) => {
                if (event.key === 'Escape' && !event.nativeEvent.isComposing) onDone()
              }}
            />
          )}
        </Field>
        <Button type="submit" kind="primary" loading={form.pending}>
          {t.save}
        </Button>
        <Button onClick={onDone}>{uiText.cancel}</Button>
      </Form>
    </>
  )
}
