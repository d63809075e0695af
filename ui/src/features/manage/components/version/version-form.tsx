import { useRouter } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { MarkdownEditor } from '@/components/markdown/markdown-editor'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { RestoredDraft } from '@/components/ui/restored-draft'
import { ApiError } from '@/lib/api/errors'
import type { ProjectPage, VersionPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import { versionPath } from '@/lib/links'
import { pictureUpload } from '@/lib/picture-upload'
import { useKeptDraft } from '@/lib/use-kept-draft'
import { toast } from '@/stores/toasts'
import { checksOf } from '../../model/checks'
import { takeOver } from '../../model/compare'
import { dependencyHints, unchosen } from '../../model/detected'
import { versionProblems, type DependencyDraft } from '../../model/version-draft'
import { useVersionFiles } from '../../use-version-files'
import { useVersionForm } from '../../use-version-form'
import { useCreateVersion, useEditVersion } from '../../version-commands'
import { LeaveGuard } from '@/components/ui/leave-guard'
import { focusFirstError } from '@/components/ui/form-row'
import type { NamedProject } from './dependency-editor'
import { DependencyHints } from './dependency-hints'
import { EnvironmentNote } from './environment-note'
import { FileList } from './file-list'
import { GameRangeNote } from './game-range-note'
import { LeftBehind } from './left-behind'
import { VersionBar } from './version-bar'
import { VersionChecks } from './version-checks'
import { VersionCompare } from './version-compare'
import { VersionFields } from './version-fields'
import pageHeadCss from '@/components/ui/page-head.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './version-form.module.css'

const MAX_CHANGELOG = 65_536
const kindsOf: Partial<Record<string, string>> = {
  mod: 'jar、zip、litemod',
  plugin: 'jar',
  modpack: 'mrpack',
  software: 'exe、msi、dmg、AppImage、zip、jar',
}

type VersionFormProps = {
  project: ProjectPage
  versions: readonly VersionPage[]
  known: readonly NamedProject[]
  version?: VersionPage | undefined
  title: ReactNode
  actions: ReactNode
}

/** Publishes a version, or changes one: files, facts and changelog on one page. */
export function VersionForm({ project, versions, known: named, version, title, actions }: VersionFormProps) {
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const sure = useRef(false)
  const key = useRef(crypto.randomUUID())
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<string[]>([])
  const [ignored, setIgnored] = useState<string[]>([])
  const [found, setFound] = useState<readonly NamedProject[]>([])
  const { first, draft, filled, change, restore, undo, readMain, dirty } = useVersionForm(project, version)
  const kept = useKeptDraft(
    version ? `version.${version.id}` : `version.new.${project.id}`,
    dirty ? draft : undefined,
    restore,
    version ? JSON.stringify(first) : undefined,
  )
  const files = useVersionFiles(project.id, version, { loaders: draft.loaders, gameVersions: draft.game_versions })
  readMain(files.main)
  const create = useCreateVersion(project.id)
  const edit = useEditVersion(version?.id ?? '')
  const busy = create.isPending || edit.isPending
  const error = create.error ?? edit.error
  const known = [...found, ...named]

  const others = versions.filter((one) => one.id !== version?.id)
  const previous = version ? undefined : others[0]
  const problems = versionProblems(draft, { type: project.url_type, files: files.count })
  const missing = unchosen(files.main?.detected, draft.game_versions)
  const hints = dependencyHints(
    files.detected,
    draft.dependencies.map((one) => one.project_id),
    ignored,
    project.id,
  )
  const former = (previous?.dependencies ?? []).flatMap((one) => {
    const title = known.find((project) => project.id === one.project_id)?.title
    const listed =
      draft.dependencies.some((other) => other.project_id === one.project_id) ||
      hints.known.some((hint) => hint.project?.id === one.project_id)
    return files.count > 0 && title && !listed && !ignored.includes(one.project_id ?? '') ? [{ ...one, title }] : []
  })
  const refusedFile = files.checked.find((file) => file.levels.includes('refusal'))
  const sending = files.checked.filter((file) => file.busy).length
  const left = [...Object.values(problems), ...(refusedFile ? [t.refusedFile(refusedFile.name)] : [])]
  const checks = checksOf({
    type: project.url_type,
    problems,
    files: files.checked,
    missing: missing.missing.length,
    taken: others.some((one) => one.version_number === draft.version_number.trim()),
  })

  const finish = (id: string, number: string) => {
    sure.current = true
    kept.drop()
    toast(version ? t.saved : t.published, version ? undefined : t.publishedText(number))
    void router.navigate({ href: versionPath(project, id), replace: Boolean(version) })
  }
  const fail = (reason: unknown) => {
    // After a broken line nobody knows whether the command arrived: under the same key it is done once.
    if (!(reason instanceof ApiError) || reason.status !== 0) key.current = crypto.randomUUID()
    requestAnimationFrame(() => form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (busy || files.busy) return
    if (left.length > 0) {
      focusFirstError(form.current)
      return
    }
    const { staged, removed, primary, kinds } = files
    if (version)
      edit
        .mutateAsync({ draft, staged, removed, primary, kinds, key: key.current })
        .then(() => finish(version.id, draft.version_number), fail)
    else create.mutateAsync({ draft, staged, key: key.current }).then((made) => finish(made.id, made.version_number), fail)
  }
  const depend = (dependencies: DependencyDraft[], projects: NamedProject[] = []) => {
    setFound((now) => [...now, ...projects])
    change({ dependencies: [...draft.dependencies, ...dependencies] })
  }
  const copy = () => {
    if (!previous) return
    change(takeOver(draft, previous))
    toast(t.copied(previous.version_number))
  }
  const shown = tried ? problems : {}
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <LeaveGuard when={() => !sure.current && (dirty || files.dirty || busy)} kept={!files.dirty} />
      <div className={pageHeadCss.root}>
        <h2 className={pageHeadCss.title}>{title}</h2>
        <div className={pageHeadCss.end}>
          {previous ? (
            <Button disabled={busy} onClick={copy}>
              <Copy className={ui.icon} aria-hidden />
              {t.copyFrom(previous.version_number)}
            </Button>
          ) : null}
          {actions}
        </div>
      </div>
      <div className={css.root}>
        <div className={ui.pile}>
          <RestoredDraft
            restored={kept.restored}
            files={files.count === 0}
            onDiscard={() => {
              kept.drop()
              restore(first)
            }}
          />
          {error ? <Note tone="bad">{error instanceof ApiError ? error.description : siteText.unknownError}</Note> : null}
          <LeftBehind project={project.id} without={files.staged.map((one) => one.id)} onAdopt={files.adopt} />
          <FileList
            lines={files.lines}
            kinds={kindsOf[project.url_type] ?? 'zip'}
            error={refused.join(' ') || shown.files}
            busy={busy}
            actions={files.actions}
            onAdd={(more) => setRefused(files.add(more))}
          />
          <VersionFields
            project={project}
            draft={draft}
            others={others}
            known={known}
            problems={shown}
            busy={busy}
            filled={filled}
            onUndo={undo}
            onChange={change}
            rangeNote={
              <GameRangeNote {...missing} disabled={busy} onAdd={(more) => change({ game_versions: [...draft.game_versions, ...more] })} />
            }
            hints={
              <DependencyHints {...hints} former={former} disabled={busy} onAdd={depend} onIgnore={(id) => setIgnored([...ignored, id])} />
            }
          />
          <EnvironmentNote project={project} detected={files.main?.detected} />
          <section className={ui.card} aria-labelledby="changelog-title">
            <header className={ui.cardHead}>
              <h2 id="changelog-title">{t.changelog}</h2>
            </header>
            <MarkdownEditor
              label={t.changelog}
              value={draft.changelog}
              onValue={(changelog) => change({ changelog })}
              onImageUpload={pictureUpload({ context: 'version', project_id: project.id, version_id: version?.id })}
              placeholder={t.changelogPlaceholder}
              maxLength={MAX_CHANGELOG}
              disabled={busy}
              rows={10}
            />
          </section>
        </div>
        <div className={cn(ui.pile, css.side)}>
          <VersionChecks checks={checks} />
          {previous ? <VersionCompare draft={draft} previous={previous} size={files.mainSize} /> : null}
        </div>
      </div>
      <VersionBar
        edits={Boolean(version)}
        number={draft.version_number.trim()}
        left={left[0]}
        sending={sending}
        busy={busy}
        featured={draft.featured}
        onFeatured={(featured) => change({ featured })}
      />
    </form>
  )
}
