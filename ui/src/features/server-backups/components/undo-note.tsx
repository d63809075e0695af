import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Note } from '@/components/ui/feedback'
import { isAlive, serverQueries, spanOf, type Shown } from '@/features/server/parts'
import type { Backup } from '@/lib/hosting/backups'
import type { Server } from '@/lib/hosting/servers'
import { serverBackupsText } from '@/lib/i18n/zh-Hans/server-backups'
import { useAct } from '../api'
import { restoreFailure } from '../model/failure'
import { refusalOf, undoable } from '../model/limits'

const { undo: t, refused: reasons } = serverBackupsText

type UndoNoteProps = { server: Server; shown: Shown; list: readonly Backup[]; now: number }

/** What came of the last restore: that it failed, or that it can be taken back. */
export function UndoNote({ server, shown, list, now }: UndoNoteProps) {
  const last = undoable(list, now)
  const { data } = useInfiniteQuery(serverQueries.history(server.server_id))
  const failure = restoreFailure(data?.pages.flatMap((page) => page.entries) ?? [], now)
  return (
    <>
      {failure ? <Note tone="bad">{failure}</Note> : null}
      {last ? <Last server={server} shown={shown} backup={last} now={now} /> : null}
    </>
  )
}

function Last({ server, shown, backup, now }: Omit<UndoNoteProps, 'list'> & { backup: Backup }) {
  const [asking, setAsking] = useState(false)
  const act = useAct(server.server_id, backup.id)
  const away = server.host?.connected !== true
  const refused = refusalOf(server) ?? (away ? reasons.away : isAlive(shown) ? reasons.running : undefined)
  const left = (Date.parse(backup.undo_until ?? '') - now) / 1000
  return (
    <>
      <Note
        tone="ok"
        actions={
          <Button size="sm" disabled={refused !== undefined} title={refused} aria-description={refused} onClick={() => setAsking(true)}>
            {t.action}
          </Button>
        }
      >
        {t.note(backup.name, spanOf(left))}
      </Note>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t.title}
        text={t.text}
        action={t.action}
        plain
        busy={act.isPending}
        onConfirm={() => act.mutate({ action: 'undo', said: t.done }, { onSettled: () => setAsking(false) })}
      />
    </>
  )
}
