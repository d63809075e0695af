import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { Bone, Loading, Note } from '@/components/ui/feedback'
import { FormActions } from '@/components/ui/form-actions'
import { FormField, Input } from '@/components/ui/input'
import { formatBytes, formatExact } from '@/lib/format'
import { files } from '@/lib/hosting/files'
import type { FileItem, Unarchived } from '@/lib/hosting/file-types'
import { serverFilesText } from '@/lib/i18n/zh-Hans/server-files'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { keepEnterForIme } from '@/lib/ime'
import { toast } from '@/stores/toasts'
import { fileQueries } from '../api'
import { usePlace } from '../context'
import { faultOf, leftOf } from '../model/faults'
import { cleanPath, parentOf, pathFault } from '../model/paths'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './files.module.css'

const t = serverFilesText.extract
/** The most conflicts that a node names. */
const NAMED = 100
/** So long nothing must be typed before another folder is looked at, in ms. */
const QUIET_MS = 400

/** What an extraction would do, before it is started. */
export function ExtractDialog({ item, onClose }: { item: FileItem; onClose: () => void }) {
  const { id, node, disk } = usePlace()
  const client = useQueryClient()
  const [folder, setFolder] = useState(parentOf(item.path))
  const [asked, setAsked] = useState(cleanPath(folder))
  const [override, setOverride] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string>()
  const target = cleanPath(folder)
  const wrong = pathFault(target)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(target), QUIET_MS)
    return () => clearTimeout(timer)
  }, [target])
  const query = useQuery({
    queryKey: ['server-files', id, 'extraction', item.path, asked],
    queryFn: ({ signal }) => files.tryExtraction(node, { src: item.path, trg: asked, override: false }, signal),
    enabled: pathFault(asked) === undefined,
    retry: false,
    gcTime: 0,
    staleTime: 0,
  })
  const found = asked === target ? query.data : undefined
  const blocked = found && found.conflicting_files.length > 0 && !override ? t.overrideFirst : undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!found || blocked !== undefined || busy) return
    setBusy(true)
    setFailed(undefined)
    try {
      await files.extract(node, { src: item.path, trg: target, override })
      toast(t.started)
      void client.invalidateQueries({ queryKey: fileQueries.operations(id, node).queryKey })
      onClose()
    } catch (error) {
      setFailed(faultOf(error, disk))
      setBusy(false)
    }
  }
  const left = disk && leftOf(disk)
  return (
    <Dialog open onOpenChange={onClose} title={t.title(item.name)}>
      <form className={formCss.root} onSubmit={(event) => void submit(event)} noValidate>
        <FormField label={t.to} error={wrong}>
          {(control) => (
            <Input
              {...control}
              value={folder}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onKeyDown={keepEnterForIme}
              onChange={(event) => setFolder(event.target.value)}
            />
          )}
        </FormField>
        {found ? (
          <Facts found={found} override={override} onOverride={setOverride} />
        ) : query.isError && asked === target ? (
          <Note
            tone="bad"
            actions={
              <Button size="xs" onClick={() => void query.refetch()}>
                {uiText.retry}
              </Button>
            }
          >
            {faultOf(query.error, disk)}
          </Note>
        ) : wrong === undefined ? (
          <Loading>
            <p className={ui.muted}>{t.looking}</p>
            <Bone w="60%" />
          </Loading>
        ) : null}
        {found && left !== undefined && found.bytes > left ? <Note tone="warn">{t.little(formatBytes(left))}</Note> : null}
        {failed === undefined ? null : <Note tone="bad">{failed}</Note>}
        <FormActions onCancel={onClose} loading={busy} disabled={!found || blocked !== undefined} title={blocked}>
          {t.start}
        </FormActions>
      </form>
    </Dialog>
  )
}

type FactsProps = { found: Unarchived; override: boolean; onOverride: (on: boolean) => void }

function Facts({ found, override, onOverride }: FactsProps) {
  const { conflicting_files: conflicts, entries, bytes, modpack_name: modpack } = found
  return (
    <>
      <p>{t.facts(formatExact(entries), formatBytes(bytes))}</p>
      {modpack === null ? null : <Note>{t.modpack(modpack)}</Note>}
      {conflicts.length > 0 ? (
        <div>
          <b>{conflicts.length >= NAMED ? t.conflictsMany : t.conflicts(conflicts.length)}</b>
          {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
          <ul className={css.conflicts} tabIndex={0} aria-label={t.conflicts(conflicts.length)}>
            {conflicts.slice(0, NAMED).map((path) => (
              <li key={path}>{path}</li>
            ))}
          </ul>
          <Checkbox checked={override} onChange={(event) => onOverride(event.target.checked)}>
            {t.override}
          </Checkbox>
        </div>
      ) : null}
    </>
  )
}
