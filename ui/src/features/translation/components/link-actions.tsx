import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { translationText as t } from '@/lib/i18n/zh-Hans/translation'
import { toast } from '@/stores/toasts'
import { useWithdrawLink, type Side, type TranslationLink } from '../api'
import { AgainDialog } from './again-dialog'
import { ApproveDialog } from './approve-dialog'
import { EditDialog } from './edit-dialog'
import { RefuseDialog } from './refuse-dialog'

type Opened = 'approve' | 'reject' | 'revoke' | 'again' | 'edit'

/** What the viewer can do with a link from one side of it. */
export function LinkActions({ link, side }: { link: TranslationLink; side: Side | 'all' }) {
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  return (
    <>
      {side === 'outgoing' ? <Asking link={link} onOpen={setOpened} /> : <Deciding link={link} onOpen={setOpened} />}
      {opened === 'approve' ? <ApproveDialog link={link} onClose={close} /> : null}
      {opened === 'reject' || opened === 'revoke' ? <RefuseDialog link={link} act={opened} onClose={close} /> : null}
      {opened === 'again' ? <AgainDialog link={link} onClose={close} /> : null}
      {opened === 'edit' ? <EditDialog link={link} onClose={close} /> : null}
    </>
  )
}

type PartProps = { link: TranslationLink; onOpen: (what: Opened) => void }

function Deciding({ link, onOpen }: PartProps) {
  if (!link.may_decide) return null
  if (link.approval_status === 'approved') {
    return (
      <Button size="sm" onClick={() => onOpen('revoke')}>
        {t.revoke}
      </Button>
    )
  }
  if (link.approval_status !== 'pending') return null
  return (
    <>
      <Button size="sm" onClick={() => onOpen('reject')}>
        {t.reject}
      </Button>
      <Button
        size="sm"
        kind="primary"
        disabled={!link.project}
        title={link.project ? undefined : t.notPublic}
        onClick={() => onOpen('approve')}
      >
        {t.approve}
      </Button>
    </>
  )
}

function Asking({ link, onOpen }: PartProps) {
  const withdraw = useWithdrawLink(link)
  if (!link.may_ask) return null
  const status = link.approval_status
  return (
    <>
      <Button size="sm" loading={withdraw.isPending} onClick={() => withdraw.mutate(undefined, { onSuccess: () => toast(t.withdrawn) })}>
        {t.withdraw}
      </Button>
      {status === 'revoked' ? null : (
        <Button size="sm" onClick={() => onOpen('edit')}>
          {t.edit}
        </Button>
      )}
      {status === 'rejected' || status === 'revoked' ? (
        <Button size="sm" kind="primary" onClick={() => onOpen('again')}>
          {t.again}
        </Button>
      ) : null}
    </>
  )
}
