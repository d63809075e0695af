import { useInfiniteQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { FormActions } from '@/components/ui/form-actions'
import { TypedName } from '@/components/ui/typed-name'
import { isAlive, serverQueries, type Shown } from '@/features/server/parts'
import { formatDateTime, formatRelative } from '@/lib/format'
import type { Backup } from '@/lib/hosting/backups'
import type { Server } from '@/lib/hosting/servers'
import { serverBackupsText } from '@/lib/i18n/zh-Hans/server-backups'
import { useSession } from '@/lib/session'
import { useAct } from '../api'
import { sinceOf } from '../model/since'
import { StopNote } from './stop-note'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './server-backups.module.css'

const t = serverBackupsText.restoring

type RestoreDialogProps = { server: Server; shown: Shown; backup: Backup; now: number; onClose: () => void }

/** What a restore takes away, before it is confirmed by typing the server's name. */
export function RestoreDialog({ server, shown, backup, now, onClose }: RestoreDialogProps) {
  const { name, created_at: at, id } = backup
  const act = useAct(server.server_id, id)
  const [typed, setTyped] = useState('')
  const alive = isAlive(shown)
  const ready = !alive && typed.trim() === server.name.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (ready && !act.isPending) act.mutate({ action: 'restore', said: t.done }, { onSuccess: onClose })
  }
  return (
    <Dialog open onOpenChange={onClose} title={t.title(name)}>
      <form className={formCss.root} onSubmit={submit}>
        <p>{t.lead(formatDateTime(at), formatRelative(at, now))}</p>
        {alive ? <StopNote server={server} shown={shown} /> : null}
        <div className={css.lost}>
          <b>{t.lost}</b>
          <ul>
            <li>{t.world}</li>
            <li>{t.files}</li>
            <SinceThen id={server.server_id} at={at} />
          </ul>
        </div>
        <p className={ui.muted}>{t.kept}</p>
        <TypedName prompt={t.prompt(server.name)} value={typed} onValue={setTyped} />
        <FormActions onCancel={onClose} danger disabled={!ready} title={alive ? t.running : undefined} loading={act.isPending}>
          <RotateCcw className={ui.icon} aria-hidden />
          {t.action}
        </FormActions>
      </form>
    </Dialog>
  )
}

/** What was decided after the backup. Without the history the rest of the dialog is still true. */
function SinceThen({ id, at }: { id: string; at: string }) {
  const viewer = useSession()?.id
  const { data, hasNextPage } = useInfiniteQuery(serverQueries.history(id))
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  const { count, lines } = sinceOf(entries, at, viewer)
  if (count === 0) return null
  const oldest = entries.at(-1)
  const more = hasNextPage && oldest !== undefined && Date.parse(oldest.at) > Date.parse(at)
  return (
    <li>
      {more ? t.sinceMore(String(count)) : t.since(String(count))}
      <ul>
        {lines.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ul>
    </li>
  )
}
