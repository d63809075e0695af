import { useQuery } from '@tanstack/react-query'
import { Note } from '@/components/ui/feedback'
import { useNow, type Shown } from '@/features/server/parts'
import type { Server } from '@/lib/hosting/servers'
import { serverBackupsText as t } from '@/lib/i18n/zh-Hans/server-backups'
import { backupQueries } from '../api'
import { ordered, withProgress } from '../model/backup'
import { refusalOf, someMoving } from '../model/limits'
import { useProgress } from '../use-progress'
import { AutoCard } from './auto-card'
import { BackupsCard } from './backups-card'
import { RoomCard } from './room-card'
import { UndoNote } from './undo-note'
import ui from '@/components/ui/ui.module.css'

/** The backups of a server, what they take, and when the next ones are made. */
export function ServerBackups({ server, shown }: { server: Server; shown: Shown }) {
  const id = server.server_id
  const query = useQuery(backupQueries.list(id))
  const away = server.host?.connected !== true
  const usable = !away && !server.deleted && !server.suspended
  const frames = useProgress(id, usable && someMoving(query.data ?? []))
  const list = query.data && ordered(withProgress(query.data, frames))
  const refused = refusalOf(server)
  const now = useNow()
  return (
    <div className={ui.stack}>
      {refused ? (
        <Note tone="warn">
          <b>{t.readOnly}</b>
          <p>{refused}</p>
        </Note>
      ) : away ? (
        <Note tone="warn">{t.away}</Note>
      ) : null}
      {list ? <UndoNote server={server} shown={shown} list={list} now={now} /> : null}
      <div className={ui.splitSide}>
        <BackupsCard
          server={server}
          shown={shown}
          now={now}
          list={list}
          error={query.isError ? query.error : undefined}
          onRetry={() => void query.refetch()}
        />
        {/* Below the list on a phone: it comes with the list, so that nothing is moved. */}
        {list || query.isError ? (
          <aside className={ui.pile}>
            {list ? <RoomCard server={server} list={list} /> : null}
            <AutoCard server={id} refused={refused} />
          </aside>
        ) : null}
      </div>
    </div>
  )
}
