import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { TextForm, type Answered } from '@/features/discussion'
import { hrefOf } from '@/lib/address'
import type { ProjectPage } from '@/lib/api/types'
import { discussionText } from '@/lib/i18n/zh-Hans/discussion'
import { issueText as t } from '@/lib/i18n/zh-Hans/issue'
import { signIn } from '@/lib/links'
import { useComment, type Comment, type Issue } from '../api'
import { issueParams } from '../model/address'
import { StateButtons } from './state-buttons'
import ui from '@/components/ui/ui.module.css'
import css from './issue.module.css'

type CommentBoxProps = {
  project: ProjectPage
  issue: Issue
  /** Undefined while it is not known. */
  signedIn: boolean | undefined
  answered: Answered | undefined
  onSent: (comment: Comment) => void
}

/** The end of the page: the form for a comment with what closes the issue, or why there is none. */
export function CommentBox({ project, issue, signedIn, answered, onSent }: CommentBoxProps) {
  const { id, can } = issue
  const comment = useComment(id)
  return (
    <section aria-label={discussionText.form.title} className={ui.pile}>
      {can?.comment ? (
        <div className={ui.card}>
          <div className={ui.cardHead}>
            <h3>{discussionText.form.title}</h3>
          </div>
          <TextForm
            keep={`issue.comment.${id}`}
            answered={answered}
            onSend={(sent) => comment.mutateAsync(sent)}
            onSent={({ comment: made }) => onSent(made)}
            beside={({ written, pending, send }) => <StateButtons issue={issue} written={written} busy={pending} onBefore={send} />}
          />
        </div>
      ) : signedIn === false ? (
        <Note
          actions={
            <PathLink
              className={buttonClass({ size: 'sm', kind: 'primary' })}
              {...signIn(hrefOf({ to: '/$type/$id/issues/{-$issue}', params: issueParams(project, issue.number) }))}
            >
              {discussionText.form.signInAction}
            </PathLink>
          }
        >
          {issue.locked ? t.lockedNote : discussionText.form.signIn}
        </Note>
      ) : can?.why ? (
        <Note>{can.why}</Note>
      ) : null}
      {can?.comment ? null : (
        <div className={css.alone}>
          <StateButtons issue={issue} written={false} busy={false} onBefore={() => Promise.resolve(true)} />
        </div>
      )}
    </section>
  )
}
