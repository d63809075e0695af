import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { notificationText as t } from '@/lib/i18n/zh-Hans/notification'
import { useSession } from '@/lib/session'
import { titles } from '@/lib/titles'
import { toast } from '@/stores/toasts'
import { useAnswer, type Notification } from '../api'
import inboxListCss from '@/components/ui/inbox-list.module.css'
import ui from '@/components/ui/ui.module.css'

/** Accepts or declines an invitation in its line. */
export function Answer({ notification }: { notification: Notification }) {
  const user = useSession()
  const answer = useAnswer()
  const { project, organization } = notification
  const team = project?.id ?? organization?.id
  if (!user || !team) return null
  const name = project ? titles(project).title : (organization?.name ?? '')
  // The line may be unmounted before the answer arrives; the promise still settles.
  const press = (accept: boolean) =>
    void answer.mutateAsync({ team, account: user.id, accept }).then(
      () => toast(accept ? t.accepted(name) : t.declined),
      () => undefined,
    )
  const chosen = answer.isPending ? answer.variables.accept : undefined
  return (
    <p className={cn(ui.row, inboxListCss.answer)}>
      <Button size="xs" kind="outline" loading={chosen === true} disabled={answer.isPending} onClick={() => press(true)}>
        {t.accept}
      </Button>
      <Button size="xs" kind="quiet" loading={chosen === false} disabled={answer.isPending} onClick={() => press(false)}>
        {t.decline}
      </Button>
    </p>
  )
}
