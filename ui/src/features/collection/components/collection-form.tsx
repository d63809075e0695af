import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Radio } from '@/components/ui/checkbox'
import { Note } from '@/components/ui/feedback'
import { ImagePick } from '@/components/ui/image-pick'
import { FormField, Input, Textarea } from '@/components/ui/input'
import { Pic } from '@/components/ui/pic'
import { ApiError } from '@/lib/api/errors'
import { cn } from '@/lib/cn'
import { collectionText as t } from '@/lib/i18n/zh-Hans/collection'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { useImeSafeValue } from '@/lib/ime'
import type { CollectionDraft } from '../api/commands'
import { chosenStatuses, MAX_DESCRIPTION, MAX_NAME, problems } from '../model/draft'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './collection-form.module.css'

type CollectionFormProps = {
  start: Omit<CollectionDraft, 'picture'> & { icon_url?: string | null }
  submit: string
  busy: boolean
  error: unknown
  onSubmit: (draft: CollectionDraft) => void
  onCancel: () => void
}

/** Name, description, who may see it and the picture of a collection, new or old. */
export function CollectionForm({ start, submit, busy, error, onSubmit, onCancel }: CollectionFormProps) {
  const [name, setName] = useState(start.name)
  const [description, setDescription] = useState(start.description)
  const [status, setStatus] = useState(start.status)
  const [picture, setPicture] = useState<File | null>()
  const [pictureError, setPictureError] = useState<string>()
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const group = useId()
  const preview = usePreview(picture)
  const nameField = useImeSafeValue<HTMLInputElement>(name, setName)
  const wrong = problems({ name, description })
  const send = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation() // the form may stand in a popover inside another form's page
    setTried(true)
    if (wrong.name || wrong.description) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    onSubmit({ name: name.trim(), description: description.trim(), status, picture })
  }
  const shown = picture === null ? null : (preview ?? start.icon_url)
  return (
    <form ref={form} className={formCss.root} onSubmit={send} noValidate>
      {error ? <Note tone="bad">{error instanceof ApiError ? error.description : siteText.unknownError}</Note> : null}
      <FormField label={t.name} hint={t.nameHint} error={tried && wrong.name ? t.nameWrong : undefined} required>
        {(control) => <Input {...control} {...nameField} maxLength={MAX_NAME * 2} autoComplete="off" />}
      </FormField>
      <FormField label={t.description} hint={t.descriptionHint} error={wrong.description ? t.descriptionWrong : undefined}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={MAX_DESCRIPTION * 2}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        )}
      </FormField>
      <fieldset className={cn(formCss.field, css.who)}>
        <legend className={formCss.label}>{t.status}</legend>
        {status === 'rejected' ? <Note tone="warn">{t.statusHints.rejected}</Note> : null}
        {chosenStatuses.map((one) => (
          <Radio
            key={one}
            name={group}
            className={css.choice}
            checked={status === one}
            disabled={start.status === 'rejected'}
            onChange={() => setStatus(one)}
          >
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
      <div className={formCss.actions}>
        <Button onClick={onCancel}>{t.cancel}</Button>
        <Button type="submit" kind="primary" loading={busy}>
          {submit}
        </Button>
      </div>
    </form>
  )
}

/** An address under which a chosen file can be shown. */
function usePreview(file: File | null | undefined): string | undefined {
  const [shown, setShown] = useState<{ file: File; url: string }>()
  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setShown({ file, url })
    return () => URL.revokeObjectURL(url)
  }, [file])
  return shown && shown.file === file ? shown.url : undefined
}
