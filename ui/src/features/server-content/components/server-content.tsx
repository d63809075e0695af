import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Note } from '@/components/ui/feedback'
import { UndoBar } from '@/components/ui/undo-bar'
import type { Mod } from '@/lib/hosting/content'
import type { Server } from '@/lib/hosting/servers'
import { serverContentText as t } from '@/lib/i18n/zh-Hans/server-content'
import { contentQueries, SOON_MS } from '../api'
import type { Decided } from '../model/mod'
import { refusalOf } from '../model/refusal'
import { useWork, whatOf } from '../use-work'
import { ContentCard } from './content-card'
import { ContentVersionDialog } from './content-version-dialog'
import ui from '@/components/ui/ui.module.css'

/** What a row or a selection asks for. */
export type Asking = { remove: readonly Mod[] } | { version: Decided }

/** The content of a server: what is installed, what waits for its node, and what else lies on the disk. */
export function ServerContent({ server }: { server: Server }) {
  const id = server.server_id
  const work = useWork(server)
  const query = useQuery({ ...contentQueries.list(id), ...(work.unsaid ? { refetchInterval: SOON_MS } : {}) })
  const [asking, setAsking] = useState<Asking>()
  const refused = refusalOf(server)
  const away = server.host?.connected !== true
  const close = () => setAsking(undefined)
  const list = query.data && work.after(query.data, Date.now())
  const removing = asking && 'remove' in asking ? asking.remove : []
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
      <ContentCard
        server={server}
        list={list}
        error={query.isError ? query.error : undefined}
        work={work}
        onAsk={setAsking}
        onRetry={() => void query.refetch()}
      />
      <ConfirmDialog
        open={removing.length > 0}
        onOpenChange={close}
        title={t.removing.title(whatOf(removing))}
        text={removing.every(({ unmanaged }) => unmanaged) ? t.removing.unmanaged : t.removing.managed}
        action={t.action.remove}
        busy={work.busy}
        onConfirm={() => work.run('remove', removing, close)}
      />
      {asking && 'version' in asking ? <ContentVersionDialog server={server} mod={asking.version} onClose={close} /> : null}
      <UndoBar
        said={work.removed.length > 0 ? t.said.remove(whatOf(work.removed)) : undefined}
        busy={work.undoing}
        undo={t.undo}
        close={t.close}
        onUndo={work.undo}
        onClose={work.forget}
      />
    </div>
  )
}
