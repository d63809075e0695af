import { useRouter } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Form, FormNotes } from '@/components/form/form'
import { MarkdownEditor } from '@/components/markdown/markdown-editor'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { LeaveGuard } from '@/components/ui/leave-guard'
import type { ProjectPage, VersionPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatDateTime } from '@/lib/format'
import { releasePlanText } from '@/lib/i18n/zh-Hans/release-plan'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import { versionParams } from '@/lib/links'
import { pictureUpload } from '@/lib/picture-upload'
import { momentOf, timeProblem } from '@/lib/release-time'
import { useDroppedFiles } from '@/stores/dropped-files'
import { toast } from '@/stores/toasts'
import { checksOf } from '../../model/checks'
import { takeOver } from '../../model/compare'
import { dependencyHints, unchosen } from '../../model/detected'
import { versionProblems, type DependencyDraft, type VersionDraft } from '../../model/version-draft'
import { usePlanNewVersion } from '../../release-plan-commands'
import { useTakenNumber } from '../../use-taken-number'
import { useVersionFiles } from '../../use-version-files'
import { useFilled, useVersionForm } from '../../use-version-form'
import { useCreateVersion, useEditVersion } from '../../version-commands'
import type { NamedProject } from '@/components/ui/project-finder'
import { DependencyHints } from './dependency-hints'
import { EnvironmentNote } from './environment-note'
import { FileList } from './file-list'
import { GameRangeNote } from './game-range-note'
import { LeftBehind } from './left-behind'
import { ReleaseTime } from './release-time'
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
  /** The newest version there is, where a new one is made. */
  previous: VersionPage | undefined
  known: readonly NamedProject[]
  version?: VersionPage | undefined
  title: ReactNode
  /** The way to the page of the version that is changed. */
  back: ReactNode
  actions: ReactNode
}

