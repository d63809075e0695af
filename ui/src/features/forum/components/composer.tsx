import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { MarkdownEditor } from '@/components/markdown/markdown-editor'
import { Button } from '@/components/ui/button'
import { FormField, Input } from '@/components/ui/input'
import { Segmented } from '@/components/ui/segmented'
import { cn } from '@/lib/cn'
import { forumText as t } from '@/lib/i18n/zh-Hans/forum'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { postBody, postTitle } from '@/lib/limits.gen'
import { pictureUpload } from '@/lib/picture-upload'
import { toast } from '@/stores/toasts'
import { useOpenDiscussion } from '../api'
import type { ForumPage } from '../sections'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'

const schema = v.object({
  forum_type: v.string(),
  title: v.pipe(v.string(), v.trim(), v.nonEmpty(t.titleNeeded), v.maxLength(postTitle, t.titleLong)),
  content: v.pipe(v.string(), v.regex(/\S/, t.contentNeeded)),
})

type ComposerProps = {
  page: ForumPage
  /** Where the discussion may be opened; the first is proposed. */
  sections: ForumPage[]
  onClose: () => void
}

/** Begins a discussion. What is written is kept until it has been sent. */
export default function Composer({ page, sections, onClose }: ComposerProps) {
  const router = useRouter()
  const open = useOpenDiscussion()
  const form = useAppForm({
    schema,
    values: { forum_type: sections[0]?.id ?? page.id, title: '', content: '' },
    keep: `forum.${page.id}`,
    send: (body, key) => open.mutateAsync({ body, key }),
    onDone: ({ discussion }) => {
      toast(t.opened)
      void router.navigate({ href: `/d/${discussion}` })
    },
  })
  const { element } = form
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('input')?.focus()
  }, [element])
  const section = form.bind('forum_type')
  const content = form.bind('content')
  const error = { section: form.error('forum_type'), content: form.error('content') }
  const title = sections.find(({ id }) => id === section.value)?.title ?? page.title
  return (
    <Form form={form} guard className={cn(ui.card, ui.cardPad, formCss.root)}>
      <h2 className={ui.heading}>{t.compose(title)}</h2>
      {sections.length > 1 ? (
        <div>
          <Segmented
            label={t.section}
            value={section.value}
            onValue={section.onValue}
            segments={sections.map(({ id, title: label }) => ({ value: id as string, label }))}
          />
        </div>
      ) : null}
      {error.section ? (
        <p className={formCss.error} role="alert">
          {error.section}
        </p>
      ) : null}
      <Field form={form} name="title" label={t.title} required>
        {(input) => <Input {...input} maxLength={postTitle} autoComplete="off" disabled={form.pending} />}
      </Field>
      <FormField label={t.content} error={error.content} required>
        {(marks) => (
          <MarkdownEditor
            id={marks.id}
            label={t.content}
            described={marks['aria-describedby']}
            invalid={marks['aria-invalid']}
            value={content.value}
            onValue={content.onValue}
            onImageUpload={pictureUpload({ context: 'discussion' })}
            placeholder={t.contentPlaceholder}
            maxLength={postBody}
            disabled={form.pending}
            rows={8}
          />
        )}
      </FormField>
      <div className={formCss.actions}>
        <Button onClick={onClose} disabled={form.pending}>
          {uiText.cancel}
        </Button>
        <Button type="submit" kind="primary" loading={form.pending}>
          {t.send}
        </Button>
      </div>
    </Form>
  )
}
