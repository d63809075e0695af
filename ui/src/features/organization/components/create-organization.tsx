import { useId, useRef, useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Note } from '@/components/ui/feedback'
import { focusFirstError } from '@/components/ui/form-row'
import { FormField, Input, Textarea } from '@/components/ui/input'
import { ApiError } from '@/lib/api/errors'
import type { Organization } from '@/lib/api/types'
import { useImeSafeValue } from '@/lib/ime'
import { organizationText as t } from '@/lib/i18n/zh-Hans/organization'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { slugFrom } from '@/lib/slug'
import { useSlugCheck } from '@/lib/use-slug-check'
import { useCreateOrganization } from '../commands'
import { DESCRIPTION, NAME, slugError, within } from '../model'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'

type CreateOrganizationProps = { open: boolean; onOpenChange: (open: boolean) => void; onCreated: (made: Pick<Organization, 'id' | 'slug'>) => void }

/** Names a new organisation. */
export function CreateOrganization({ open, onOpenChange, onCreated }: CreateOrganizationProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t.createTitle} description={t.createLead}>
      {open ? <Form onCancel={() => onOpenChange(false)} onCreated={onCreated} /> : null}
    </Dialog>
  )
}

function Form({ onCancel, onCreated }: { onCancel: () => void; onCreated: CreateOrganizationProps['onCreated'] }) {
  const [name, setName] = useState('')
  const [ownSlug, setOwnSlug] = useState<string>()
  const [description, setDescription] = useState('')
  const [tried, setTried] = useState(false)
  const key = useRef(crypto.randomUUID())
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const create = useCreateOrganization()
  const slug = ownSlug ?? slugFrom(name)
  const check = useSlugCheck(slug, 'organization')
  const nameField = useImeSafeValue<HTMLInputElement>(name, setName)
  const slugField = useImeSafeValue<HTMLInputElement>(slug, setOwnSlug)
  const descriptionField = useImeSafeValue<HTMLTextAreaElement>(description, setDescription)
  const errors = { name: within(name, NAME), slug: slugError(slug, check.taken), description: within(description, DESCRIPTION) }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.values(errors).some(Boolean)) return focusFirstError(form.current)
    if (create.isPending) return
    void create.mutateAsync({ organization: { name: name.trim(), slug, description: description.trim() }, key: key.current }).then(onCreated, () => {
      key.current = crypto.randomUUID()
    })
  }
  return (
    <form ref={form} className={formCss.root} onSubmit={submit} noValidate aria-describedby={create.error ? id : undefined}>
      {create.error ? (
        <Note tone="bad">
          <span id={id}>{create.error instanceof ApiError ? create.error.description : siteText.unknownError}</span>
        </Note>
      ) : null}
      <FormField label={t.name} hint={t.nameHint} error={tried ? errors.name : undefined} required>
        {(control) => <Input {...control} {...nameField} autoComplete="off" />}
      </FormField>
      <FormField label={t.slug} hint={check.free && slug ? t.slugFree : check.busy ? t.slugChecking : t.slugHint} error={tried || check.taken ? errors.slug : undefined} required>
        {(control) => <Input {...control} {...slugField} autoComplete="off" spellCheck={false} autoCapitalize="none" icon={<span className={ui.subtle}>/organization/</span>} />}
      </FormField>
      <FormField label={t.description} hint={t.descriptionHint} error={tried ? errors.description : undefined} required>
        {(control) => <Textarea {...control} {...descriptionField} rows={3} />}
      </FormField>
      <div className={formCss.actions}>
        <Button onClick={onCancel}>{uiText.cancel}</Button>
        <Button type="submit" kind="primary" loading={create.isPending}>
          {t.create}
        </Button>
      </div>
    </form>
  )
}
