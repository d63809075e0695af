import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { slugText } from '@/components/form/schemas'
import { SlugField, useFollowedSlug } from '@/components/form/slug-field'
import { useAppForm } from '@/components/form/use-app-form'
import { Dialog } from '@/components/ui/dialog'
import { FormActions } from '@/components/ui/form-actions'
import { Input, Textarea } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import type { Project, ProjectStatus, UrlType } from '@/lib/api/types'
import { contentTypes } from '@/lib/content-types'
import { formText } from '@/lib/i18n/zh-Hans/form'
import { manageText as t } from '@/lib/i18n/zh-Hans/manage'
import { useSession } from '@/lib/session'
import { chosenStatuses } from '@/lib/statuses.gen'
import { useSlugCheck } from '@/lib/use-slug-check'
import { ownTeamsQuery, useCreateProject } from '../api'
import { names, summaryDiffers, TITLE_MAX } from '../model/names'
import { useSuggestedSlug } from '../use-suggested-slug'
import formCss from '@/components/ui/form.module.css'
import css from './create-dialog.module.css'

const ME = 'me'

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

type CreateFormProps = Pick<CreateDialogProps, 'onCreated' | 'organization'> & { onCancel: () => void }

function CreateForm({ onCancel, onCreated, organization }: CreateFormProps) {
  const id = useId()
  const user = useSession()
  const teams = useQuery({ ...ownTeamsQuery(user?.username ?? ''), enabled: Boolean(user) }).data ?? []
  const create = useCreateProject()
  const form = useAppForm({
    schema: v.pipe(
      v.object({
        ...names,
        slug: slugText(() => check.taken),
        project_type: v.custom<UrlType>(() => true),
        requested_status: v.custom<ProjectStatus>(() => true),
        organization_id: v.string(),
      }),
      v.forward(v.partialCheck([['title'], ['description']], summaryDiffers, formText.summarySame), ['description']),
    ),
    values: {
      title: '',
      slug: '',
      description: '',
      project_type: 'mod',
      requested_status: 'approved',
      organization_id: organization ?? ME,
    },
    keep: organization ? `create.${organization}` : 'create',
    send: ({ organization_id, ...project }, key) =>
      create.mutateAsync({
        project: teams.some((team) => team.id === organization_id) ? { ...project, organization_id } : project,
        key,
      }),
    onDone: (made, { project_type }) => onCreated(made, project_type),
  })
  const { title, slug } = form.written
  const check = useSlugCheck(slug)
  useFollowedSlug(useSuggestedSlug(title), Boolean(form.formState.dirtyFields.slug), (next) => form.setValue('slug', next))
  const type = form.bind('project_type')
  const visibility = form.bind('requested_status')
  const owner = form.bind('organization_id')
  return (
    <Form form={form}>
      <Field form={form} name="title" deps="description" label={t.title} hint={t.titleHint} required>
        {(control) => <Input {...control} maxLength={TITLE_MAX * 2} autoComplete="off" />}
      </Field>
      <SlugField form={form} label={t.slug} hint={t.slugHint} path={`/${type.value}/`} check={check} />
      <Field form={form} name="description" label={t.summary} hint={t.summaryHint} required>
        {(control) => <Textarea {...control} rows={3} />}
      </Field>
      <div className={css.two}>
        <div className={formCss.field}>
          <label htmlFor={`${id}-type`}>{t.type}</label>
          <Select
            id={`${id}-type`}
            label={t.type}
            value={type.value}
            onValue={type.onValue}
            options={contentTypes.map((one) => ({ value: one.id, label: one.label }))}
          />
        </div>
        <div className={formCss.field}>
          <label htmlFor={`${id}-visibility`}>{t.visibility}</label>
          <Select
            id={`${id}-visibility`}
            label={t.visibility}
            value={visibility.value}
            onValue={visibility.onValue}
            options={chosenStatuses.map((value) => ({ value, label: t.visibilities[value] ?? value }))}
          />
          <p className={formCss.hint}>{t.visibilityHint[visibility.value]}</p>
        </div>
        {teams.length > 0 ? (
          <div className={formCss.field}>
            <label htmlFor={`${id}-owner`}>{t.owner}</label>
            <Select
              id={`${id}-owner`}
              label={t.owner}
              value={teams.some((team) => team.id === owner.value) ? owner.value : ME}
              onValue={owner.onValue}
              options={[
                { value: ME, label: t.ownerMe(user?.username ?? '') },
                ...teams.map((team) => ({ value: team.id, label: team.name })),
              ]}
            />
            <p className={formCss.hint}>{t.ownerHint}</p>
          </div>
        ) : null}
      </div>
      <FormActions onCancel={onCancel} loading={form.pending}>
        {t.create}
      </FormActions>
    </Form>
  )
}
