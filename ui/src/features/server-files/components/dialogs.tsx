import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import type { FileItem } from '@/lib/hosting/file-types'
import { serverFilesText as t } from '@/lib/i18n/zh-Hans/server-files'
import type { Listing } from '../listing'
import { whatOf, type Removal } from '../removal'
import { ExtractDialog } from './extract-dialog'
import { NameDialog } from './name-dialog'
import { PlaceDialog } from './place-dialog'
import { TrashDialog } from './trash-dialog'

export type Shown = {
  kind: 'create-file' | 'create-folder' | 'trash' | 'rename' | 'move' | 'copy' | 'extract' | 'remove' | 'download' | 'open'
  items: readonly FileItem[]
}

type DialogsProps = {
  shown: Shown | undefined
  listing: Listing
  removal: Removal
  onClose: () => void
  /** Something was done: what was selected is no longer meant. */
  onDone: () => void
}

/** The dialog that is open. */
export function Dialogs({ shown, listing, removal, onClose, onDone }: DialogsProps) {
  if (!shown) return null
  const { kind, items } = shown
  const [first] = items
  const done = () => {
    onClose()
    onDone()
  }
  const taken = (name: string) => listing.query.data?.pages.some((page) => page.items.some((item) => item.name === name)) ?? false
  if (kind === 'create-file' || kind === 'create-folder') return <NameDialog kind={kind} taken={taken} onClose={onClose} onDone={done} />
  if (kind === 'trash') return <TrashDialog onClose={onClose} />
  if (!first) return null
  if (kind === 'rename') return <NameDialog kind="rename" item={first} taken={taken} onClose={onClose} onDone={done} />
  if (kind === 'extract') return <ExtractDialog item={first} onClose={onClose} />
  if (kind === 'move' || kind === 'copy') return <PlaceDialog kind={kind} items={items} onClose={onClose} onDone={done} />
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t.remove.title(whatOf(items))}
      text={t.remove.text}
      action={t.remove.confirm}
      busy={removal.busy}
      onConfirm={() => void removal.remove(items).finally(done)}
    />
  )
}
