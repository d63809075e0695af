import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Note } from '@/components/ui/feedback'
import { fileSession } from '@/lib/hosting/files'
import type { Server } from '@/lib/hosting/servers'
import { serverFilesText as t } from '@/lib/i18n/zh-Hans/server-files'
import { fileQueries } from '../api'
import { PlaceContext } from '../context'
import { useListing } from '../listing'
import { cleanPath } from '../model/paths'
import { useUploads } from '../uploads'
import { Browser } from './browser'
import { ConflictDialog } from './conflict-dialog'
import { LeaveGuard } from './leave-guard'
import { Operations } from './operations'
import { UploadsCard } from './uploads-card'
import { ViewBones } from './view-bones'
import ui from '@/components/ui/ui.module.css'

const FileView = lazy(() => import('./file-view'))

type ServerFilesProps = {
  server: Server
  /** The folder that is shown, as the address gives it. */
  path: string
  /** The file that is open in it. */
  open?: string | undefined
  /** Whether the viewer may change files; without it everything that changes is disabled and says why. */
  canWrite?: boolean
  onPath: (path: string) => void
  onOpen: (path: string | undefined) => void
}

/** The file manager of a server: its folders, an editor, uploads, the trash and extractions. */
export function ServerFiles(props: ServerFilesProps) {
  const { server } = props
  if (server.deleted) return <Note tone="bad">{t.deleted}</Note>
  if (server.suspended) return <Note tone="warn">{t.suspended}</Note>
  return <Manager key={server.server_id} {...props} />
}

function Manager({ server, path: given, open, canWrite = true, onPath, onOpen }: ServerFilesProps) {
  const id = server.server_id
  const path = cleanPath(given)
  const client = useQueryClient()
  const [node] = useState(() => fileSession(id))
  const away = server.host?.connected !== true
  const listing = useListing(id, node, path, !away)
  const uploads = useUploads(node, () => void client.invalidateQueries({ queryKey: fileQueries.lists(id) }))
  const refused = canWrite ? (away ? t.refused.away : undefined) : t.refused.right
  return (
    <PlaceContext value={{ id, node, path, disk: listing.disk, refused, onPath, onOpen }}>
      <div className={ui.stack}>
        {away ? <Note tone="warn">{t.away}</Note> : null}
        {canWrite ? null : <Note>{t.readOnly}</Note>}
        {away ? null : <Operations />}
        <UploadsCard uploads={uploads} />
        {open === undefined ? (
          <Browser key={path} listing={listing} uploads={uploads} away={away} />
        ) : (
          <Suspense fallback={<ViewBones />}>
            <FileView key={open} path={cleanPath(open)} />
          </Suspense>
        )}
        <ConflictDialog question={uploads.question} onAnswer={uploads.answer} />
        <LeaveGuard when={() => uploads.busy} title={t.uploads.leaveTitle} text={t.uploads.leaveText} />
      </div>
    </PlaceContext>
  )
}
