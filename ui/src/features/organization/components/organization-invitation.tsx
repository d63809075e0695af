import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import type { Member, Organization } from '@/lib/api/types'
import { organizationText as t } from '@/lib/i18n/zh-Hans/organization'
import { toast } from '@/stores/toasts'
import { useAnswer } from '../commands'
import ui from '@/components/ui/ui.module.css'

/** The question whether one wants to join. */
export function OrganizationInvitation({
  organization,
  invitation,
}: {
  organization: Pick<Organization, 'id' | 'name'>
  invitation: Member
}) {
  const answer = useAnswer(organization.id, invitation.user.id)
  const say = (accept: boolean) =>
    void answer.mutateAsync(accept).then(
      () => toast(accept ? t.joined : t.declined, organization.name),
      () => undefined,
    )
  return (
    <Note
      className={ui.above12}
      actions={
        <>
          <Button size="sm" kind="primary" loading={answer.isPending} onClick={() => say(true)}>
            {t.accept}
          </Button>
          <Button size="sm" disabled={answer.isPending} onClick={() => say(false)}>
            {t.decline}
          </Button>
        </>
      }
    >
      {t.invited(organization.name, invitation.role)}
    </Note>
  )
}
