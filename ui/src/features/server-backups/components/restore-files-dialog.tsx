import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { FormActions } from '@/components/ui/form-actions'
import { isAlive, type Shown } from '@/features/server/parts'
import { formatBytes, formatDateTime, formatExact, formatRelative } from '@/lib/format'
import type { Backup } from '@/lib/hosting/backups'
import { fileSession } from '@/lib/hosting/files'
import { rights } from '@/lib/hosting/rights'
import type { Server } from '@/lib/hosting/servers'
import { serverBackupsText } from '@/lib/i18n/zh-Hans/server-backups'
import { backupQueries, useRestoreFiles } from '../api'
import type { Standing } from '../model/inside'
import { StopNote } from './stop-note'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './server-backups.module.css'

const { putting: t, restoring } = serverBackupsText

type RestoreFilesDialogProps = {
  server: Server
  shown: Shown
  backup: Backup
  now: number
  path: string
  folder: boolean
  onClose: () => void
  onRestored: () => void
}

/** What is replaced by one file or folder of a backup, before it is confirmed. */
export function RestoreFilesDialog({ server, shown, backup, now, path, folder, onClose, onRestored }: RestoreFilesDialogProps) {
  const { created_at: at, id } = backup
  const restore = useRestoreFiles(server.server_id, id, t.done)
  const [session] = useState(() => fileSession(server.server_id))
  // Without it the rest of the dialog is still true.
  const { data: standing } = useQuery({ ...backupQueries.standing(server.server_id, session, path), enabled: rights.readFiles(server) })
  const alive = isAlive(shown)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!alive && !restore.isPending) restore.mutate(path, { onSuccess: onRestored })
  }
  return (
    <Dialog open onOpenChange={onClose} title={folder ? t.folderTitle : t.fileTitle}>
      <form className={formCss.root} onSubmit={submit}>
        <p className={ui.break}>{t.lead(path, formatDateTime(at), formatRelative(at, now))}</p>
        {alive ? <StopNote server={server} shown={shown} /> : null}
        <div className={css.lost}>
          <b>{t.replaced}</b>
          <ul>
            <Replaced standing={standing} folder={folder} />
          </ul>
        </div>
        <p className={ui.muted}>{t.kept}</p>
        <FormActions onCancel={onClose} danger disabled={alive} title={alive ? restoring.running : undefined} loading={restore.isPending}>
          <RotateCcw className={ui.icon} aria-hidden />
          {folder ? t.folderAction : t.fileAction}
        </FormActions>
      </form>
    </Dialog>
  )
}

function Replaced({ standing, folder }: { standing: Standing | undefined; folder: boolean }) {
  if (standing?.known && !standing.item) return <li>{t.now.nothing}</li>
  return (
    <>
      <li>{folder ? t.folder : t.file}</li>
      {standing?.item ? <li>{wordsOf(standing.item)}</li> : null}
    </>
  )
}

function wordsOf({ type, size = 0, modified, count }: NonNullable<Standing['item']>): string {
  if (type === 'file') return t.now.file(formatBytes(size), formatDateTime(new Date(modified * 1000).toISOString()))
  if (type === 'directory' && count !== undefined) return t.now.full(formatExact(count))
  return t.now[type]
}
