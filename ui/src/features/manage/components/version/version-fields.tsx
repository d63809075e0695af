import { useQuery } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import { Field } from '@/components/form/form'
import { GroupRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { LoaderTag } from '@/components/ui/loader-tag'
import { Segmented } from '@/components/ui/segmented'
import { LinksField } from '@/features/translation/parts'
import type { ProjectPage } from '@/lib/api/types'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import { versionText } from '@/lib/i18n/zh-Hans/versions'
import { tagQueries } from '@/lib/tags'
import type { FillField, Filled } from '../../model/detected'
import { loadersFor, onlyLoader } from '../../model/version-draft'
import type { VersionForm } from '../../use-version-form'
import type { NamedProject } from '@/components/ui/project-finder'
import { DependencyEditor } from './dependency-editor'
import { DetectedMark } from './detected-mark'
import { GameVersionPicker } from './game-version-picker'
import choiceCss from '@/components/ui/choice.module.css'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './version-fields.module.css'

type VersionFieldsProps = {
  project: ProjectPage
  form: VersionForm
  /** True when another version has the number. */
  taken: boolean
  known: readonly NamedProject[]
  busy: boolean
  filled: Filled
  onUndo: (field: FillField) => void
  /** Stands below the game versions, and below the dependencies. */
  rangeNote: ReactNode
  hints: ReactNode
}

const channels = (['release', 'beta', 'alpha'] as const).map((value) => ({ value, label: versionText.channels[value] }))

/** Everything a version says of itself, beside its files and changelog. */
export function VersionFields({ project, form, taken, known, busy, filled, onUndo, rangeNote, hints }: VersionFieldsProps) {
  const draft = form.written
  const { data: all = [] } = useQuery(tagQueries.loaders())
  const software = project.url_type === 'software'
  const offered = loadersFor(project.url_type, all, draft.loaders)
  const marked = Object.keys(filled).length
  const mark = (field: FillField, label: string) => (
    <DetectedMark fill={filled[field]} label={label} disabled={busy} onUndo={() => onUndo(field)} />
  )
  const channel = form.bind('version_type')
  const loaders = form.bind('loaders')
  const gameVersions = form.bind('game_versions')
  const toggle = (loader: string) =>
    loaders.onValue(draft.loaders.includes(loader) ? draft.loaders.filter((one) => one !== loader) : [...draft.loaders, loader])
  return (
    <section className={ui.card} aria-labelledby="info-title">
      <header className={ui.cardHead}>
        <h2 id="info-title">{t.info}</h2>
        {marked > 0 ? <small className={ui.small}>{t.filledCount(marked)}</small> : null}
      </header>
      <div className={formCss.rows}>
        <Field
          form={form}
          row
          name="version_number"
          label={t.number}
          hint={taken ? <span className={ui.warn}>{t.takenNumber(draft.version_number.trim())}</span> : t.numberHint}
          required
        >
          {(control) => (
            <>
              <Input {...control} disabled={busy} autoComplete="off" spellCheck={false} autoCapitalize="none" />
              {mark('version_number', t.number)}
            </>
          )}
        </Field>
        <Field form={form} row name="name" label={t.name} hint={t.nameHint}>
          {(control) => <Input {...control} disabled={busy} autoComplete="off" placeholder={draft.version_number.trim()} />}
        </Field>
        <GroupRow label={t.channel}>
          <Segmented label={t.channel} value={channel.value} segments={channels} onValue={channel.onValue} />
          {mark('version_type', t.channel)}
        </GroupRow>
        {onlyLoader(project.url_type) && offered.length <= 1 ? null : (
          <GroupRow label={software ? t.platforms : t.loaders} error={form.error('loaders')} required>
            <div className={css.choices}>
              {offered.map((loader) => (
                <button
                  key={loader}
                  type="button"
                  className={choiceCss.root}
                  aria-pressed={draft.loaders.includes(loader)}
                  disabled={busy}
                  onClick={() => toggle(loader)}
                >
                  <LoaderTag id={loader} />
                </button>
              ))}
            </div>
            {mark('loaders', software ? t.platforms : t.loaders)}
          </GroupRow>
        )}
        {software ? null : (
          <GroupRow label={t.gameVersions} error={form.error('game_versions')} required>
            <GameVersionPicker chosen={draft.game_versions} disabled={busy} onChosen={gameVersions.onValue} />
            {mark('game_versions', t.gameVersions)}
            {rangeNote}
          </GroupRow>
        )}
        <GroupRow label={t.dependencies}>
          <DependencyEditor
            dependencies={draft.dependencies}
            known={known}
            own={project.id}
            disabled={busy}
            onChange={form.bind('dependencies').onValue}
          />
          {hints}
        </GroupRow>
        {project.url_type === 'language' ? (
          <Suspense fallback={null}>
            <LinksField project={project.id} links={draft.version_links} disabled={busy} onChange={form.bind('version_links').onValue} />
          </Suspense>
        ) : null}
      </div>
    </section>
  )
}
