import { useRouter } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import '@/styles/work.css'
import '@/styles/manage.css'
import { MarkdownEditor } from '@/components/markdown/markdown-editor'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Note } from '@/components/ui/feedback'
import { ApiError } from '@/lib/api/errors'
import type { ProjectPage, VersionPage } from '@/lib/api/types'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import { versionPath } from '@/lib/links'
import { toast } from '@/stores/toasts'
import { addFiles, draftOf, emptyVersion, guessFromFile, onlyLoader, versionProblems, type VersionDraft } from '../../model/version-draft'
import { useCreateVersion, useEditVersion } from '../../version-commands'
import { LeaveGuard } from '../leave-guard'
import { focusFirstError } from '../row'
import type { NamedProject } from './dependency-editor'
import { FileList, type FileRow } from './file-list'
import { VersionChecks } from './version-checks'
import { VersionFields } from './version-fields'

const MAX_CHANGELOG = 65_536
const kindsOf: Partial<Record<string, string>> = { mod: 'jar、zip、litemod', plugin: 'jar', modpack: 'mrpack', software: 'exe、msi、dmg、AppImage、zip、jar' }

type VersionFormProps = { project: ProjectPage; versions: readonly VersionPage[]; known: readonly NamedProject[]; version?: VersionPage | undefined }

