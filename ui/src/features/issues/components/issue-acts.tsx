import { TextMenu, type TextAct, type TextRights } from '@/features/discussion'
import { discussionText } from '@/lib/i18n/zh-Hans/discussion'
import { issueText as t } from '@/lib/i18n/zh-Hans/issue'
import { useAct, type TextOf } from '../api'

type IssueActsProps = TextRights & {
  of: TextOf
  /** The address of the text. */
  href: string
  /** The viewer is a member of the project; the staff states a reason for everything. */
  member: boolean
}

/** What can be done with a text of an issue. */
export function IssueActs({ of, member, ...text }: IssueActsProps) {
  const act = useAct(of)
  const { floor, own } = text
  // What is hidden is somebody's: they are told why, also by members.
  const explains = (one: TextAct) => one === 'hide' || (!member && one !== 'pin' && one !== 'unpin')
  return (
    <TextMenu
      {...text}
      label={floor === 0 ? t.more : discussionText.acts.moreOf(floor)}
      report={{ to: '/report', search: { itemType: of.comment === undefined ? 'issue' : 'comment', itemId: of.comment ?? of.issue } }}
      busy={act.isPending}
      confirm={{ ...t.confirm, title: t.confirm.title(floor) }}
      onAct={(one) => act.mutate({ act: one, asStaff: explains(one) })}
      onDelete={(done) => act.mutate({ act: 'delete', asStaff: !own }, { onSuccess: done })}
    />
  )
}
