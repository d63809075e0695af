import { useState, type FormEvent } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { Note } from '@/components/ui/feedback'
import { FormActions } from '@/components/ui/form-actions'
import { FormField, Input } from '@/components/ui/input'
import { files } from '@/lib/hosting/files'
import type { FileItem } from '@/lib/hosting/file-types'
import { serverFilesText } from '@/lib/i18n/zh-Hans/server-files'
import { keepEnterForIme } from '@/lib/ime'
import { toast } from '@/stores/toasts'
import { usePlace, useRefresh } from '../context'
import { each, move } from '../model/changes'
import { faultsOf } from '../model/faults'
import { cleanPath, freeName, isWithin, joined, parentOf, pathFault } from '../model/paths'
import { whatOf } from '../removal'
import { FolderPicker } from './folder-picker'
import formCss from '@/components/ui/form.module.css'

const t = serverFilesText.place
const names = serverFilesText.names

type PlaceDialogProps = { kind: 'move' | 'copy'; items: readonly FileItem[]; onClose: () => void; onDone: () => void }

/** Asks for the folder to which entries are moved or copied. What could not be done stays in the dialog with its reasons. */
export function PlaceDialog({ kind, items, onClose, onDone }: PlaceDialogProps) {
  const { node, path, disk } = usePlace()
  const refresh = useRefresh()
  const [folder, setFolder] = useState(path)
  const [left, setLeft] = useState(items)
  const [fault, setFault] = useState<string>()
  const [failed, setFailed] = useState<string>()
  const [busy, setBusy] = useState(false)
  const target = cleanPath(folder)

  const check = () => {
    const said = left.map(({ name }) => pathFault(joined(target, name))).find((one) => one !== undefined)
    if (said !== undefined) return said
    if (left.some((item) => item.type === 'directory' && isWithin(target, item.path))) return names.inside
    return kind === 'move' && left.every((item) => parentOf(item.path) === target) ? names.here : undefined
  }
  const copy = async ({ path: source, name }: FileItem) => {
    // A copy beside its original has another name.
    const here = parentOf(source) === target
    const known = here ? (await files.list(node, { path: target, page: 1, page_size: 1000 })).items.map((one) => one.name) : []
    const destination = joined(target, here ? freeName(name, (tried) => known.includes(tried)) : name)
    await files.copy(node, { source, destination, parents: true })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (busy) return
    const wrong = check()
    setFault(wrong)
    if (wrong !== undefined) return
    setBusy(true)
    setFailed(undefined)
    const not = await each(left, (item) => (kind === 'copy' ? copy(item) : move(node, item.path, joined(target, item.name))))
    setBusy(false)
    void refresh()
    if (not.length === 0) {
      toast(kind === 'copy' ? t.copied : t.moved)
      onDone()
      return
    }
    setFailed(left.length > 1 ? `${t.partly(not.length, left.length)}${faultsOf(not, disk)}` : faultsOf(not, disk))
    setLeft(left.filter(({ name }) => not.some((one) => one.name === name)))
  }
  const what = whatOf(left)
  return (
    <Dialog open onOpenChange={onClose} title={kind === 'copy' ? t.copyTitle(what) : t.moveTitle(what)}>
      <form className={formCss.root} onSubmit={(event) => void submit(event)} noValidate>
        <FormField label={t.folder} hint={t.folderHint} error={fault}>
          {(control) => (
            <Input
              {...control}
              value={folder}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onKeyDown={keepEnterForIme}
              onChange={(event) => {
                setFolder(event.target.value)
                setFault(undefined)
              }}
            />
          )}
        </FormField>
        <FolderPicker
          folder={target}
          without={left.map((item) => item.path)}
          onFolder={(next) => {
            setFolder(next)
            setFault(undefined)
          }}
        />
        {failed === undefined ? null : <Note tone="bad">{failed}</Note>}
        <FormActions onCancel={onClose} loading={busy}>
          {kind === 'copy' ? t.copy : t.move}
        </FormActions>
      </form>
    </Dialog>
  )
}
