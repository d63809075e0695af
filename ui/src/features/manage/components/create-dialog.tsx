import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Note } from '@/components/ui/feedback'
import { FormField, Input, Textarea } from '@/components/ui/input'
import { RestoredDraft } from '@/components/ui/restored-draft'
import { Select } from '@/components/ui/select'
import { ApiError } from '@/lib/api/errors'
import type { Project, ProjectStatus, UrlType } from '@/lib/api/types'
import { contentTypes } from '@/lib/content-types'
import { isComposing, useImeSafeValue } from '@/lib/ime'
import { manageText as t } from '@/lib/i18n/zh-Hans/manage'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { useSession } from '@/lib/session'
import { useKeptDraft } from '@/lib/use-kept-draft'
import { ownTeamsQuery, useCreateProject } from '../api'
import { SLUG_MAX, SLUG_MIN, slugProblem } from '@/lib/slug'
import { useSlugCheck } from '@/lib/use-slug-check'
import { useSuggestedSlug } from '../use-suggested-slug'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './create-dialog.module.css'

const TITLE = { min: 3, max: 64 }
const SUMMARY = { min: 3, max: 255 }
const ME = 'me'
const visibilities: readonly ProjectStatus[] = ['approved', 'unlisted', 'private']

type CreateDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onCreated: (project: Pick<Project, 'id' | 'slug'>, type: UrlType) => void /** A team that shall own it, chosen at first. */
  organization?: string | undefined
}

/** Names a new project. Everything else is added where it stands. */
export function CreateDialog({ open, onOpenChange, onCreated, organization }: CreateDialogProps) {
  const user = useSession()
  // The choice of an owner is there from the start or not at all: the dialog does not grow.
  const { isPending } = useQuery({ ...ownTeamsQuery(user?.username ?? ''), enabled: open && Boolean(user) })
  return (
    <Dialog open={open && !isPending} onOpenChange={onOpenChange} title={t.createTitle} description={t.createLead}>
      {open ? <CreateForm organization={organization} onCancel={() => onOpenChange(false)} onCreated={onCreated} /> : null}
    </Dialog>
  )
}

function within(text: string, { min, max }: { min: number; max: number }): string | undefined {
  const length = [...text.trim()].length
  return length < min || length > max ? t.lengthRange(min, max) : undefined
}

type Draft = { type: UrlType; title: string; slug?: string | undefined; summary: string; visibility: ProjectStatus; owner: string }

