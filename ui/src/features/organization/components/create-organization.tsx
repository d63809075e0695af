import { useEffect } from 'react'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Input, Textarea } from '@/components/ui/input'
import type { Organization } from '@/lib/api/types'
import { organizationText as t } from '@/lib/i18n/zh-Hans/organization'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { slugFrom } from '@/lib/slug'
import { useSlugCheck } from '@/lib/use-slug-check'
import { useCreateOrganization } from '../commands'
import { DESCRIPTION, NAME, slugError, within } from '../model'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'

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

const long = (range: { min: number; max: number }) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => within(text, range) === undefined, t.lengthRange(range.min, range.max)),
  )

function NewForm({ onCancel, onCreated }: { onCancel: () => void; onCreated: CreateOrganizationProps['onCreated'] }) {
  const create = useCreateOrganization()
  const form = useAppForm({
    schema: v.object({
      name: long(NAME),
      slug: v.pipe(
        v.string(),
        v.rawCheck(({ dataset, addIssue }) => {
          const message = dataset.typed ? slugError(dataset.value, check.taken) : undefined
          if (message) addIssue({ message })
        }),
      ),
      description: long(DESCRIPTION),
    }),
    values: { name: '', slug: '', description: '' },
    send: (organization, key) => create.mutateAsync({ organization, key }),
    onDone: onCreated,
  })
  const [name, slug] = form.watch(['name', 'slug'])
  const check = useSlugCheck(slug, 'organization')
  const { setValue, getFieldState } = form
  // The address follows the name until it is written by hand.
  useEffect(() => {
    if (!getFieldState('slug').isDirty) setValue('slug', slugFrom(name))
  }, [name, setValue, getFieldState])
  return (
    <Form form={form}>
      <Field form={form} name="name" label={t.name} hint={t.nameHint} required>
        {(control) => <Input {...control} autoComplete="off" />}
      </Field>
      <Field
        form={form}
        name="slug"
        label={t.slug}
        error={check.taken ? t.slugTaken : undefined}
        hint={check.free && slug ? t.slugFree : check.busy ? t.slugChecking : t.slugHint}
        required
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
            icon={<span className={ui.subtle}>/organization/</span>}
          />
        )}
      </Field>
      <Field form={form} name="description" label={t.description} hint={t.descriptionHint} required>
        {(control) => <Textarea {...control} rows={3} />}
      </Field>
      <div className={formCss.actions}>
        <Button onClick={onCancel}>{uiText.cancel}</Button>
        <Button type="submit" kind="primary" loading={form.pending}>
          {t.create}
        </Button>
      </div>
    </Form>
  )
}
