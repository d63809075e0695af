import { useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Note } from '@/components/ui/feedback'
import { FormField } from '@/components/ui/input'
import { cn } from '@/lib/cn'
import { editorText as t } from '@/lib/i18n/zh-Hans/editor'
import { keepEnterForIme } from '@/lib/ime'
import type { PictureUpload } from '@/lib/picture-upload'
import { ClearInput } from './clear-input'
import { linkText } from './paste'
import { Preview } from './preview'
import { checkUrl, videoFrame, videoId } from './url-check'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import markdownEditorCss from './markdown-editor.module.css'

export type InsertProps = {
  selected: string
  onInsert: (text: string) => void
  onClose: () => void
  onImageUpload?: PictureUpload | undefined
}

type FrameProps = {
  title: string
  ready: boolean
  error?: string | undefined
  /** The Markdown to be inserted, as far as it is known. */
  text: string
  className?: string
  onInsert: (text: string) => void
  onClose: () => void
  children: ReactNode
}

/** What the insert dialogs have in common: fields, an error, what will come of it, and two buttons. */
export function InsertFrame({ title, ready, error, text, className, onInsert, onClose, children }: FrameProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation() // React passes the event on to the form around the editor
    if (ready) onInsert(text)
  }
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={title} className={className}>
      {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- Enter of an input method must not submit */}
      <form className={formCss.root} onSubmit={submit} onKeyDown={keepEnterForIme} noValidate>
        {children}
        {error ? (
          <Note tone="bad">
            <b>{t.error}</b>
            <p>{error}</p>
          </Note>
        ) : null}
        {ready && text ? (
          <section aria-label={t.preview}>
            <p className={formCss.label}>{t.preview}</p>
            <Preview className={markdownEditorCss.small} text={text} />
          </section>
        ) : null}
        <div className={formCss.actions}>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" kind="primary" disabled={!ready}>
            {t.insert}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

export function LinkDialog({ selected, onInsert, onClose }: InsertProps) {
  const [label, setLabel] = useState(selected)
  const [address, setAddress] = useState('')
  const { url, error } = checkUrl(address)
  return (
    <InsertFrame
      title={t.insertLink}
      ready={url !== undefined}
      error={error}
      text={url ? linkText(label.trim() || url, url) : ''}
      onInsert={onInsert}
      onClose={onClose}
    >
      <FormField label={t.label} hint={t.labelHint}>
        {(control) => <ClearInput {...control} value={label} onValue={setLabel} placeholder={t.labelPlaceholder} />}
      </FormField>
      <FormField label={t.url} hint={t.urlHint} required>
        {(control) => (
          <ClearInput
            {...control}
            aria-invalid={error ? true : undefined}
            type="url"
            value={address}
            onValue={setAddress}
            placeholder={t.urlPlaceholder}
          />
        )}
      </FormField>
    </InsertFrame>
  )
}

export function VideoDialog({ onInsert, onClose }: InsertProps) {
  const [address, setAddress] = useState('')
  const { url, error } = checkUrl(address)
  const id = url ? videoId(url) : undefined
  return (
    <InsertFrame
      title={t.insertVideo}
      ready={url !== undefined}
      error={error}
      text={id ? videoFrame(id) : ''}
      onInsert={onInsert}
      onClose={onClose}
    >
      <FormField label={t.videoUrl} hint={t.videoHint} required>
        {(control) => (
          <ClearInput
            {...control}
            aria-invalid={error ? true : undefined}
            type="url"
            value={address}
            onValue={setAddress}
            placeholder={t.urlPlaceholder}
          />
        )}
      </FormField>
      {url && !id ? <p className={cn(ui.text13, ui.muted)}>{t.videoNone}</p> : null}
    </InsertFrame>
  )
}