function CreateForm({
  onCancel,
  onCreated,
  organization,
}: {
  onCancel: () => void
  onCreated: CreateDialogProps['onCreated']
  organization: string | undefined
}) {
  const first: Draft = { type: 'mod', title: '', summary: '', visibility: 'approved', owner: organization ?? ME }
  const [draft, setDraft] = useState(first)
  const [tried, setTried] = useState(false)
  const key = useRef(crypto.randomUUID())
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const user = useSession()
  const teams = useQuery({ ...ownTeamsQuery(user?.username ?? ''), enabled: Boolean(user) }).data ?? []
  const create = useCreateProject()
  const change = (patch: Partial<Draft>) => setDraft((now) => ({ ...now, ...patch }))
  const written = draft.title.trim() !== '' || draft.summary.trim() !== '' || draft.slug !== undefined
  const kept = useKeptDraft('create', written ? draft : undefined, (value: Draft) =>
    setDraft({ ...first, ...value, ...(organization ? { owner: organization } : {}) }),
  )
  const suggested = useSuggestedSlug(draft.slug === undefined ? draft.title : '')
  const slug = draft.slug ?? suggested
  const check = useSlugCheck(slug)
  const titleField = useImeSafeValue<HTMLInputElement>(draft.title, (title) => change({ title }))
  const slugField = useImeSafeValue<HTMLInputElement>(slug, (value) => change({ slug: value }))
  const summaryField = useImeSafeValue<HTMLTextAreaElement>(draft.summary, (summary) => change({ summary }))
  const owner = teams.some((team) => team.id === draft.owner) ? draft.owner : ME
  const errors = {
    title: within(draft.title, TITLE),
    slug:
      slugProblem(slug) === 'length'
        ? t.lengthRange(SLUG_MIN, SLUG_MAX)
        : slugProblem(slug)
          ? t.slugWrong
          : check.taken
            ? t.slugTaken
            : undefined,
    summary: within(draft.summary, SUMMARY) ?? (draft.summary.trim() === draft.title.trim() ? t.summarySame : undefined),
  }
  // What the server refuses stands at its field as long as that says the same.
  const refusal = create.error instanceof ApiError ? create.error.description : create.error ? siteText.unknownError : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (create.isPending) return
    if (Object.values(errors).some(Boolean)) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    const project = {
      title: draft.title.trim(),
      slug,
      description: draft.summary.trim(),
      project_type: draft.type,
      requested_status: draft.visibility,
      ...(owner === ME ? {} : { organization_id: owner }),
    }
    void create.mutateAsync({ project, key: key.current }).then(
      (made) => {
        kept.drop()
        onCreated(made, draft.type)
      },
      () => (key.current = crypto.randomUUID()),
    )
  }
  return (
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- the Enter of an input method must not create
    <form
      ref={form}
      className={formCss.root}
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Enter' && isComposing(event) && event.preventDefault()}
      noValidate
    >
      <RestoredDraft
        restored={kept.restored}
        onDiscard={() => {
          kept.drop()
          setDraft(first)
        }}
      />
      {refusal ? <Note tone="bad">{refusal}</Note> : null}
      <FormField label={t.title} hint={t.titleHint} error={tried ? errors.title : undefined} required>
        {(control) => <Input {...control} {...titleField} maxLength={TITLE.max * 2} autoComplete="off" />}
      </FormField>
      <FormField
        label={t.slug}
        hint={check.free && slug ? t.slugFree : check.busy ? t.slugChecking : t.slugHint}
        error={tried || check.taken ? errors.slug : undefined}
        required
      >
        {(control) => (
          <Input
            {...control}
            {...slugField}
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
            icon={<span className={ui.subtle}>/{draft.type}/</span>}
          />
        )}
      </FormField>
      <FormField label={t.summary} hint={t.summaryHint} error={tried ? errors.summary : undefined} required>
        {(control) => <Textarea {...control} {...summaryField} rows={3} />}
      </FormField>
      <div className={css.two}>
        <div className={formCss.field}>
          <label htmlFor={`${id}-type`}>{t.type}</label>
          <Select
            id={`${id}-type`}
            label={t.type}
            value={draft.type}
            onValue={(type) => change({ type })}
            options={contentTypes.map((one) => ({ value: one.id, label: one.label }))}
          />
        </div>
        <div className={formCss.field}>
          <label htmlFor={`${id}-visibility`}>{t.visibility}</label>
          <Select
            id={`${id}-visibility`}
            label={t.visibility}
            value={draft.visibility}
            onValue={(visibility) => change({ visibility })}
            options={visibilities.map((value) => ({ value, label: t.visibilities[value] ?? value }))}
          />
          <p className={formCss.hint}>{t.visibilityHint[draft.visibility]}</p>
        </div>
        {teams.length > 0 ? (
          <div className={formCss.field}>
            <label htmlFor={`${id}-owner`}>{t.owner}</label>
            <Select
              id={`${id}-owner`}
              label={t.owner}
              value={owner}
              onValue={(value) => change({ owner: value })}
              options={[
                { value: ME, label: t.ownerMe(user?.username ?? '') },
                ...teams.map((team) => ({ value: team.id, label: team.name })),
              ]}
            />
            <p className={formCss.hint}>{t.ownerHint}</p>
          </div>
        ) : null}
      </div>
      <div className={formCss.actions}>
        <Button onClick={onCancel}>{t.cancel}</Button>
        <Button type="submit" kind="primary" loading={create.isPending}>
          {t.create}
        </Button>
      </div>
    </form>
  )
}
