import { useNavigate } from '@tanstack/react-router'
import { discussionText as t } from '@/lib/i18n/zh-Hans/discussion'
import { useAct, type Discussion, type TextOf } from '../api'
import { floorHref } from '../model/floors'
import { TextMenu, type TextAct, type TextRights } from './text-menu'

/** What can be done with a text of a discussion. */
export function ActsMenu({ of, discussion, ...text }: TextRights & { of: TextOf; discussion: Discussion }) {
  const act = useAct(of)
  const navigate = useNavigate()
  const { floor, own } = text
  // Pins need no reason, nor does a team that shows again what it has hidden.
  const explains = (one: TextAct) => !own && one !== 'pin' && one !== 'unpin' && (one !== 'restore' || Boolean(discussion.can?.moderate))
  const deleted = () => {
    // The board of a project says by itself that it has no discussion.
    if (of.post === undefined && discussion.last_floor === 0 && !discussion.project)
      void navigate({ href: `/forums/${discussion.category}` })
  }
  return (
    <TextMenu
      {...text}
      label={floor === 0 ? t.acts.more : t.acts.moreOf(floor)}
      href={floorHref(discussion, floor)}
      report={{ to: '/report', search: { itemType: of.post === undefined ? 'discussion' : 'post', itemId: of.post ?? discussion.id } }}
      busy={act.isPending}
      confirm={{
        title: floor === 0 ? t.confirm.discussion : t.confirm.post(floor),
        text: floor === 0 ? t.confirm.discussionText : t.confirm.postText,
        action: t.confirm.action,
      }}
      onAct={(one) => act.mutate({ act: one, asStaff: explains(one) })}
      onDelete={(done) =>
        act.mutate(
          { act: 'delete', asStaff: !own },
          {
            onSuccess: () => {
              done()
              deleted()
            },
          },
        )
      }
    />
  )
}
