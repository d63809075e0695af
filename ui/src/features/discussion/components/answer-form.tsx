import { Reply, Send, X } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import * as v from 'valibot'
import { Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Button, IconButton } from '@/components/ui/button'
import { ApiError } from '@/lib/api/errors'
import { cn } from '@/lib/cn'
import { commandKey } from '@/lib/command-key'
import { discussionText as t } from '@/lib/i18n/zh-Hans/discussion'
import { isComposing } from '@/lib/ime'
import { pictureUpload, type PictureUpload } from '@/lib/picture-upload'
import { useAnswer, type Answering, type Post } from '../api'
import { TextEditor } from './text-editor'
import replyCss from '@/components/ui/reply.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './discussion.module.css'

const schema = v.object({ content: v.pipe(v.string(), v.regex(/\S/, t.contentMissing)), to: v.string(), quote: v.string() })

/** What an answer answers; `at` changes with every press, so that the same one can be chosen again. */
export type Answered = { post: string; quote: string; at: number }

type AnswerFormProps = { discussion: string; answered: Answered | undefined; onSent: (post: Post) => void }

/** Writes an answer to a discussion. */
export function AnswerForm({ discussion, answered, onSent }: AnswerFormProps) {
  const answer = useAnswer(discussion)
  return (
    <TextForm
      keep={`discussion.${discussion}`}
      answered={answered}
      onSend={(sent) => answer.mutateAsync(sent)}
      onSent={onSent}
      upload={pictureUpload({ context: 'post' })}
    />
  )
}

type TextFormProps<A> = {
  /** Where what was typed is kept until it is sent. */
  keep: string
  answered: Answered | undefined
  onSend: (sent: Answering) => Promise<A>
  onSent: (made: A) => void
  /** How pictures are uploaded, where a text may have any. */
  upload?: PictureUpload
  /** Before the button that sends. `send` does the same as that, where there is a text; it resolves to whether nothing is left to send. */
  beside?: (form: { written: boolean; pending: boolean; send: () => Promise<boolean> }) => ReactNode
}

/** Writes an answer, which may quote another one. */
export function TextForm<A>({ keep, answered, onSend, onSent, upload, beside }: TextFormProps<A>) {
  const [wait, setWait] = useWait()
  const form = useAppForm({
    schema,
    values: { content: '', to: '', quote: '' },
    keep,
    send: ({ content, to }, key) => onSend({ content, to: to || undefined, key }),
    onDone: (made) => {
      form.reset({ content: '', to: '', quote: '' })
      onSent(made)
    },
    onFailed: (error) => setWait(secondsOf(error)),
  })
  const { quote } = form.written
  const body = form.bind('content')
  const written = body.value.trim() !== ''
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!answered) return
    form.setValue('to', answered.post, { shouldDirty: true })
    form.setValue('quote', answered.quote, { shouldDirty: true })
    field.current?.scrollIntoView({ block: 'center' })
    field.current?.querySelector<HTMLElement>('[role="textbox"], textarea')?.focus({ preventScroll: true })
    // Only another press moves the focus.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [answered])
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return
    event.preventDefault()
    event.stopPropagation()
    if (written && !form.pending && wait === 0) void form.submit()
  }
  const drop = () => {
    form.setValue('to', '')
    form.setValue('quote', '')
  }
  return (
    <Form form={form} className={css.form}>
      {quote === '' ? null : (
        <p className={replyCss.replying}>
          <Reply className={ui.icon14} aria-hidden />
          <span className={ui.clip}>{quote}</span>
          <IconButton label={t.form.stop} size="xs" kind="quiet" onClick={drop}>
            <X className={ui.icon14} aria-hidden />
          </IconButton>
        </p>
      )}
      <div ref={field} onKeyDownCapture={keys}>
        <TextEditor
          label={t.form.label}
          value={body.value}
          onValue={body.onValue}
          {...(upload ? { onImageUpload: upload } : {})}
          placeholder={t.form.placeholder}
          error={form.error('content')}
          disabled={form.pending}
          headingButtons={false}
          rows={5}
        />
      </div>
      <div className={replyCss.send}>
        <span className={cn(ui.small, replyCss.keys)}>{wait > 0 ? t.form.wait(wait) : t.form.keys(commandKey())}</span>
        {beside?.({ written, pending: form.pending, send: async () => !written || (wait === 0 && (await form.save())) })}
        <Button type="submit" kind="primary" loading={form.pending} disabled={!written || wait > 0}>
          <Send className={ui.icon} aria-hidden />
          {t.form.send}
        </Button>
      </div>
    </Form>
  )
}

/** How long the server asks to wait; its text says it. */
export function secondsOf(error: unknown): number {
  if (!ApiError.is(error) || (error.status !== 429 && error.code !== 'risk_limit')) return 0
  const [, minutes = 0, seconds = 0] = /(?:(\d+) 分 )?(\d+) 秒/.exec(error.description) ?? []
  return 60 * Number(minutes) + Number(seconds)
}

/** Seconds that count down to zero. */
export function useWait() {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left])
  return [left, setLeft] as const
}