/** Publishes a version, or changes one: files, facts and changelog on one page. */
export function VersionForm({ project, versions, known, version }: VersionFormProps) {
  const router = useRouter()
  const [first] = useState<VersionDraft>(() => (version ? draftOf(version) : emptyVersion(onlyLoader(project.url_type) ? [onlyLoader(project.url_type) ?? ''] : [])))
  const [draft, setDraft] = useState(first)
  const [added, setAdded] = useState<File[]>([])
  const [removed, setRemoved] = useState<string[]>([])
  const stored = (version?.files ?? []).filter((file) => !removed.includes(file.hashes.sha512))
  const [primary, setPrimary] = useState(version?.files.find((file) => file.primary)?.hashes.sha512 ?? '')
  const [refused, setRefused] = useState<string[]>([])
  const [tried, setTried] = useState(false)
  const [sent, setSent] = useState<number>()
  const abort = useRef<AbortController>(undefined)
  const done = useRef(false)
  const key = useRef(crypto.randomUUID())
  const form = useRef<HTMLFormElement>(null)
  const create = useCreateVersion(project.id)
  const edit = useEditVersion(version?.id ?? '')
  const busy = create.isPending || edit.isPending
  const problems = versionProblems(draft, { type: project.url_type, files: stored.length + added.length })
  const error = create.error ?? edit.error
  const dirty = added.length > 0 || removed.length > 0 || JSON.stringify(draft) !== JSON.stringify(first)
  const main = version ? (stored.some((file) => file.hashes.sha512 === primary) ? primary : (stored[0]?.hashes.sha512 ?? '')) : added.some((file) => file.name === primary) ? primary : (added[0]?.name ?? '')

  const change = (patch: Partial<VersionDraft>) => setDraft((now) => ({ ...now, ...patch }))
  const add = (more: File[]) => {
    const result = addFiles([...added], more.filter((file) => !stored.some((one) => one.filename === file.name)))
    setAdded(result.files)
    setRefused([...result.refused, ...more.filter((file) => stored.some((one) => one.filename === file.name)).map((file) => t.sameName(file.name))])
    const guess = result.files[0] && !version && draft.version_number === '' ? guessFromFile(result.files[0].name) : undefined
    if (guess) change({ version_number: guess.number, version_type: guess.channel })
  }
  const total = added.reduce((sum, file) => sum + file.size, 0)
  let before = 0
  const rows: FileRow[] = [
    ...stored.map((file) => ({
      key: file.hashes.sha512, name: file.filename, size: file.size, stored: true, primary: file.hashes.sha512 === main, canBePrimary: true, canRemove: stored.length + added.length > 1,
    })),
    ...added.map((file) => {
      const share = sent === undefined ? undefined : Math.min(1, Math.max(0, (sent * total - before) / Math.max(1, file.size)))
      before += file.size
      return { key: file.name, name: file.name, size: file.size, stored: false, primary: !version && file.name === main, canBePrimary: !version, canRemove: true, sent: share }
    }),
  ]
  const remove = (name: string) => (stored.some((file) => file.hashes.sha512 === name) ? setRemoved([...removed, name]) : setAdded(added.filter((file) => file.name !== name)))

  const finish = (id: string, number: string) => {
    done.current = true
    toast(version ? t.saved : t.published, version ? undefined : t.publishedText(number))
    void router.navigate({ href: versionPath(project, id), replace: Boolean(version) })
  }
  const fail = (reason: unknown) => {
    setSent(undefined)
    key.current = crypto.randomUUID()
    if (reason instanceof DOMException && reason.name === 'AbortError') toast(t.cancelled, undefined, 'info')
    else requestAnimationFrame(() => form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(problems).length > 0) {
      focusFirstError(form.current)
      return
    }
    abort.current = new AbortController()
    const progress = { onProgress: setSent, signal: abort.current.signal }
    if (added.length > 0) setSent(0)
    if (version) {
      edit.mutate({ draft, added, removed, primary: main === version.files.find((file) => file.primary)?.hashes.sha512 ? undefined : main, ...progress }, { onSuccess: () => finish(version.id, draft.version_number), onError: fail })
    } else {
      const at = Math.max(0, added.findIndex((file) => file.name === main))
      create.mutate({ draft, files: added, primary: at, key: key.current, ...progress }, { onSuccess: (made) => finish(made.id, made.version_number), onError: fail })
    }
  }
  const left = Object.values(problems)
  const shown = tried ? problems : {}
  const aborted = error instanceof DOMException && error.name === 'AbortError'
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <LeaveGuard when={() => !done.current && (dirty || busy)} />
      <div className="ev">
        <div className="pile">
          {error && !aborted ? <Note tone="bad">{error instanceof ApiError ? error.description : siteText.unknownError}</Note> : null}
          <FileList
            rows={rows}
            kinds={kindsOf[project.url_type] ?? 'zip'}
            error={refused.join(' ') || shown.files}
            busy={busy}
            onAdd={add}
            onPrimary={setPrimary}
            onRemove={remove}
          />
          <VersionFields project={project} draft={draft} others={versions.filter((one) => one.id !== version?.id)} known={known} problems={shown} busy={busy} onChange={change} />
          <section className="card" aria-labelledby="changelog-title">
            <header className="card-head">
              <h2 id="changelog-title">{t.changelog}</h2>
            </header>
            <MarkdownEditor label={t.changelog} value={draft.changelog} onValue={(changelog) => change({ changelog })} placeholder={t.changelogPlaceholder} maxLength={MAX_CHANGELOG} disabled={busy} rows={10} />
          </section>
        </div>
        <VersionChecks type={project.url_type} problems={problems} />
      </div>
      <div className="ev-bar">
        <span className="ev-say" role="status">
          {sent !== undefined && busy ? (
            <>
              {sent >= 1 ? t.processing : t.uploading} <b className="num">{Math.floor(sent * 100)}%</b>
              <progress className="up-bar" value={sent} max={1} aria-label={t.uploading} />
            </>
          ) : left.length > 0 ? (
            <>
              <CircleAlert className="i text-warn" aria-hidden />
              {t.left(left[0] ?? '')}
            </>
          ) : (
            (version ? t.readyToSave : t.ready)
          )}
        </span>
        <span className="end">
          <Checkbox checked={draft.featured} disabled={busy} onChange={(event) => change({ featured: event.target.checked })}>
            {t.featured}
          </Checkbox>
          {busy && sent !== undefined && sent < 1 ? <Button onClick={() => abort.current?.abort()}>{t.cancelUpload}</Button> : null}
          <Button type="submit" kind="primary" loading={busy}>
            {version ? t.save : t.publish(draft.version_number.trim())}
          </Button>
        </span>
      </div>
    </form>
  )
}