/** Publishes a version, or changes one: files, facts and changelog on one page. */
export function VersionForm({ project, previous, known: named, version, title, back, actions }: VersionFormProps) {
  const router = useRouter()
  const sure = useRef(false)
  const [refused, setRefused] = useState<string[]>([])
  const [ignored, setIgnored] = useState<string[]>([])
  const [found, setFound] = useState<readonly NamedProject[]>([])
  const [time, setTime] = useState('')
  const create = useCreateVersion(project.id)
  const plan = usePlanNewVersion()
  const edit = useEditVersion(version?.id ?? '')
  const problemsOf = (draft: VersionDraft) => ({
    ...versionProblems(draft, { type: project.url_type, files: files.count }),
    ...(time !== '' && timeProblem(time, Date.now()) ? { time: releasePlanText.timeWrong } : {}),
  })
  const form = useVersionForm({
    project,
    version,
    problems: (draft) => ({ ...(refusedFile ? { files: t.refusedFile(refusedFile.name) } : {}), ...problemsOf(draft) }),
    send: async (draft, key) => {
      const { staged, removed, primary, kinds } = files
      if (!version) {
        const made = await create.mutateAsync({ draft, staged, status: time === '' ? 'listed' : 'draft', key })
        if (time !== '') await plan.mutateAsync({ version: made.id, time: new Date(momentOf(time)).toISOString(), key: `${key}-plan` })
        return made
      }
      await edit.mutateAsync({ draft, staged, removed, primary, kinds, key })
      return version
    },
    onDone: ({ id }, { version_number: number }) => {
      sure.current = true
      if (!version && time !== '') toast(releasePlanText.saved, formatDateTime(new Date(momentOf(time)).toISOString()))
      else toast(version ? t.saved : t.published, version ? undefined : t.publishedText(number))
      void router.navigate({ to: '/$type/$id/version/$version', params: versionParams(project, id), replace: Boolean(version) })
    },
    beside: () => [files.staged, files.removed, files.primary, files.kinds, time],
  })
  const draft = form.written
  const files = useVersionFiles(project.id, version, { loaders: draft.loaders, gameVersions: draft.game_versions })
  const { filled, undo } = useFilled(form, version !== undefined, files.main)
  const busy = form.pending
  const takeDropped = useEffectEvent(() => {
    const dropped = version ? [] : useDroppedFiles.getState().take(project.id)
    if (dropped.length > 0) setRefused(files.add(dropped))
  })
  useEffect(() => takeDropped(), [])
  const known = [...found, ...named]
  const put = (patch: Partial<VersionDraft>) => {
    for (const [field, value] of Object.entries(patch)) form.bind(field as keyof VersionDraft).onValue(value)
  }

  const problems = problemsOf(draft)
  const taken = useTakenNumber(project.id, version?.id, draft.version_number.trim())
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
    taken,
  })

  // Until a file is chosen, something is written or the form is sent, nothing is missing.
  const untouched = !files.dirty && time === '' && Object.keys(form.changes).length === 0 && !form.formState.isSubmitted
  const depend = (dependencies: DependencyDraft[], projects: NamedProject[] = []) => {
    setFound((now) => [...now, ...projects])
    put({ dependencies: [...draft.dependencies, ...dependencies] })
  }
  const copy = () => {
    if (!previous) return
    put(takeOver(draft, previous))
    toast(t.copied(previous.version_number))
  }
  const submit = (event: FormEvent) => {
    if (!files.busy) return form.submit(event)
    event.preventDefault()
    return Promise.resolve()
  }
  const changelog = form.bind('changelog')
  return (
    <Form form={{ ...form, submit }} bare>
      <LeaveGuard when={() => !sure.current && (form.unsaved() || files.dirty || busy)} kept={!files.dirty} />
      <div className={cn(pageHeadCss.root, css.head)}>
        <h2 className={pageHeadCss.title}>{title}</h2>
        {back ? <span className={pageHeadCss.sub}>{back}</span> : null}
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
          <FormNotes form={form} files={files.count === 0} />
          <LeftBehind project={project.id} without={files.staged.map((one) => one.id)} onAdopt={files.adopt} />
          <FileList
            lines={files.lines}
            kinds={kindsOf[project.url_type] ?? 'zip'}
            error={refused.join(' ') || (form.formState.isSubmitted ? problems.files : undefined)}
            busy={busy}
            actions={files.actions}
            onAdd={(more) => setRefused(files.add(more))}
          />
          <VersionFields
            project={project}
            form={form}
            taken={taken}
            known={known}
            busy={busy}
            filled={filled}
            onUndo={undo}
            rangeNote={
              <GameRangeNote {...missing} disabled={busy} onAdd={(more) => put({ game_versions: [...draft.game_versions, ...more] })} />
            }
            hints={
              <DependencyHints {...hints} former={former} disabled={busy} onAdd={depend} onIgnore={(id) => setIgnored([...ignored, id])} />
            }
          />
          <EnvironmentNote project={project} detected={files.main?.detected} />
          <Card id="changelog-title" title={t.changelog}>
            <MarkdownEditor
              label={t.changelog}
              value={changelog.value}
              onValue={changelog.onValue}
              onImageUpload={pictureUpload({ context: 'version', project_id: project.id, version_id: version?.id })}
              placeholder={t.changelogPlaceholder}
              maxLength={MAX_CHANGELOG}
              disabled={busy}
              rows={10}
            />
          </Card>
          {version ? null : <ReleaseTime value={time} onValue={setTime} disabled={busy} />}
        </div>
        <div className={cn(ui.pile, css.side)}>
          <VersionChecks checks={checks} />
          {previous && !untouched ? <VersionCompare draft={draft} previous={previous} size={files.mainSize} /> : null}
        </div>
      </div>
      <VersionBar
        edits={Boolean(version)}
        number={draft.version_number.trim()}
        left={left[0]}
        untouched={untouched}
        sending={sending}
        busy={busy}
        featured={draft.featured}
        onFeatured={(featured) => put({ featured })}
      />
    </Form>
  )
}
