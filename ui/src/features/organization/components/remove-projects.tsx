import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { NativeSelect } from '@/components/ui/native-select'
import type { Organization, OwnedHit } from '@/lib/api/types'
import { organizationText as t } from '@/lib/i18n/zh-Hans/organization'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { useSession } from '@/lib/session'
import { titles } from '@/lib/titles'
import { toast } from '@/stores/toasts'
import { useRemoveProjects } from '../commands'
import projectPicksCss from './project-picks.module.css'

type RemoveProjectsProps = { organization: Organization; projects: readonly OwnedHit[]; onClose: () => void; onDone: () => void }

/** Says to which member the projects go: to the owner, unless the owner or an administrator chooses another one. */
export function RemoveProjects({ organization, projects, onClose, onDone }: RemoveProjectsProps) {
  const user = useSession()
  const chooses = user?.role === 'admin' || organization.members.some((member) => member.is_owner && member.user.id === user?.id)
  const members = organization.members.filter((member) => member.accepted && (chooses || member.is_owner))
  const [owner, setOwner] = useState(members.find((member) => member.user.id === user?.id)?.user.id ?? members[0]?.user.id ?? '')
  const remove = useRemoveProjects(organization.id)
  const list = useId()
  const submit = () =>
    void remove.mutateAsync({ projects: projects.map((hit) => hit.project_id), owner }).then(
      () => {
        toast(t.takenOut, t.takenOutText(projects.length))
        onDone()
      },
      () => undefined,
    )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t.takeOutTitle(projects.length)}
      description={t.takeOutLead}
      footer={
        <>
          <Button onClick={onClose}>{uiText.cancel}</Button>
          <Button kind="primary" danger loading={remove.isPending} disabled={owner === ''} onClick={submit}>
            {t.takeOut}
          </Button>
        </>
      }
    >
      <ul id={list} className={projectPicksCss.names}>
        {projects.map((hit) => (
          <li key={hit.project_id}>{titles(hit).title}</li>
        ))}
      </ul>
      <NativeSelect
        label={t.newOwner}
        prefix={t.newOwner}
        value={owner}
        onValue={setOwner}
        options={members.map((member) => ({ value: member.user.id, label: member.user.username }))}
      />
    </Dialog>
  )
}
