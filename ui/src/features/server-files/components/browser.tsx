import { FolderX, SearchX } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Empty, ErrorCard } from '@/components/ui/feedback'
import { UndoBar } from '@/components/ui/undo-bar'
import { ApiError } from '@/lib/api/errors'
import { formatExact } from '@/lib/format'
import type { FileItem } from '@/lib/hosting/file-types'
import { serverFilesText as t } from '@/lib/i18n/zh-Hans/server-files'
import { toast } from '@/stores/toasts'
import type { ActionKey } from '../actions'
import { usePlace } from '../context'
import type { Listing } from '../listing'
import { archiveFault, faultOf, worded } from '../model/faults'
import { parentOf } from '../model/paths'
import { useRemoval } from '../removal'
import { saveFile, saveFolder } from '../save-file'
import { useSelection } from '../selection'
import type { Uploads } from '../uploads'
import { Crumbs } from './crumbs'
import { Dialogs, type Shown } from './dialogs'
import { DiskLine } from './disk-line'
import { DropZone } from './drop-zone'
import { FileList } from './file-list'
import { FoundDialog } from './found-dialog'
import { SelectionBar } from './selection-bar'
import { Toolbar } from './toolbar'
import ui from '@/components/ui/ui.module.css'
import css from './files.module.css'

type BrowserProps = { listing: Listing; uploads: Uploads; away: boolean }

/** The entries of a folder and what can be done with them. */
export function Browser({ listing, uploads, away }: BrowserProps) {
  const { node, path, disk, refused, onPath, onOpen } = usePlace()
  const [shown, setShown] = useState<Shown>()
  const [sought, setSought] = useState<string>()
  const removal = useRemoval()
  const grid = useRef<HTMLDivElement>(null)
  const { items, query } = listing
  const selection = useSelection(path, items)
  const run = (key: ActionKey, on: readonly FileItem[]) => {
    const [first] = on
    if (!first) return
    if (key === 'open') {
      if (first.type === 'directory') onPath(first.path)
      else if (first.type !== 'other') onOpen(first.path)
    } else if (key === 'download') void downloadAll(on)
    else if (key === 'remove' && on.every(({ type }) => type === 'file' || type === 'symlink')) void removal.remove(on)
    else setShown({ kind: key, items: on })
  }
  const downloadAll = async (on: readonly FileItem[]) => {
    for (const { type, path: from, name } of on) {
      const packed = type === 'directory'
      toast(packed ? t.download.packing(name) : t.download.running(name), undefined, 'info')
      await (packed ? saveFolder : saveFile)(node, from, name).catch((error: unknown) =>
        toast(t.download.failed(name), packed ? archiveFault(error) : faultOf(error), 'error'),
      )
    }
  }
  const find = () => setSought(listing.find.trim())
  const gone = ApiError.is(query.error, 404) || (query.error instanceof ApiError && query.error.code === 'wrong_type')
  return (
    <DropZone disabled={refused !== undefined} path={path} uploads={uploads}>
      <div className={css.head}>
        <Crumbs path={path} />
        {disk ? <DiskLine disk={disk} /> : null}
      </div>
      <Toolbar listing={listing} uploads={uploads} away={away} onShow={(kind) => setShown({ kind, items: [] })} onFind={find} />
      {/* Of one height, whether something is selected or not: a second press meets the same row. */}
      {selection.chosen.length > 0 ? (
        <SelectionBar items={selection.chosen} onRun={run} onClear={selection.clear} />
      ) : (
        <p className={css.status} role="status">
          {listing.rest > 0
            ? t.loadingRest(formatExact(listing.rest))
            : listing.find.trim() === ''
              ? t.count(formatExact(listing.count))
              : t.shown(formatExact(items.length), formatExact(listing.count))}
        </p>
      )}
      {away && !query.data ? null : query.isError && !query.data ? (
        gone ? (
          <Empty level={2} icon={FolderX} title={t.goneTitle} hint={t.goneHint}>
            <Button onClick={() => onPath(parentOf(path))}>{t.toParent}</Button>
            <Button onClick={() => onPath('/')}>{t.toRoot}</Button>
          </Empty>
        ) : (
          <ErrorCard className={ui.around16 ?? ''} error={worded(query.error)} title={t.errorTitle} onRetry={() => void query.refetch()} />
        )
      ) : query.isSuccess && listing.count === 0 ? (
        <Empty level={2} icon={FolderX} title={t.emptyTitle} hint={refused === undefined ? t.emptyHint : t.emptyReadOnly} />
      ) : (
        <>
          <FileList ref={grid} listing={listing} selection={selection} onRun={run} />
          {listing.find.trim() !== '' && items.length === 0 && listing.rest === 0 ? (
            <Empty level={2} icon={SearchX} title={t.noMatchTitle} hint={t.noMatchHint}>
              <Button onClick={find}>{t.findBelow}</Button>
              <Button onClick={() => listing.setFind('')}>{t.clearFind}</Button>
            </Empty>
          ) : null}
        </>
      )}
      {query.isError && query.data ? (
        <ErrorCard
          className={ui.around16 ?? ''}
          error={worded(query.error)}
          title={t.errorTitle}
          onRetry={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
        />
      ) : null}
      <Dialogs
        shown={shown}
        listing={listing}
        removal={removal}
        onClose={() => setShown(undefined)}
        onDone={() => {
          selection.clear()
          grid.current?.focus()
        }}
      />
      {sought === undefined ? null : <FoundDialog text={sought} onClose={() => setSought(undefined)} />}
      <UndoBar
        said={removal.removed && t.remove.done(removal.removed.what)}
        busy={removal.busy}
        undo={t.remove.undo}
        close={t.remove.close}
        onUndo={() => void removal.undo()}
        onClose={removal.forget}
      />
    </DropZone>
  )
}
