import * as v from 'valibot'
import { Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { MarkdownEditor } from '@/components/markdown/markdown-editor'
import { Button } from '@/components/ui/button'
import { FormField } from '@/components/ui/input'
import { cn } from '@/lib/cn'
import { discussionText as t } from '@/lib/i18n/zh-Hans/discussion'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { postBody } from '@/lib/limits.gen'
import { pictureUpload } from '@/lib/picture-upload'
import { toast } from '@/stores/toasts'
import { useOpenBoard } from '../api'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'

const schema = v.object({ content: v.string() })

/** Opens the discussion of a project, which may begin without a text. What is written is kept until it has been sent. */
export default function BoardForm({ project, onClose }: { project: string; onClose: () => void }) {
  const open = useOpenBoard(project)
  const form = useAppForm({
    schema,
    values: { content: '' },
    keep: `board.${project}`,
    send: ({ content }, key) => open.mutateAsync({ content, key }),
    onDone: () => toast(t.board.opened),
  })
  const content = form.bind('content')
  return (
    <Form form={form} guard className={cn(ui.card, ui.cardPad, formCss.root)}>
      <h2 className={ui.heading}>{t.board.open}</h2>
      <FormField label={t.board.content} hint={t.board.contentHint} error={form.error('content')}>
        {(marks) => (
          <MarkdownEditor
            id={marks.id}
            label={t.board.content}
            described={marks['aria-describedby']}
            invalid={marks['aria-invalid']}
            value={content.value}
            onValue={content.onValue}
            onImageUpload={pictureUpload({ context: 'discussion' })}
            placeholder={t.board.contentPlaceholder}
            maxLength={postBody}
            disabled={form.pending}
            rows={6}
          />
        )}
      </FormField>
      <div className={formCss.actions}>
        <Button onClick={onClose} disabled={form.pending}>
          {uiText.cancel}
        </Button>
        <Button type="submit" kind="primary" loading={form.pending}>
          {t.board.open}
        </Button>
      </div>
    </Form>
  )
}
