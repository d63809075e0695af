import { useQuery } from '@tanstack/react-query'
import { PackageOpen } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { Pic } from '@/components/ui/pic'
import type { Organization, User } from '@/lib/api/types'
import { organizationText as t } from '@/lib/i18n/zh-Hans/organization'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { titles } from '@/lib/titles'
import { toast } from '@/stores/toasts'
import { useAddProjects } from '../commands'
import { organizationQueries } from '../queries'
import { movable } from '../model'
import itemCss from '@/components/ui/item.module.css'
import ui from '@/components/ui/ui.module.css'
import projectPicksCss from './project-picks.module.css'

/** Chooses among one's own projects those that the organisation shall own. */
export function AddProjects({ organization, user, onClose }: { organization: Organization; user: User; onClose: () => void }) {
  const own = useQuery(organizationQueries.ownProjects(user.id))
  const add = useAddProjects(organization.id)
  const [marked, setMarked] = useState<readonly string[]>([])
  const choice = movable(own.data?.hits ?? [], user.id)
  const submit = () =>
    void add.mutateAsync(marked).then(
      () => {
        toast(t.movedIn, t.movedInText(marked.length))
        onClose()
      },
      () => undefined,
    )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t.moveInTitle}
      description={t.moveInLead(organization.name)}
      footer={
        <>
          <Button onClick={onClose}>{uiText.cancel}</Button>
          <Button kind="primary" disabled={marked.length === 0} loading={add.isPending} onClick={submit}>
            {marked.length > 0 ? t.moveInCount(marked.length) : t.moveIn}
          </Button>
        </>
      }
    >
      {own.isError ? (
        <ErrorCard error={own.error} onRetry={() => void own.refetch()} />
      ) : !own.data ? (
        <Loading>
          <Bone h={160} />
        </Loading>
      ) : choice.length === 0 ? (
        <Empty icon={PackageOpen} title={t.nothingToMove} hint={t.nothingToMoveHint} />
      ) : (
        <ul className={projectPicksCss.root}>
          {choice.map((hit) => {
            const { title } = titles(hit)
            const on = marked.includes(hit.project_id)
            return (
              <li key={hit.project_id}>
                <Checkbox
                  checked={on}
                  onChange={() => setMarked(on ? marked.filter((id) => id !== hit.project_id) : [...marked, hit.project_id])}
                >
                  <span className={itemCss.root}>
                    <Pic src={hit.icon_url} project={hit.project_id} name={title} color={hit.color} size={32} />
                    <span className={ui.clip}>{title}</span>
                  </span>
                </Checkbox>
              </li>
            )
          })}
        </ul>
      )}
    </Dialog>
  )
}
