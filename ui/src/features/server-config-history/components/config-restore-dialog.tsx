import { RotateCcw } from 'lucide-react'
import type { FormEvent } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { Note } from '@/components/ui/feedback'
import { FormActions } from '@/components/ui/form-actions'
import { isAlive, type Shown } from '@/features/server/parts'
import { ApiError } from '@/lib/api/errors'
import { formatDateTime, formatExact } from '@/lib/format'
import type { Server } from '@/lib/hosting/servers'
import { serverConfigHistoryText } from '@/lib/i18n/zh-Hans/server-config-history'
import { useRestoreConfig, type Revision } from '../api'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'

const t = serverConfigHistoryText.confirm

/** What is to be restored: a file as of a revision, or one setting with its value then. */
export type Wanted = { revision: Revision; key?: string; value?: string }

type ConfigRestoreDialogProps = {
  server: Server
  shown: Shown
  path: string
  wanted: Wanted
  /** The revision that is thought to be the present one; 0 where nothing is expected. */
  expected: number
  onClose: () => void
  onRestored: () => void
}

/** What a restore changes and what it costs, before it is confirmed. */
export function ConfigRestoreDialog({ server, shown, path, wanted, expected, onClose, onRestored }: ConfigRestoreDialogProps) {
  const restore = useRestoreConfig(server.server_id)
  const { revision, key, value } = wanted
  const alive = isAlive(shown)
  const online = server.power.players?.online ?? 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (restore.isPending) return
    restore.mutate({ path, revision: revision.position, expected, ...(key === undefined ? {} : { key }) }, { onSuccess: onRestored })
  }
  const changed = ApiError.is(restore.error, 409) && restore.error.code === 'conflict' && restore.error.field === 'expected'
  return (
    <Dialog open onOpenChange={onClose} title={key === undefined ? t.file(path) : t.key(key)}>
      <form className={formCss.root} onSubmit={submit}>
        <p>{key === undefined ? t.fileText(formatDateTime(revision.at)) : t.keyText(value ?? '')}</p>
        <ul className={ui.muted}>
          <li>{alive ? t.running : t.stopped}</li>
          {alive && online > 0 ? <li>{t.online(formatExact(online))}</li> : null}
          {alive && path === '/server.properties' ? <li>{t.overwritten}</li> : null}
        </ul>
        {restore.isError ? <Note tone="bad">{changed ? serverConfigHistoryText.conflict : restore.error.message}</Note> : null}
        <FormActions onCancel={onClose} loading={restore.isPending}>
          <RotateCcw className={ui.icon} aria-hidden />
          {t.action}
        </FormActions>
      </form>
    </Dialog>
  )
}
