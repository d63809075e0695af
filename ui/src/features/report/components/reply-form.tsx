import * as v from 'valibot'
import { Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { MarkdownEditor } from '@/components/markdown/markdown-editor'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Note } from '@/components/ui/feedback'
import { cn } from '@/lib/cn'
import { reportText as t } from '@/lib/i18n/zh-Hans/report'
import { threadBody } from '@/lib/limits.gen'
import { pictureUpload } from '@/lib/picture-upload'
import { usePostMessage } from '../api'
import formCss from '@/components/ui/form.module.css'
import talkCss from './talk.module.css'
import threadCss from './thread.module.css'

const schema = v.object({ body: v.pipe(v.string(), v.regex(/\S/)), private: v.boolean() })

type ReplyProps = { thread: string; closed: boolean; staff: boolean; placeholder: string }

/** Adds a message; staff may mark it as internal. */
export function ReplyForm({ thread, closed, staff, placeholder }: ReplyProps) {
  const post = usePostMessage(thread)
  const form = useAppForm({
    schema,
    values: { body: '', private: false },
    keep: `thread.${thread}`,
    send: (message, key) => post.mutateAsync({ ...message, key }),
    onDone: (_answer, sent) => form.reset({ ...sent, body: '' }),
  })
  const body = form.bind('body')
  if (closed && !staff) {
    return (
      <div className={talkCss.form}>
        <Note>{t.closedNote}</Note>
      </div>
    )
  }
  return (
    <Form form={form} className={talkCss.form}>
      <MarkdownEditor
        label={t.reply}
        value={body.value}
        onValue={body.onValue}
        onImageUpload={pictureUpload({ context: 'thread_message' })}
        placeholder={placeholder}
        maxLength={threadBody}
        disabled={form.pending}
        headingButtons={false}
        rows={5}
      />
      <div className={cn(formCss.actions, threadCss.send)}>
        {staff ? <Checkbox {...form.field('private').control}>{t.note}</Checkbox> : null}
        <Button type="submit" kind="primary" loading={form.pending} disabled={body.value.trim() === ''}>
          {t.send}
        </Button>
      </div>
    </Form>
  )
}
