import { useQuery } from '@tanstack/react-query'
import { Download, File, Folder, FolderOpen, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import type { Shown } from '@/features/server/parts'
import { cn } from '@/lib/cn'
import { formatBytes, formatDateTime, formatExact } from '@/lib/format'
import { backupSession, keptFileUrl, type Backup, type Kept, type KeptList } from '@/lib/hosting/backups'
import type { NodeSession } from '@/lib/hosting/node-session'
import type { Server } from '@/lib/hosting/servers'
import { serverBackupsText } from '@/lib/i18n/zh-Hans/server-backups'
import { momentOf } from '@/lib/span'
import { backupQueries, tellFailure } from '../api'
import { follow } from '../follow'
import { below, sorted, stepsTo } from '../model/inside'
import { restoreFilesRefusal } from '../model/limits'
import { RestoreFilesDialog } from './restore-files-dialog'
import textButtonCss from '@/components/ui/text-button.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './server-backups.module.css'

const t = serverBackupsText.inside
/** More rows at once would make the dialog slow. */
const MOST_ROWS = 1_000

type InsideDialogProps = { server: Server; shown: Shown; backup: Backup; list: readonly Backup[]; now: number; onClose: () => void }

/** Looks into a backup; one file can be downloaded, and a file or folder put in the place of the server's. */
export function InsideDialog({ server, shown, backup, list, now, onClose }: InsideDialogProps) {
  const id = server.server_id
  const [session] = useState(() => backupSession(id, backup.id))
  const [path, setPath] = useState('/')
  const [chosen, setChosen] = useState<Kept>()
  const query = useQuery(backupQueries.kept(id, backup.id, session, path))
  return (
    <Dialog open wide onOpenChange={onClose} title={t.title(backup.name)} description={t.hint}>
      <Steps path={path} onPath={setPath} />
      {query.data ? (
        query.data.items.length === 0 ? (
          <Empty icon={FolderOpen} title={t.empty} />
        ) : (
          <Items
            kept={query.data}
            path={path}
            now={now}
            session={session}
            barred={restoreFilesRefusal(server, backup, list)}
            onPath={setPath}
            onRestore={setChosen}
          />
        )
      ) : query.isError ? (
        <ErrorCard error={query.error} title={t.errorTitle} onRetry={() => void query.refetch()} />
      ) : (
        <Loading className={ui.pile}>
          <Bone w="40%" />
          <Bone w="55%" />
          <Bone w="45%" />
        </Loading>
      )}
      {chosen ? (
        <RestoreFilesDialog
          server={server}
          shown={shown}
          backup={backup}
          now={now}
          path={below(path, chosen.name)}
          folder={chosen.type === 'directory'}
          onClose={() => setChosen(undefined)}
          onRestored={onClose}
        />
      ) : null}
    </Dialog>
  )
}

function Steps({ path, onPath }: { path: string; onPath: (path: string) => void }) {
  const steps = [{ name: t.root, path: '/' }, ...stepsTo(path)]
  return (
    <nav className={css.steps} aria-label={t.path}>
      <ol>
        {steps.map((step, index) => (
          <li key={step.path}>
            {index === steps.length - 1 ? (
              <b aria-current="page">{step.name}</b>
            ) : (
              <button type="button" className={cn(textButtonCss.root, ui.link)} onClick={() => onPath(step.path)}>
                {step.name}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

type RowProps = {
  path: string
  now: number
  session: NodeSession
  /** Why nothing can be put in the place of the server's. */
  barred: string | undefined
  onPath: (path: string) => void
  onRestore: (item: Kept) => void
}

function Items({ kept: { items, total = items.length }, ...row }: RowProps & { kept: KeptList }) {
  const shown = sorted(items).slice(0, MOST_ROWS)
  return (
    <>
      <ul className={css.items} aria-label={t.list}>
        {shown.map((item) => (
          <Row key={item.name} item={item} {...row} />
        ))}
      </ul>
      {total > shown.length ? (
        <p className={ui.small} role="status">
          {t.many(formatExact(shown.length), formatExact(total))}
        </p>
      ) : null}
    </>
  )
}

function Row({ item, path, now, session, barred, onPath, onRestore }: RowProps & { item: Kept }) {
  const { name, type, size, modified } = item
  const [busy, setBusy] = useState(false)
  const folder = type === 'directory'
  const at = below(path, name)
  const take = async () => {
    setBusy(true)
    await keptFileUrl(session, at).then(follow, tellFailure)
    setBusy(false)
  }
  return (
    <li>
      {folder ? <Folder className={cn(ui.icon, ui.info)} aria-hidden /> : <File className={cn(ui.icon, ui.subtle)} aria-hidden />}
      <span className={css.kept}>
        {folder ? (
          <button type="button" className={cn(textButtonCss.root, css.folder)} onClick={() => onPath(at)}>
            {name}
          </button>
        ) : (
          <span className={ui.break}>{name}</span>
        )}
        <small className={cn(ui.small, ui.tabular)}>
          {folder ? null : <span>{type === 'file' ? formatBytes(size ?? 0) : type === 'symlink' ? t.link : t.other}</span>}
          {modified ? (
            <time dateTime={modified} title={formatDateTime(modified)}>
              {momentOf(modified, now)}
            </time>
          ) : null}
        </small>
      </span>
      {type === 'file' ? (
        <IconButton size="xs" kind="quiet" label={t.take(name)} loading={busy} onClick={() => void take()}>
          <Download className={ui.icon} aria-hidden />
        </IconButton>
      ) : null}
      <IconButton
        size="xs"
        kind="quiet"
        label={folder ? t.putFolder(name) : t.putFile(name)}
        disabled={barred !== undefined}
        title={barred}
        aria-description={barred}
        onClick={() => onRestore(item)}
      >
        <RotateCcw className={ui.icon} aria-hidden />
      </IconButton>
    </li>
  )
}
