import { useQuery } from '@tanstack/react-query'
import { Download, File, Folder, FolderOpen } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { cn } from '@/lib/cn'
import { formatBytes, formatExact } from '@/lib/format'
import { backupSession, keptFileUrl, type Backup, type Kept } from '@/lib/hosting/backups'
import type { NodeSession } from '@/lib/hosting/node-session'
import { serverBackupsText } from '@/lib/i18n/zh-Hans/server-backups'
import { backupQueries, tellFailure } from '../api'
import { follow } from '../follow'
import { below, sorted, stepsTo } from '../model/inside'
import textButtonCss from '@/components/ui/text-button.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './server-backups.module.css'

const t = serverBackupsText.inside
/** More rows at once would make the dialog slow. */
const MOST_ROWS = 1_000

/** Looks into a backup without restoring it; one file can be downloaded. */
export function InsideDialog({ server, backup, onClose }: { server: string; backup: Backup; onClose: () => void }) {
  const [session] = useState(() => backupSession(server, backup.id))
  const [path, setPath] = useState('/')
  const query = useQuery(backupQueries.kept(server, backup.id, session, path))
  return (
    <Dialog open wide onOpenChange={onClose} title={t.title(backup.name)} description={t.hint}>
      <Steps path={path} onPath={setPath} />
      {query.data ? (
        query.data.length === 0 ? (
          <Empty icon={FolderOpen} title={t.empty} />
        ) : (
          <Items items={sorted(query.data)} path={path} session={session} onPath={setPath} />
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

type ItemsProps = { items: readonly Kept[]; path: string; session: NodeSession; onPath: (path: string) => void }

function Items({ items, path, session, onPath }: ItemsProps) {
  return (
    <>
      <ul className={css.items} aria-label={t.list}>
        {items.slice(0, MOST_ROWS).map((item) => (
          <li key={item.name}>
            {item.type === 'directory' ? (
              <>
                <Folder className={cn(ui.icon, ui.info)} aria-hidden />
                <button type="button" className={cn(textButtonCss.root, css.folder)} onClick={() => onPath(below(path, item.name))}>
                  {item.name}
                </button>
              </>
            ) : (
              <KeptFile item={item} path={below(path, item.name)} session={session} />
            )}
          </li>
        ))}
      </ul>
      {items.length > MOST_ROWS ? <p className={ui.small}>{t.many(formatExact(MOST_ROWS))}</p> : null}
    </>
  )
}

function KeptFile({ item: { name, type, size }, path, session }: { item: Kept; path: string; session: NodeSession }) {
  const [busy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    await keptFileUrl(session, path).then(follow, tellFailure)
    setBusy(false)
  }
  return (
    <>
      <File className={cn(ui.icon, ui.subtle)} aria-hidden />
      <span className={cn(ui.grow, ui.break)}>{name}</span>
      <small className={cn(ui.small, ui.tabular)}>{type === 'file' ? formatBytes(size ?? 0) : type === 'symlink' ? t.link : t.other}</small>
      {type === 'file' ? (
        <IconButton size="xs" kind="quiet" label={t.take(name)} loading={busy} onClick={() => void take()}>
          <Download className={ui.icon} aria-hidden />
        </IconButton>
      ) : null}
    </>
  )
}
