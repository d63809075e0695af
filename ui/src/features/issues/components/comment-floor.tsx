import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Reply } from 'lucide-react'
import { AddressLink } from '@/components/layout/address-link'
import { Button } from '@/components/ui/button'
import { FloorFrame, QuoteBlock, ReplyList, SaidText, StatedReason, type Barring, type LinkToFloor } from '@/features/discussion'
import { TextEditForm, WordingsDialog } from '@/features/discussion/parts'
import type { OwnUser, ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { discussionText } from '@/lib/i18n/zh-Hans/discussion'
import { issueText as t } from '@/lib/i18n/zh-Hans/issue'
import { issueQueries, useEdit, type Act, type Comment, type Issue, type TextOf } from '../api'
import { issueFloorHref } from '../model/address'
import { IssueActs } from './issue-acts'
import ui from '@/components/ui/ui.module.css'
import css from './issue.module.css'

/** The author of a text, if the viewer may bar them from the project's board. */
const barringOf = (
  { project_id: project, can }: Issue,
  author: Issue['author'],
  viewer: OwnUser | null | undefined,
): Barring | undefined =>
  author && author.id !== viewer?.id && (can?.manage || can?.moderate)
    ? { place: { kind: 'board', id: project }, person: { id: author.id, name: author.username } }
    : undefined

type OpeningProps = { project: ProjectPage; issue: Issue; viewer: OwnUser | null | undefined }

/** The opening text of an issue. */
export function IssueOpening({ project, issue, viewer }: OpeningProps) {
  const { id, author, can } = issue
  const acts: Act[] = [
    ...(can?.manage ? ([issue.pinned ? 'unpin' : 'pin', issue.locked ? 'unlock' : 'lock'] as const) : []),
    ...(can?.manage || can?.moderate ? ([issue.hidden ? 'restore' : 'hide'] as const) : []),
  ]
  return (
    <section className={cn(ui.card, css.floors)} aria-label={t.opening}>
      <FloorFrame
        floor={0}
        label={t.opening}
        name={author?.username ?? ''}
        author={author?.id ?? null}
        avatar={author?.avatar_url ?? null}
        gone={false}
        hidden={false}
        wanted={false}
      >
        <SaidText
          text={{
            name: author?.username ?? '',
            created: issue.created_at,
            updated: issue.edited_at,
            revision: issue.revision,
            html: issue.body_html ?? '',
          }}
          starter={author !== null}
          absent={undefined}
          bars={barringOf(issue, author, viewer)}
          editor={(close) => (
            <Editor of={{ issue: id }} content={issue.body ?? ''} title={issue.title} revision={issue.revision} onClose={close} />
          )}
          wordings={(close) => <Wordings of={{ issue: id }} onClose={close} />}
          menu={(menu) => (
            <IssueActs
              {...menu}
              of={{ issue: id }}
              href={issueFloorHref(project, issue.number, 0)}
              floor={0}
              own={author !== null && author.id === viewer?.id}
              member={Boolean(can?.manage)}
              edits={Boolean(can?.edit)}
              deletes={false}
              reports={author?.id !== viewer?.id}
              acts={acts}
            />
          )}
        />
      </FloorFrame>
    </section>
  )
}

type CommentFloorProps = {
  project: ProjectPage
  issue: Issue
  comment: Comment
  floor: number
  viewer: OwnUser | null | undefined
  /** The address leads to it. */
  wanted: boolean
  onAnswer: () => void
}

/** A comment; one that is deleted, or hidden from the viewer, keeps its number. */
export function CommentFloor({ project, issue, comment, floor, viewer, wanted, onAnswer }: CommentFloorProps) {
  const { can } = issue
  const { author, deleted, hidden } = comment
  const name = author?.username ?? ''
  const own = author !== null && author.id === viewer?.id
  const open = Boolean(can?.comment) || Boolean(can?.manage) || Boolean(can?.moderate)
  const absent = deleted ? (hidden ? discussionText.hiddenFloor : discussionText.deletedFloor) : undefined
  const stands = absent === undefined
  const of = { issue: issue.id, comment: comment.id }
  const href = (to: number) => issueFloorHref(project, issue.number, to)
  const link: LinkToFloor = (to, text, title) => (
    <AddressLink href={href(to)} keepScroll prepares={false} title={title}>
      {text}
    </AddressLink>
  )
  return (
    <FloorFrame
      floor={floor}
      name={name}
      author={author?.id ?? null}
      avatar={author?.avatar_url ?? null}
      gone={!stands}
      hidden={hidden}
      wanted={wanted}
    >
      <SaidText
        text={{ name, created: comment.created_at, updated: comment.updated_at, revision: comment.revision, html: comment.body_html }}
        starter={author !== null && author.id === issue.author?.id}
        absent={absent}
        bars={barringOf(issue, author, viewer)}
        number={
          <AddressLink className={css.number} href={href(floor)} keepScroll prepares={false} aria-label={discussionText.floorLink(floor)}>
            #{floor}
          </AddressLink>
        }
        before={
          <>
            {hidden && stands ? <StatedReason text={discussionText.hiddenFloorNote} reason={comment.reason} /> : null}
            {deleted || comment.reply_to_id === null ? null : (
              <QuoteBlock quote={comment.reply_to_deleted ? null : comment.reply_content} edited={comment.reply_to_edited} link={link} />
            )}
          </>
        }
        after={<ReplyList replies={comment.replies} link={link} />}
        buttons={
          stands && !hidden && can?.comment ? (
            <Button size="sm" kind="quiet" aria-label={discussionText.acts.answerTo(floor)} onClick={onAnswer}>
              <Reply className={ui.icon14} aria-hidden />
              {discussionText.acts.answer}
            </Button>
          ) : null
        }
        editor={(close) => <Editor of={of} content={comment.body} title={undefined} revision={comment.revision} onClose={close} />}
        wordings={(close) => <Wordings of={of} onClose={close} />}
        menu={(menu) => (
          <IssueActs
            {...menu}
            of={of}
            href={href(floor)}
            floor={floor}
            own={own}
            member={Boolean(can?.manage)}
            edits={stands && !hidden && (own ? open : viewer?.role === 'admin')}
            deletes={stands && (own ? open : Boolean(can?.moderate))}
            reports={stands && !own}
            acts={stands && (can?.manage || can?.moderate) ? [hidden ? 'restore' : 'hide'] : []}
          />
        )}
      />
    </FloorFrame>
  )
}

type EditorProps = { of: TextOf; content: string; title: string | undefined; revision: number; onClose: () => void }

function Editor({ of, ...text }: EditorProps) {
  const client = useQueryClient()
  const edit = useEdit(of)
  return (
    <TextEditForm
      {...text}
      keep={`issue.edit.${of.comment ?? of.issue}`}
      onSend={(sent) => edit.mutateAsync(sent)}
      onNewest={() => client.fetchQuery({ ...issueQueries.history(of), staleTime: 0 }).then(({ revisions }) => revisions.at(-1))}
    />
  )
}

function Wordings({ of, onClose }: { of: TextOf; onClose: () => void }) {
  return <WordingsDialog read={useQuery(issueQueries.history(of))} onClose={onClose} />
}
