import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { slugText } from '@/components/form/schemas'
import { SlugField, useFollowedSlug } from '@/components/form/slug-field'
import { useAppForm } from '@/components/form/use-app-form'
import { Dialog } from '@/components/ui/dialog'
import { FormActions } from '@/components/ui/form-actions'
import { Input, Textarea } from '@/components/ui/input'
import type { Organization } from '@/lib/api/types'
import { organizationText as t } from '@/lib/i18n/zh-Hans/organization'
import { slugFrom } from '@/lib/slug'
import { useSlugCheck } from '@/lib/use-slug-check'
import { useCreateOrganization } from '../commands'
import { names } from '../model'

type CreateOrganizationProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onCreated: (made: Pick<Organization, 'id' | 'slug'>) => void
}

/** Names a new organisation. */
export function CreateOrganization({ open, onOpenChange, onCreated }: CreateOrganizationProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t.createTitle} description={t.createLead}>
      {open ? <NewForm onCancel={() => onOpenChange(false)} onCreated={onCreated} /> : null}
    </Dialog>
  )
}

function NewForm({ onCancel, onCreated }: { onCancel: () => void; onCreated: CreateOrganizationProps['onCreated'] }) {
  const create = useCreateOrganization()
  const form = useAppForm({
    schema: v.object({ ...names, slug: slugText(() => check.taken) }),
    values: { name: '', slug: '', description: '' },
    send: (organization, key) => create.mutateAsync({ organization, key }),
    onDone: onCreated,
  })
  const { name, slug } = form.written
  const check = useSlugCheck(slug, 'organization')
  useFollowedSlug(slugFrom(name), Boolean(form.formState.dirtyFields.slug), (next) => form.setValue('slug', next))
  return (
    <Form form={form}>
      <Field form={form} name="name" label={t.name} hint={t.nameHint} required>
        {(control) => <Input {...control} autoComplete="off" />}
      </Field>
      <SlugField form={form} label={t.slug} hint={t.slugHint} path="/organization/" check={check} />
      <Field form={form} name="description" label={t.description} hint={t.descriptionHint} required>
        {(control) => <Textarea {...control} rows={3} />}
      </Field>
      <FormActions onCancel={onCancel} loading={form.pending}>
        {t.create}
      </FormActions>
    </Form>
  )
}
