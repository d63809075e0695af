import { useRef, useState, type FormEvent } from 'react'
import { MarkdownEditor } from '@/components/markdown/markdown-editor'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Note } from '@/components/ui/feedback'
import { RestoredDraft } from '@/components/ui/restored-draft'
import { ApiError } from '@/lib/api/errors'
import { reportText as t } from '@/lib/i18n/zh-Hans/report'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { pictureUpload } from '@/lib/picture-upload'
import { useKeptDraft } from '@/lib/use-kept-draft'
import { usePostMessage, type ReportPage } from '../api'
import formCss from '@/components/ui/form.module.css'
import threadCss from './thread.module.css'

const MAX_BODY = 65_536

/** Adds a message; the staff may keep it among themselves. */
export function ReplyForm({ report, staff }: { report: ReportPage; staff: boolean }) {
  const [body, setBody] = useState('')
  const kept = useKeptDraft(`thread.${report.thread.id}`, body === '' ? undefined : body, setBody)
  const [note, setNote] = useState(false)
  const key = useRef<string>(undefined)
  const post = usePostMessage(report.thread.id)
  if (report.closed && !staff) {
    return (
      <div className={threadCss.reply}>
        <Note>{t.closedNote}</Note>
      </div>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (body.trim() === '') return
    key.current ??= crypto.randomUUID()
    post
      .mutateAsync({ body, private: note, key: key.current })
      .then(() => {
        key.current = undefined
        kept.drop()
        setBody('')
      })
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.status > 0) key.current = undefined
      })
  }
  return (
    <form className={threadCss.reply} onSubmit={submit}>
      <RestoredDraft
        restored={kept.restored}
        onDiscard={() => {
          kept.drop()
          setBody('')
        }}
      />
      {post.error ? <Note tone="bad">{post.error instanceof ApiError ? post.error.description : siteText.unknownError}</Note> : null}
      <MarkdownEditor
        label={t.reply}
        value={body}
        onValue={setBody}
        onImageUpload={pictureUpload({ context: 'thread_message' })}
        placeholder={staff ? t.replyStaff : t.replyPlaceholder}
        maxLength={MAX_BODY}
        disabled={post.isPending}
        headingButtons={false}
        rows={5}
      />
      <div className={formCss.actions}>
        {staff ? (
          <Checkbox checked={note} onChange={(event) => setNote(event.target.checked)}>
            {t.note}
          </Checkbox>
        ) : null}
        <Button type="submit" kind="primary" loading={post.isPending} disabled={body.trim() === ''}>
          {t.send}
        </Button>
      </div>
    </form>
  )
}
