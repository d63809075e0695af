import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { textBetween } from '@/components/form/schemas'
import { useAppForm } from '@/components/form/use-app-form'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { Input } from '@/components/ui/input'
import { DiffRoot, MergedDiff } from '@/features/history'
import { ApiError } from '@/lib/api/errors'
import { discussionText as t } from '@/lib/i18n/zh-Hans/discussion'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { postTitle } from '@/lib/limits.gen'
import { pictureUpload, type PictureUpload } from '@/lib/picture-upload'
import { discussionQueries, useEdit, type Edit, type Revision, type TextOf } from '../api'
import { TextEditor } from './text-editor'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './discussion.module.css'

type EditFormProps = {
  of: TextOf
  content: string
  /** That of the discussion; an answer has none. */
  title: string | undefined
  revision: number
  onClose: () => void
}

const schema = v.object({
  title: v.pipe(v.string(), v.trim(), v.nonEmpty(t.edit.titleMissing), textBetween(1, postTitle)),
  content: v.string(),
})
const untitled = v.object({ title: v.string(), content: v.pipe(v.string(), v.regex(/\S/, t.contentMissing)) })

/** Edits a text of a discussion in place. */
export default function EditForm({ of, ...text }: EditFormProps) {
  const client = useQueryClient()
  const edit = useEdit(of)
  return (
    <TextEditForm
      {...text}
      upload={pictureUpload({ context: of.post === undefined ? 'discussion' : 'post' })}
      keep={`discussion.edit.${of.post ?? of.discussion}`}
      onSend={(sent) => edit.mutateAsync(sent)}
      onNewest={() => client.fetchQuery({ ...discussionQueries.history(of), staleTime: 0 }).then(({ revisions }) => revisions.at(-1))}
    />
  )
}

type TextEditFormProps = Omit<EditFormProps, 'of'> & {
  /** Where what was typed is kept until it is saved. */
  keep: string
  /** How pictures are uploaded, where a text may have any. */
  upload?: PictureUpload
  onSend: (edit: Edit) => Promise<unknown>
  /** Loads the newest wording, where another one was edited. */
  onNewest: () => Promise<Revision | undefined>
}

/** Edits a text. Where it was changed meanwhile, both texts are shown and nothing is lost. */
export function TextEditForm({ keep, upload, onSend, onNewest, content, title, revision, onClose }: TextEditFormProps) {
  // The text as it was when the form was opened: later ones do not slip in between.
  const [base, setBase] = useState({ content, title: title ?? '', revision })
  const [theirs, setTheirs] = useState<Revision>()
  const form = useAppForm({
    schema: title === undefined ? untitled : schema,
    values: { title: base.title, content: base.content },
    keep,
    beside: () => base.revision,
    send: (sent, key) =>
      onSend({ content: sent.content, ...(title === undefined ? {} : { title: sent.title }), revision: base.revision, key }),
    onDone: onClose,
    onFailed: (error) => {
      if (!ApiError.is(error, 409)) return
      void onNewest().then(
        (newest) => {
          if (!newest || newest.revision === base.revision) return
          setTheirs(newest)
          setBase({ ...base, revision: newest.revision })
        },
        () => undefined,
      )
    },
  })
  const body = form.bind('content')
  const take = () => {
    if (!theirs) return
    form.setValue('content', theirs.content, { shouldDirty: true })
    if (title !== undefined && theirs.title !== null) form.setValue('title', theirs.title, { shouldDirty: true })
    form.clearErrors()
    setTheirs(undefined)
  }
  return (
    <Form form={form} guard className={css.editing}>
      {theirs ? (
        <div className={css.clash}>
          <Note tone="warn">
            <b>{t.edit.clash}</b>
            <p>{t.edit.clashText}</p>
            {title !== undefined && theirs.title !== null && theirs.title !== form.written.title ? (
              <p>
                {t.edit.clashTitle}：{theirs.title}
              </p>
            ) : null}
          </Note>
          <DiffRoot>
            <MergedDiff title={t.edit.diff} before={theirs.content} after={body.value} />
          </DiffRoot>
          <div className={ui.row}>
            <Button type="submit" size="sm" kind="primary" loading={form.pending}>
              {t.edit.useMine}
            </Button>
            <Button size="sm" onClick={take}>
              {t.edit.useTheirs}
            </Button>
          </div>
        </div>
      ) : null}
      {title === undefined ? null : (
        <Field form={form} name="title" label={t.edit.title} required>
          {(control) => <Input {...control} maxLength={postTitle} autoComplete="off" />}
        </Field>
      )}
      <TextEditor
        label={t.edit.label}
        value={body.value}
        onValue={body.onValue}
        {...(upload ? { onImageUpload: upload } : {})}
        error={form.error('content')}
        disabled={form.pending}
        headingButtons={title !== undefined}
        rows={6}
      />
      <div className={formCss.actions}>
        <Button
          onClick={() => {
            form.revert()
            onClose()
          }}
        >
          {uiText.cancel}
        </Button>
        <Button type="submit" kind="primary" loading={form.pending} disabled={Object.keys(form.changes).length === 0}>
          {t.edit.save}
        </Button>
      </div>
    </Form>
  )
}
