import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Input, Textarea } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import type { ProjectPage, ProjectStatus, Side } from '@/lib/api/types'
import { useImeSafeValue } from '@/lib/ime'
import { useKeptDraft } from '@/lib/use-kept-draft'
import { settingsText as t } from '@/lib/i18n/zh-Hans/settings'
import { EDIT_DETAILS } from '@/lib/permissions'
import { useDraft } from '@/lib/use-draft'
import { useRights } from '../../use-rights'
import { hasEnvironments } from '../../model/checklist'
import { SLUG_MAX, SLUG_MIN, slugProblem } from '@/lib/slug'
import { visibilityChoices } from '../../model/visibility'
import { GroupRow, Row } from '@/components/ui/form-row'
import { DeleteProject } from './delete-project'
import { IconField } from './icon-field'
import { SettingsForm } from './settings-form'
import { useSlugCheck } from '@/lib/use-slug-check'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'

const TITLE = { min: 3, max: 64 }
const SUMMARY = { min: 3, max: 255 }

function within(text: string, { min, max }: { min: number; max: number }): string | undefined {
  const length = [...text.trim()].length
  return length < min || length > max ? t.lengthRange(min, max) : undefined
}

const sideChoices = (now: Side) =>
  (['required', 'optional', 'unsupported', ...(now === 'unknown' ? ['unknown' as const] : [])] as const).map((value) => ({
    value,
    label: t.sides[value],
  }))

/** Icon, names, environments, visibility, and the end of it all. */
export function GeneralPage({ project }: { project: ProjectPage }) {
  const refused = useRights(project).missing(EDIT_DETAILS)
  const router = useRouter()
  const [tried, setTried] = useState(false)
  const visibility = visibilityChoices(project)
  const { draft, changes, count, change, revert } = useDraft({
    title: project.title,
    slug: project.slug,
    description: project.description,
    client_side: project.client_side,
    server_side: project.server_side,
    visible: visibility.now,
  })
  const kept = useKeptDraft(
    `project.${project.id}.general`,
    count > 0 ? changes : undefined,
    change,
    JSON.stringify([project.title, project.slug, project.description]),
  )
  const title = useImeSafeValue<HTMLInputElement>(draft.title, (value) => change({ title: value }))
  const slug = useImeSafeValue<HTMLInputElement>(draft.slug, (value) => change({ slug: value }))
  const summary = useImeSafeValue<HTMLTextAreaElement>(draft.description, (value) => change({ description: value }))
  const check = useSlugCheck(changes.slug === undefined ? '' : draft.slug)
  const environments = hasEnvironments(project.chosen_type)
  const errors = {
    title: within(draft.title, TITLE),
    slug:
      slugProblem(draft.slug) === 'length'
        ? t.lengthRange(SLUG_MIN, SLUG_MAX)
        : slugProblem(draft.slug)
          ? t.slugWrong
          : check.taken
            ? t.slugTaken
            : undefined,
    summary: within(draft.description, SUMMARY) ?? (draft.description.trim() === draft.title.trim() ? t.summarySame : undefined),
    environments:
      environments && draft.client_side === 'unsupported' && draft.server_side === 'unsupported' ? t.environmentsNone : undefined,
  }
  const patch = () => {
    const { visible, ...fields } = changes
    return {
      ...fields,
      ...(fields.title === undefined ? {} : { title: fields.title.trim() }),
      ...(fields.description === undefined ? {} : { description: fields.description.trim() }),
      ...(visible === undefined ? {} : { [visibility.field]: visible as ProjectStatus }),
    }
  }
  const saved = () => {
    change({ title: draft.title.trim(), description: draft.description.trim() })
    if (draft.slug !== project.slug)
      void router.navigate({ href: `/${project.url_type}/${encodeURIComponent(draft.slug)}/settings`, replace: true, ignoreBlocker: true })
  }
  const side = (field: 'client_side' | 'server_side', prefix: string) => (
    <NativeSelect
      prefix={prefix}
      label={prefix}
      value={draft[field]}
      options={sideChoices(project[field])}
      onValue={(value) => change({ [field]: value as Side })}
    />
  )
  return (
    <>
      <SettingsForm
        id={project.id}
        count={count}
        wrong={Object.values(errors).some(Boolean)}
        patch={patch}
        onTried={() => setTried(true)}
        onRevert={revert}
        refused={refused}
        kept={kept}
        onSaved={saved}
      >
        <section className={ui.card} aria-labelledby="general-title">
          <header className={ui.cardHead}>
            <h2 id="general-title">{t.pages.general}</h2>
          </header>
          <div className={formCss.rows}>
            <IconField project={project} />
            <Row label={t.name} hint={t.nameHint} error={tried ? errors.title : undefined} required>
              {(control) => <Input {...control} {...title} autoComplete="off" />}
            </Row>
            <Row label={t.slug} hint={t.slugHint} error={tried || check.taken ? errors.slug : undefined} required>
              {(control) => (
                <Input
                  {...control}
                  {...slug}
                  autoComplete="off"
                  spellCheck={false}
                  autoCapitalize="none"
                  icon={<span className={ui.subtle}>/{project.url_type}/</span>}
                />
              )}
            </Row>
            <Row label={t.summary} hint={t.summaryHint} error={tried ? errors.summary : undefined} required>
              {(control) => <Textarea {...control} {...summary} rows={3} />}
            </Row>
            {environments ? (
              <GroupRow label={t.environments} error={tried || errors.environments ? errors.environments : undefined} required>
                {side('client_side', t.client)}
                {side('server_side', t.server)}
              </GroupRow>
            ) : null}
            {visibility.options.length > 0 ? (
              <GroupRow label={t.visibility} hint={t.visibilityHint[draft.visible]}>
                <NativeSelect
                  prefix={visibility.field === 'status' ? t.visibilityNow : t.visibilityAfter}
                  label={t.visibility}
                  value={draft.visible}
                  options={visibility.options.map((value) => ({ value, label: t.statuses[value] ?? value }))}
                  onValue={(visible) => change({ visible: visible as ProjectStatus })}
                />
              </GroupRow>
            ) : null}
          </div>
        </section>
      </SettingsForm>
      <DeleteProject project={project} />
    </>
  )
}
