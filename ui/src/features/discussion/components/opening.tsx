import { Pic } from '@/components/ui/pic'
import { discussionText as t } from '@/lib/i18n/zh-Hans/discussion'
import type { Act, Discussion } from '../api'
import { floorId } from '../model/floors'
import { barringOf } from '../model/barring'
import { Said } from './said'
import { cn } from '@/lib/cn'
import ui from '@/components/ui/ui.module.css'
import css from './discussion.module.css'

type OpeningProps = { discussion: Discussion; me: string | undefined; watch: (element: Element | null) => (() => void) | undefined }

/** The opening text of a discussion. */
export function Opening({ discussion, me, watch }: OpeningProps) {
  const { id, can, user_id: author, user_name: name, deleted } = discussion
  const acts: Exclude<Act, 'delete'>[] = can?.moderate
    ? [discussion.pinned ? 'unpin' : 'pin', discussion.state === 'closed' ? 'unlock' : 'lock', discussion.hidden ? 'restore' : 'hide']
    : []
  return (
    <article id={floorId(0)} ref={watch} tabIndex={-1} className={cn(ui.card, css.floor)} aria-label={t.opening}>
      <Pic src={discussion.avatar} name={name || t.gone} id={author ?? undefined} size={40} round eager />
      <Said
        of={{ discussion: id }}
        discussion={discussion}
        floor={0}
        text={{
          name,
          created: discussion.created_at,
          updated: discussion.updated_at,
          revision: discussion.revision,
          content: discussion.content ?? '',
          html: discussion.content_html ?? '',
          title: discussion.title,
        }}
        starter
        own={author !== null && author === me}
        absent={deleted ? t.openingDeleted : undefined}
        edits={Boolean(can?.edit) && !deleted}
        deletes={Boolean(can?.delete) && !deleted}
        bars={author !== null && author !== me && can?.hide_posts ? barringOf(discussion, author, name) : undefined}
        acts={acts}
      />
    </article>
  )
}
