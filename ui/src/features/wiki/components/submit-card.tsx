import { useRouter } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { textBetween } from '@/components/form/schemas'
import { useAppForm } from '@/components/form/use-app-form'
import { Button } from '@/components/ui/button'
import { Textarea } from '@/components/ui/input'
import { ApiError } from '@/lib/api/errors'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { wikiText } from '@/lib/i18n/zh-Hans/wiki'
import { wikiReviewText as t } from '@/lib/i18n/zh-Hans/wiki-review'
import { licenseName } from '@/lib/license'
import { wikiMessage } from '@/lib/limits.gen'
import { toast } from '@/stores/toasts'
import { reasonPlace, type Draft, type Preview } from '../api'
import { useReopen, useSubmit, useTakeBack } from '../commands'
import { wikiOf } from '../links'
import { publishedOf } from '../published'
import { Messages } from './messages'
import ui from '@/components/ui/ui.module.css'
import css from './submission.module.css'

const GiveUp = lazy(() => import('./give-up'))

type SubmitCardProps = {
  project: ProjectPage
  draft: Draft
  preview: Preview
  free: boolean
  /** What is shown is not what would be submitted any more. */
  onStale: () => void
}

/** The submission of a draft with its reason, or what its author may do with one that was submitted. */
export function SubmitCard(props: SubmitCardProps) {
  const { project, draft, free } = props
  const router = useRouter()
  const [givingUp, setGivingUp] = useState(false)
  const takeBack = useTakeBack(project.id)
  const reopen = useReopen(project.id)
  const toWiki = () => void router.navigate(wikiOf({ id: project.id, slug: null, url_type: 'project' }))
  const toPublished = () => void router.navigate(publishedOf(project, props.preview.groups, draft.tree))
  return (
    <aside className={ui.pile} aria-label={t.facts}>
      <section className={cn(ui.card, ui.cardPad, css.card)}>
        {draft.status === 'draft' ? (
          <SubmitForm {...props} onDone={() => (draft.publishes ? toPublished() : toWiki())} />
        ) : (
          <>
            <h2 className={ui.heading}>{wikiText.status[draft.status]}</h2>
            {draft.status === 'reject' ? <p className={ui.break}>{wikiText.state.rejectedHint(draft.rejection)}</p> : null}
            <p className={ui.break}>{draft.msg}</p>
            <p className={ui.small}>{wikiText.state.again(draft.again_count)}</p>
            {draft.status === 'review' ? (
              <Button
                loading={takeBack.isPending}
                onClick={() => takeBack.mutate(draft.id, { onSuccess: () => toast(wikiText.state.takenBack) })}
              >
                {t.takeBack}
              </Button>
            ) : null}
            {draft.status === 'reject' ? (
              <Button
                loading={reopen.isPending}
                onClick={() => reopen.mutate(draft.id, { onSuccess: () => toast(wikiText.state.reopened) })}
              >
                {t.reopen}
              </Button>
            ) : null}
          </>
        )}
        <Button kind="quiet" danger onClick={() => setGivingUp(true)}>
          {wikiText.state.giveUp}
        </Button>
      </section>
      <Messages messages={draft.messages} />
      {givingUp ? (
        <Suspense>
          <GiveUp project={project} draft={draft} free={free} onClose={() => setGivingUp(false)} onDone={toWiki} />
        </Suspense>
      ) : null}
    </aside>
  )
}

function SubmitForm({ project, draft, preview, onStale, onDone }: SubmitCardProps & { onDone: () => void }) {
  const submit = useSubmit(project.id, draft.id)
  const form = useAppForm({
    schema: v.object({ msg: v.pipe(v.string(), v.trim(), v.nonEmpty(t.noReason), textBetween(1, wikiMessage)) }),
    values: { msg: preview.msg },
    keep: reasonPlace(draft.id),
    beside: () => preview.seen,
    send: ({ msg }, key) => submit.mutateAsync({ msg, seen: preview.seen, key }),
    onDone: () => {
      toast(t.done, t.doneText)
      onDone()
    },
    onFailed: (error) => {
      if (error instanceof ApiError && error.code === 'stale_preview') onStale()
    },
  })
  const count = preview.conflicts.length
  const why = count > 0 ? t.submitConflicts(count) : preview.problem?.description
  const action = draft.publishes ? t.publish : t.submit
  return (
    <Form form={form}>
      <h2 className={ui.heading}>{draft.publishes ? t.publishTitle : t.submitTitle}</h2>
      <Field form={form} name="msg" label={t.reason} hint={t.reasonHint} required>
        {(control) => <Textarea {...control} rows={4} />}
      </Field>
      <p className={ui.small}>{t.licence(licenseName(project.license.id))}</p>
      <Button
        type="submit"
        kind="primary"
        disabled={why !== undefined}
        title={why}
        aria-describedby="wiki-submit-why"
        loading={form.pending}
      >
        <Send className={ui.icon} aria-hidden />
        {action}
      </Button>
      <p id="wiki-submit-why" className={cn(ui.small, ui.warn)}>
        {why}
      </p>
    </Form>
  )
}
