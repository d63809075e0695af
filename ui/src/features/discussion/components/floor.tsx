import { Reply } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { discussionText as t } from '@/lib/i18n/zh-Hans/discussion'
import type { Discussion, Post } from '../api'
import { FloorFrame, QuoteBlock, ReplyList } from './floor-frame'
import { FloorLink } from './floor-link'
import { barringOf } from '../model/barring'
import { Said } from './said'
import { StatedReason } from './stated-reason'
import ui from '@/components/ui/ui.module.css'
import css from './discussion.module.css'

type FloorProps = {
  discussion: Discussion
  post: Post
  floor: number
  viewer: { id: string; role: string } | null | undefined
  /** The address leads to it. */
  wanted: boolean
  watch: (element: Element | null) => (() => void) | undefined
  onAnswer: () => void
}

/** An answer; one that is deleted, or hidden from the viewer, keeps its number. */
export function Floor({ discussion, post, floor, viewer, wanted, watch, onAnswer }: FloorProps) {
  const { can } = discussion
  const { user_id: author, user_name: name, deleted, hidden } = post
  const own = author !== null && author === viewer?.id
  const staff = Boolean(can?.moderate)
  // What the staff has hidden, only the staff shows again.
  const hides = Boolean(can?.hide_posts) && (staff || post.hidden_by !== 'staff')
  const open = Boolean(can?.answer) || staff
  const absent = deleted ? (hidden ? t.hiddenFloor : t.deletedFloor) : undefined
  const stands = absent === undefined
  return (
    <FloorFrame
      floor={floor}
      name={name}
      author={author}
      avatar={post.user_avatar}
      gone={!stands}
      hidden={hidden}
      wanted={wanted}
      watch={watch}
    >
      <Said
        of={{ discussion: discussion.id, post: post.post_id }}
        discussion={discussion}
        floor={floor}
        text={{
          name,
          created: post.created_at,
          updated: post.updated_at,
          revision: post.revision,
          content: post.content,
          html: post.content_html,
        }}
        starter={author !== null && author === discussion.user_id}
        own={own}
        absent={absent}
        edits={stands && !hidden && (own ? open : viewer?.role === 'admin')}
        deletes={stands && (own ? open : staff)}
        bars={author !== null && !own && can?.hide_posts ? barringOf(discussion, author, name) : undefined}
        acts={hides && stands ? [hidden ? 'restore' : 'hide'] : []}
        number={
          <FloorLink className={css.number} discussion={discussion} floor={floor} aria-label={t.floorLink(floor)}>
            #{floor}
          </FloorLink>
        }
        before={
          <>
            {hidden && stands ? <StatedReason text={t.hiddenFloorNote} reason={post.reason} /> : null}
            <Quote post={post} discussion={discussion} />
          </>
        }
        after={<Replies post={post} discussion={discussion} />}
        buttons={
          stands && !hidden && can?.answer ? (
            <Button size="sm" kind="quiet" aria-label={t.acts.answerTo(floor)} onClick={onAnswer}>
              <Reply className={ui.icon14} aria-hidden />
              {t.acts.answer}
            </Button>
          ) : null
        }
      />
    </FloorFrame>
  )
}

/** The beginning of the answer that this one answers. */
function Quote({ post, discussion }: { post: Post; discussion: Discussion }) {
  if (post.deleted || post.replied_to === null) return null
  const quote = post.reply_content
  return (
    <QuoteBlock
      quote={post.reply_to_deleted ? null : quote}
      edited={post.reply_to_edited}
      link={(floor, text) => (
        <FloorLink discussion={discussion} floor={floor}>
          {text}
        </FloorLink>
      )}
    />
  )
}

/** The answers to this one; what they say is shown on hover and focus. */
function Replies({ post, discussion }: { post: Post; discussion: Discussion }) {
  if (post.replies.length === 0) return null
  return (
    <ReplyList
      replies={post.replies}
      link={(floor, text, title) => (
        <FloorLink discussion={discussion} floor={floor} title={title}>
          {text}
        </FloorLink>
      )}
    />
  )
}
