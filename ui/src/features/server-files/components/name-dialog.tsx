import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { FormActions } from '@/components/ui/form-actions'
import { FormField, Input } from '@/components/ui/input'
import { ApiError } from '@/lib/api/errors'
import { files } from '@/lib/hosting/files'
import type { FileItem } from '@/lib/hosting/file-types'
import { serverFilesText as t } from '@/lib/i18n/zh-Hans/server-files'
import { keepEnterForIme } from '@/lib/ime'
import { usePlace, useRefresh } from '../context'
import { rename } from '../model/changes'
import { faultOf } from '../model/faults'
import { joined, nameFault, pathFault, stemLength } from '../model/paths'
import formCss from '@/components/ui/form.module.css'

type NameDialogProps = {
  kind: 'create-file' | 'create-folder' | 'rename'
  item?: FileItem
  /** Whether the folder is known to hold a name. */
  taken: (name: string) => boolean
  onClose: () => void
  onDone: () => void
}

/** Asks for a name: of a new file, a new folder, or another one for an entry. A name that is refused stays in its field with the reason. */
export function NameDialog({ kind, item, taken, onClose, onDone }: NameDialogProps) {
  const { node, path, disk, onOpen } = usePlace()
  const refresh = useRefresh()
  const [name, setName] = useState(item?.name ?? '')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const it = field.current
    it?.focus()
    if (item) it?.setSelectionRange(0, item.type === 'directory' ? item.name.length : stemLength(item.name))
  }, [item])
  const title =
    kind === 'rename' ? t.nameDialog.renameTitle(item?.name ?? '') : kind === 'create-file' ? t.action.createFile : t.action.createFolder

  const check = () => {
    const said = nameFault(name) ?? pathFault(joined(path, name))
    if (said !== undefined) return said
    if (name === item?.name) return t.names.same
    return taken(name) ? t.names.taken(name) : undefined
  }
  const work = async () => {
    const target = joined(path, name)
    if (item) await rename(node, item.path, name)
    else if (kind === 'create-folder') await files.createFolder(node, target)
    else await files.createFile(node, target)
    void refresh()
    onDone()
    if (kind === 'create-file') onOpen(target)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (busy) return
    const wrong = check()
    setFault(wrong)
    if (wrong !== undefined) return
    setBusy(true)
    work().catch((error: unknown) => {
      setBusy(false)
      setFault(error instanceof ApiError && error.code === 'already_exists' ? t.names.taken(name) : faultOf(error, disk))
      field.current?.focus()
    })
  }
  return (
    <Dialog open onOpenChange={onClose} title={title}>
      <form className={formCss.root} onSubmit={submit} noValidate>
        <FormField label={t.nameDialog.label} error={fault}>
          {(control) => (
            <Input
              {...control}
              ref={field}
              value={name}
              placeholder={kind === 'create-file' ? t.nameDialog.fileHint : undefined}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onKeyDown={keepEnterForIme}
              onChange={(event) => {
                setName(event.target.value)
                setFault(undefined)
              }}
            />
          )}
        </FormField>
        <FormActions onCancel={onClose} loading={busy}>
          {item ? t.nameDialog.save : t.nameDialog.create}
        </FormActions>
      </form>
    </Dialog>
  )
}
