import { Lock, Reply, Send, X } from 'lucide-react'
import { Suspense, useEffect, useRef, type KeyboardEvent } from 'react'
import * as v from 'valibot'
import { Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { MarkdownEditor } from '@/components/markdown/markdown-editor'
import { Button, IconButton } from '@/components/ui/button'
import { Segmented } from '@/components/ui/segmented'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { commandKey } from '@/lib/command-key'
import { talkText as t } from '@/lib/i18n/zh-Hans/talk'
import { isComposing } from '@/lib/ime'
import { threadBody } from '@/lib/limits.gen'
import { pictureUpload } from '@/lib/picture-upload'
import { plainText } from '@/lib/plain-text'
import { Resubmit } from '@/features/review/parts'
import type { ThreadMessage } from '../api'
import { useSay } from '../talk-api'
import replyCss from '@/components/ui/reply.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './talk.module.css'

const schema = v.object({ body: v.pipe(v.string(), v.regex(/\S/)), private: v.boolean() })

/** As whom the reader writes: a member, the staff, or a member who belongs to the staff and writes notes only as such. */
type Writes = 'member' | 'staff' | 'both'

type TalkFormProps = {
  thread: string
  writes: Writes
  replying: { message: ThreadMessage; name: string } | undefined
  onReplied: () => void
  project: ProjectPage
}

/** Adds a message. The staff chooses who reads it, and the whole form shows the choice. */
export function TalkForm({ thread, writes, replying, onReplied, project }: TalkFormProps) {
  const say = useSay(thread)
  const form = useAppForm({
    schema,
    values: { body: '', private: false },
    keep: `talk.${thread}`,
    beside: () => replying?.message.id,
    send: (message, key) => say.mutateAsync({ ...message, replying: replying?.message.id, key }),
    onDone: (_answer, sent) => {
      form.reset({ ...sent, body: '' })
      onReplied()
    },
  })
  const body = form.bind('body')
  const mode = form.bind('private')
  const note = mode.value && writes !== 'member'
  const field = useRef<HTMLDivElement>(null)
  const answers = replying?.message.id
  useEffect(() => {
    if (answers === undefined) return
    // An answer to a note is for those who see the note.
    if (replying?.message.body.private) mode.onValue(true)
    field.current?.querySelector<HTMLElement>('[role="textbox"], textarea')?.focus()
    // Only another message to answer moves the focus.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [answers])
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return
    event.preventDefault()
    event.stopPropagation()
    if (body.value.trim() !== '' && !form.pending) void form.submit()
  }
  const resubmits = writes !== 'staff' && (project.status === 'rejected' || project.status === 'withheld')
  return (
    <Form form={form} className={cn(css.form, note && css.noteForm)}>
      {writes === 'member' ? null : (
        <div className={css.mode}>
          <Segmented
            label={t.mode}
            value={note ? 'note' : 'team'}
            onValue={(value) => mode.onValue(value === 'note')}
            segments={[
              { value: 'team', label: writes === 'both' ? t.write : t.toTeam, icon: <Send className={ui.icon14} aria-hidden /> },
              { value: 'note', label: t.asNote, icon: <Lock className={ui.icon14} aria-hidden /> },
            ]}
          />
          <p className={note ? css.warning : ui.small} role="status">
            {note ? t.noteHint : writes === 'both' ? t.memberHint : t.teamHint}
          </p>
        </div>
      )}
      {replying ? (
        <p className={replyCss.replying}>
          <Reply className={ui.icon14} aria-hidden />
          <span className={ui.clip}>
            <b>{t.answering(replying.name)}</b>
            {plainText(replying.message.body.body ?? '')}
          </span>
          <IconButton label={t.stopAnswering} size="xs" kind="quiet" onClick={onReplied}>
            <X className={ui.icon14} aria-hidden />
          </IconButton>
        </p>
      ) : null}
      <div ref={field} onKeyDownCapture={keys}>
        <MarkdownEditor
          label={note ? t.asNote : t.write}
          value={body.value}
          onValue={body.onValue}
          onImageUpload={pictureUpload({ context: 'thread_message' })}
          placeholder={note ? t.placeholderNote : writes === 'staff' ? t.placeholderTeam : t.placeholderStaff}
          maxLength={threadBody}
          disabled={form.pending}
          headingButtons={false}
          rows={4}
        />
      </div>
      <div className={replyCss.send}>
        <span className={cn(ui.small, ui.hideS, replyCss.keys)}>{t.keys(commandKey())}</span>
        <Button
          type="submit"
          kind="primary"
          className={note ? css.noteButton : undefined}
          loading={form.pending}
          disabled={body.value.trim() === ''}
        >
          {note ? <Lock className={ui.icon} aria-hidden /> : <Send className={ui.icon} aria-hidden />}
          {note ? t.saveNote : writes === 'staff' ? t.sendToTeam : t.send}
        </Button>
      </div>
      {resubmits ? (
        <Suspense>
          <Resubmit project={project} label={t.resubmit} className={css.resubmit} />
        </Suspense>
      ) : null}
    </Form>
  )
}
