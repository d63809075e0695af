import type { ReactNode } from 'react'
import * as v from 'valibot'
import { Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Dialog } from '@/components/ui/dialog'
import { FormActions } from '@/components/ui/form-actions'
import { FormField } from '@/components/ui/input'
import { cn } from '@/lib/cn'
import { editorText as t } from '@/lib/i18n/zh-Hans/editor'
import type { PictureUpload } from '@/lib/picture-upload'
import { ClearInput } from './clear-input'
import { EditorError } from './editor-error'
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
  insert: ReturnType<typeof useInsert>
  title: ReactNode
  /** Further check of a valid address. */
  ready?: boolean
  /** Name of the address in its error. */
  address: string
  /** Another error than that of the address. */
  problem?: { title: string; text: string } | undefined
  className?: string
  onClose: () => void
  children: ReactNode
}

const schema = v.object({
  label: v.pipe(v.string(), v.trim()),
  url: v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const { url, error = t.malformed } = checkUrl(dataset.value)
      if (url !== undefined) return url
      addIssue({ message: error })
      return NEVER
    }),
  ),
})

/** Label, address, and the Markdown that they make. */
export function useInsert({ selected, onInsert }: InsertProps, textOf: (label: string, url: string) => string) {
  const form = useAppForm({
    schema,
    values: { label: selected, url: '' },
    send: ({ label, url }) => Promise.resolve(onInsert(textOf(label, url))),
  })
  const { url, error } = checkUrl(form.written.url)
  return { form, url, error, text: url === undefined ? '' : textOf(form.written.label.trim(), url) }
}

/** The common part of the insert dialogs: fields, an error, a preview of the result, and two buttons. */
export function InsertFrame({ insert, title, ready = true, address, problem, className, onClose, children }: FrameProps) {
  const { form, url, text } = insert
  const shown = problem ?? (insert.error ? { title: t.urlWrong(address), text: insert.error } : undefined)
  const sound = ready && url !== undefined
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={title} className={className}>
      <Form form={form}>
        {children}
        {shown ? <EditorError {...shown} /> : null}
        {sound && text ? (
          <section aria-label={t.preview}>
            <p className={formCss.label}>{t.preview}</p>
            <Preview className={markdownEditorCss.small} text={text} />
          </section>
        ) : null}
        <FormActions onCancel={onClose} disabled={!sound}>
          {t.insert}
        </FormActions>
      </Form>
    </Dialog>
  )
}

export function LinkDialog(props: InsertProps) {
  const insert = useInsert(props, (label, url) => linkText(label || url, url))
  return (
    <InsertFrame
      insert={insert}
      title={
        <>
          {t.insertLink}{' '}
          <small className={ui.small} lang="en">
            {t.insertLinkQuoted}
          </small>
        </>
      }
      address={t.url}
      onClose={props.onClose}
    >
      <FormField label={t.label} hint={t.labelHint}>
        {(control) => <ClearInput {...control} {...insert.form.bind('label')} placeholder={t.labelPlaceholder} />}
      </FormField>
      <UrlField insert={insert} label={t.url} hint={t.urlHint} />
    </InsertFrame>
  )
}

export function VideoDialog(props: InsertProps) {
  const insert = useInsert(props, (_label, url) => {
    const id = videoId(url)
    return id ? videoFrame(id) : ''
  })
  return (
    <InsertFrame insert={insert} title={t.insertVideo} address={t.videoUrl} onClose={props.onClose}>
      <UrlField insert={insert} label={t.videoUrl} hint={t.videoHint} />
      {insert.url && !insert.text ? <p className={cn(ui.text13, ui.muted)}>{t.videoNone}</p> : null}
    </InsertFrame>
  )
}

/** The field for the address of the inserted item. */
export function UrlField({ insert, label, hint }: { insert: ReturnType<typeof useInsert>; label: string; hint: string }) {
  return (
    <FormField label={label} hint={hint} required>
      {(control) => (
        <ClearInput
          {...control}
          aria-invalid={insert.error ? true : undefined}
          type="url"
          {...insert.form.bind('url')}
          placeholder={t.urlPlaceholder}
        />
      )}
    </FormField>
  )
}
