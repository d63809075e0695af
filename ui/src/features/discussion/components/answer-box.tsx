import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { discussionPath } from '@/lib/discussion-path'
import { discussionText as t } from '@/lib/i18n/zh-Hans/discussion'
import { signIn } from '@/lib/links'
import type { Discussion, Post } from '../api'
import { AnswerForm, type Answered } from './answer-form'
import ui from '@/components/ui/ui.module.css'

type AnswerBoxProps = {
  discussion: Discussion
  /** Undefined while it is not known. */
  signedIn: boolean | undefined
  answered: Answered | undefined
  onSent: (post: Post) => void
}

/** The end of the page: the form for an answer, or why there is none. */
export function AnswerBox({ discussion, signedIn, answered, onSent }: AnswerBoxProps) {
  const { id, can } = discussion
  return (
    <section aria-label={t.form.title}>
      {can?.answer ? (
        <div className={ui.card}>
          <div className={ui.cardHead}>
            <h2>{t.form.title}</h2>
          </div>
          <AnswerForm discussion={id} answered={answered} onSent={onSent} />
        </div>
      ) : signedIn === false ? (
        <Note
          actions={
            <PathLink className={buttonClass({ size: 'sm', kind: 'primary' })} {...signIn(discussionPath(discussion))}>
              {t.form.signInAction}
            </PathLink>
          }
        >
          {discussion.state === 'closed' ? t.lockedNote : t.form.signIn}
        </Note>
      ) : can?.why ? (
        <Note>{can.why}</Note>
      ) : null}
    </section>
  )
}
