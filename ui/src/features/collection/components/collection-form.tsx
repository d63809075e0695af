import { useState } from 'react'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { textBetween } from '@/components/form/schemas'
import { useAppForm } from '@/components/form/use-app-form'
import { Radio } from '@/components/ui/checkbox'
import { Note } from '@/components/ui/feedback'
import { FormActions } from '@/components/ui/form-actions'
import { ImagePick } from '@/components/ui/image-pick'
import { Input, Textarea } from '@/components/ui/input'
import { Pic } from '@/components/ui/pic'
import type { CollectionStatus } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { collectionText as t } from '@/lib/i18n/zh-Hans/collection'
import { collectionDescription, collectionName } from '@/lib/limits.gen'
import { useFileUrl } from '@/lib/use-file-url'
import type { CollectionDraft } from '../api/commands'
import { chosenStatuses } from '../model/draft'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './collection-form.module.css'

type CollectionFormProps<A> = {
  start: Omit<CollectionDraft, 'picture'> & { icon_url?: string | null }
  submit: string
  send: (draft: CollectionDraft, key: string) => Promise<A>
  onDone: (answer: A) => void
  onCancel: () => void
}

const schema = v.object({
  name: textBetween(3, collectionName, t.nameWrong),
  description: textBetween(0, collectionDescription, t.descriptionWrong),
  status: v.custom<CollectionStatus>(() => true),
})

/** The fields of a new or an existing collection: name, description, visibility and picture. */
export function CollectionForm<A>({ start, submit, send, onDone, onCancel }: CollectionFormProps<A>) {
  const [picture, setPicture] = useState<File | null>()
  const [pictureError, setPictureError] = useState<string>()
  const preview = useFileUrl(picture)
  const form = useAppForm({
    schema,
    values: { name: start.name, description: start.description, status: start.status },
    send: (draft, key) => send({ ...draft, picture }, key),
    onDone,
  })
  const { name, status } = form.written
  const shown = picture === null ? null : (preview ?? start.icon_url)
  return (
    <Form form={form}>
      <Field form={form} name="name" label={t.name} hint={t.nameHint} required>
        {(control) => <Input {...control} maxLength={collectionName * 2} autoComplete="off" />}
      </Field>
      <Field form={form} name="description" label={t.description} hint={t.descriptionHint}>
        {(control) => <Textarea {...control} rows={3} maxLength={collectionDescription * 2} />}
      </Field>
      <fieldset className={cn(formCss.field, css.who)}>
        <legend className={formCss.label}>{t.status}</legend>
        {status === 'rejected' ? <Note tone="warn">{t.statusHints.rejected}</Note> : null}
        {chosenStatuses.map((one) => (
          <Radio key={one} {...form.field('status').control} value={one} className={css.choice} disabled={start.status === 'rejected'}>
            {t.statuses[one]} <small className={ui.subtle}>{t.statusHints[one]}</small>
          </Radio>
        ))}
      </fieldset>
      <div className={formCss.field}>
        <span className={formCss.label}>{t.picture}</span>
        <div className={ui.row}>
          <ImagePick
            upload={t.pictureUpload}
            remove={t.pictureRemove}
            onFile={setPicture}
            onError={setPictureError}
            {...(shown ? { onRemove: () => setPicture(start.icon_url ? null : undefined) } : {})}
          >
            <Pic src={shown} name={name || t.collection} size={64} eager />
          </ImagePick>
        </div>
        <p className={pictureError ? formCss.error : formCss.hint} role={pictureError ? 'alert' : undefined}>
          {pictureError ?? t.pictureHint}
        </p>
      </div>
      <FormActions onCancel={onCancel} loading={form.pending}>
        {submit}
      </FormActions>
    </Form>
  )
}
